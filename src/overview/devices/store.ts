import { asc, isNull } from "drizzle-orm";
import { notFound, raise } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import { lastUsedAt } from "#platform/auth/last-uses.ts";
import { hashToken } from "#platform/auth/tokens.ts";
import { byId, insertInto, selectFrom, updateIn } from "#platform/db/statements.ts";
import { device } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";

const deviceColumns = ["id", "name", "lastSeenAt", "createdAt", "updatedAt", "createdBy"] as const;
const isPaired = isNull(device.revokedAt);
const isOne = [byId(device), isPaired];

const devicesInOrder = selectFrom(device, deviceColumns, {
  where: isPaired,
  orderBy: [asc(device.createdAt), asc(device.id)],
});

const deviceById = selectFrom(device, deviceColumns, { where: isOne });

const insertDevice = insertInto(device, ["id", "name", "tokenHash", "createdAt", "updatedAt", "createdBy"]);

const markRevoked = updateIn(device, ["revokedAt", "updatedAt"], isOne);

type DeviceRow = NonNullable<ReturnType<typeof deviceById.get>>;
type Device = ReturnType<typeof toDevice>;

export function listDevices(work: Work): Device[] {
  const actorOf = actorsOf(work);
  return devicesInOrder.all(work).map((row) => toDevice(work, row, actorOf));
}

export function createDevice(work: Work, name: string, token: string): Device {
  const fields = newRecordFields(work);
  insertDevice(work, { ...fields, name, tokenHash: hashToken(token) });
  const after = readDevice(work, fields.id);
  const summary = say`paired the device “${name}”`;
  record(work, { ...about(after), action: "created", summary, after: { device: [after] } });
  return after;
}

/** Revokes a device. @throws ApiError 404 if there is no such device */
export function revokeDevice(work: Work, id: string): { id: string; deleted: true } {
  const before = readDevice(work, id);
  const now = work.now.toISOString();
  markRevoked(work, { id, revokedAt: now, updatedAt: now });
  const summary = say`ended the pairing of “${before.name}”`;
  record(work, { ...about(before), action: "revoked", summary, before: { device: [before] } });
  return { id, deleted: true };
}

function readDevice(work: Work, id: string): Device {
  return toDevice(work, deviceById.get(work, { id }) ?? raise(notFound("Device")), actorsOf(work));
}

function about({ id, name }: Device): Pick<Entry, "subject"> {
  return { subject: { type: "device", id, label: name } };
}

function toDevice({ db }: Work, row: DeviceRow, actorOf: (id: number) => Actor) {
  return { ...row, lastSeenAt: lastUsedAt(db, row.id, row.lastSeenAt), createdBy: actorOf(row.createdBy) };
}
