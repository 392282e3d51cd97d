import { asc, isNull } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import type { Deleted } from "#lib/wire.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { type Entry, record, rowImages } from "#platform/activity/record.ts";
import { lastUsedAt } from "#platform/auth/last-uses.ts";
import { hashToken } from "#platform/auth/tokens.ts";
import { type RowOf, records, selectFrom } from "#platform/db/statements.ts";
import { device } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const devices = records(device);

const devicesInOrder = selectFrom(device, devices.columns, {
  where: isNull(device.revokedAt),
  orderBy: [asc(device.createdAt), asc(device.id)],
});

type Device = ReturnType<ReturnType<typeof presenter>>;

export const listDevices = (work: Work): Device[] => devicesInOrder.all(work).map(presenter(work));

export function createDevice(work: Work, name: string, token: string): Device {
  const row = devices.insert(work, { name, tokenHash: hashToken(token), ...newRecordFields(work) });
  const after = presenter(work)(row);
  const summary = say`paired the device “${name}”`;
  record(work, { ...about(after), action: "created", summary, ...rowImages("device", null, after) });
  return after;
}

export function revokeDevice(work: Work, id: string): Deleted {
  const row = devices.find(work, id);
  if (row?.revokedAt !== null) throw notFound("Device");
  const before = presenter(work)(row);
  const now = work.now.toISOString();
  devices.update(work, row, { revokedAt: now, updatedAt: now });
  const summary = say`ended the pairing of “${before.name}”`;
  record(work, { ...about(before), action: "revoked", summary, ...rowImages("device", before, null) });
  return { id, deleted: true };
}

function about({ id, name }: Device): Pick<Entry, "subject"> {
  return { subject: { type: "device", id, label: name } };
}

function presenter(work: Work) {
  const actorOf = actorsOf(work);
  return ({ tokenHash: _, revokedAt: __, ...row }: RowOf<typeof device>) => {
    return { ...row, lastSeenAt: lastUsedAt(work.db, row.id, row.lastSeenAt), createdBy: actorOf(row.createdBy) };
  };
}
