import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { actorId, actorsOf } from "#platform/activity/actors.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import { lastUsedAt } from "#platform/auth/last-uses.ts";
import { hashToken } from "#platform/auth/tokens.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { device } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";

const deviceFields = fields(device, "id", "name", "lastSeenAt", "createdAt", "updatedAt", "createdBy");
const ofHousehold = and(eq(device.householdId, sql.placeholder("householdId")), isNull(device.revokedAt));
const isOne = and(ofHousehold, eq(device.id, sql.placeholder("id")));

const devicesInOrder = prepared((db) =>
  db.select(deviceFields).from(device).where(ofHousehold).orderBy(asc(device.createdAt), asc(device.id)),
);

const deviceById = prepared((db) => db.select(deviceFields).from(device).where(isOne));

const insertDevice = preparedWrite((db) =>
  db.insert(device).values({
    ...insertParams("id", "householdId", "name", "tokenHash", "createdBy"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const markRevoked = preparedWrite((db) =>
  db
    .update(device)
    .set({ revokedAt: sql`${sql.placeholder("now")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

type DeviceRow = NonNullable<ReturnType<typeof deviceById.get>>;
type Device = ReturnType<typeof toDevice>;

export function listDevices(work: Work): Device[] {
  const actorOf = actorsOf(work);
  return devicesInOrder.all(work.db, { householdId: work.householdId }).map((row) => toDevice(work, row, actorOf));
}

export function createDevice(work: Work, name: string, token: string): Device {
  const { db, householdId } = work;
  const id = Bun.randomUUIDv7("hex", work.now);
  const now = work.now.toISOString();
  insertDevice(db, { id, householdId, name, tokenHash: hashToken(token), now, createdBy: actorId(work) });
  const after = readDevice(work, id);
  record(work, {
    ...about(after),
    action: "created",
    summary: say`paired the device “${name}”`,
    changes: null,
    before: null,
    after: { device: [after] },
  });
  return after;
}

/** Revokes a device. @throws ApiError 404 if there is no such device */
export function revokeDevice(work: Work, id: string): { id: string; deleted: true } {
  const before = readDevice(work, id);
  markRevoked(work.db, { householdId: work.householdId, id, now: work.now.toISOString() });
  const summary = say`ended the pairing of “${before.name}”`;
  record(work, {
    ...about(before),
    action: "revoked",
    summary,
    changes: null,
    before: { device: [before] },
    after: null,
  });
  return { id, deleted: true };
}

function readDevice(work: Work, id: string): Device {
  const row = deviceById.get(work.db, { householdId: work.householdId, id });
  if (!row) throw notFound("Device");
  return toDevice(work, row, actorsOf(work));
}

function about({ id, name }: Device): Pick<Entry, "subject"> {
  return { subject: { type: "device", id, label: name } };
}

function toDevice({ db }: Work, row: DeviceRow, actorOf: (id: number) => Actor) {
  return { ...row, lastSeenAt: lastUsedAt(db, row.id, row.lastSeenAt), createdBy: actorOf(row.createdBy) };
}
