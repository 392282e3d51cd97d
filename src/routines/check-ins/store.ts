import { and, eq, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { unprocessable } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { actorId, actorsWith } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, record } from "#platform/activity/record.ts";
import { insertParams, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { checkIn } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { applyPatch, type CheckIn, type NewCheckIn, type Normalized, newCheckIn, overridesOf } from "./check-in.ts";
import { presentCheckIn } from "./present-answer.ts";
import {
  answersBetween,
  checkInColumns,
  type StoredCheckIn,
  storedCheckIn,
  storedCheckIns,
  storedCheckInsOfMember,
} from "./rows.store.ts";
import { addedSummary, changedSummary, deletedSummary } from "./summary.ts";

const isOne = and(eq(checkIn.householdId, sql.placeholder("householdId")), eq(checkIn.id, sql.placeholder("id")));

const insertCheckIn = preparedWrite((db) =>
  db
    .insert(checkIn)
    .values(insertParams("householdId", "id", ...checkInColumns, "createdAt", "updatedAt", "createdBy")),
);

const changeCheckIn = preparedWrite((db) =>
  db
    .update(checkIn)
    .set(updateParams(...checkInColumns, "updatedAt"))
    .where(isOne),
);

const markDeleted = preparedWrite((db) =>
  db
    .update(checkIn)
    .set({ deletedAt: sql`${sql.placeholder("now")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

export type PresentedCheckIn = ReturnType<typeof presentCheckIn>;

export function listCheckIns(work: Work): PresentedCheckIn[] {
  return presentAll(work, storedCheckIns(work));
}

export function readCheckIn(work: Work, id: string): PresentedCheckIn {
  return presentOne(work, storedCheckIn(work, id));
}

/** Creates a check-in. @throws ApiError 422 for an unknown member. */
export function createCheckIn(work: Work, input: Normalized<NewCheckIn>): PresentedCheckIn {
  const names = assigneeNames(work, input.assigneeIds);
  const after = insert(work, newCheckIn(input));
  record(work, {
    ...about(after),
    action: "created",
    summary: addedSummary(after.checkIn, names),
    changes: null,
    before: null,
    after: { checkIn: [after.row] },
  });
  return presentOne(work, after);
}

/** Changes a check-in. @throws ApiError 404; 422 for an unknown member, or if an active check-in has no assignees. */
export function updateCheckIn(work: Work, id: string, patch: Partial<Normalized<NewCheckIn>>): PresentedCheckIn {
  const before = storedCheckIn(work, id);
  if (patch.assigneeIds) assigneeNames(work, patch.assigneeIds);
  const patched = applyPatch(before.checkIn, before.overrides, patch);
  if (patched.active && patched.assigneeIds.length === 0)
    throw unprocessable("assigneeIds", "must name at least one member");
  const changes = changesBetween(before.checkIn, patched);
  if (!changes) return presentOne(work, before);
  const after = replace(work, id, patched);
  record(work, {
    ...about(after),
    action: "updated",
    summary: changedSummary(before.checkIn, after.checkIn, changes),
    changes,
    before: { checkIn: [before.row] },
    after: { checkIn: [after.row] },
  });
  return presentOne(work, after);
}

/** Deletes a check-in. The answers stay in the history. */
export function deleteCheckIn(work: Work, id: string): { id: string; deleted: true } {
  const before = storedCheckIn(work, id);
  const { db, householdId, now } = work;
  const at = now.toISOString();
  markDeleted(db, { householdId, id, now: at });
  record(work, {
    ...about(before),
    action: "deleted",
    summary: deletedSummary(before.checkIn),
    changes: null,
    before: { checkIn: [before.row] },
    after: { checkIn: [{ ...before.row, deletedAt: at, updatedAt: at }] },
  });
  return { id, deleted: true };
}

/**
 * Removes a member from all check-ins, including deleted ones. A check-in without assignees becomes inactive. The
 * caller records the change.
 */
export function removeMemberFromCheckIns(work: Work, memberId: string): void {
  for (const { row, checkIn } of storedCheckInsOfMember(work, memberId)) {
    const assigneeIds = checkIn.assigneeIds.filter((id) => id !== memberId);
    write(work, row.id, { ...checkIn, assigneeIds, active: checkIn.active && assigneeIds.length > 0 });
  }
}

export function about({ row: { id }, checkIn: { name } }: StoredCheckIn): Pick<Entry, "subject"> {
  return { subject: { type: "check_in", id, label: name } };
}

function assigneeNames(work: Work, ids: readonly string[]): string[] {
  return ids.map((id) => requireMember(work, id, "assigneeIds").name);
}

function presentAll(work: Work, stored: readonly StoredCheckIn[]): PresentedCheckIn[] {
  const today = dateIn(work.timeZone, work.now);
  const answerAt = answersBetween(work, today, today);
  const authors = stored.map(({ row }) => row.createdBy);
  const actorOf = actorsWith(work, authors);
  return stored.map((each) => presentCheckIn(work, each, today, answerAt, actorOf));
}

function presentOne(work: Work, stored: StoredCheckIn): PresentedCheckIn {
  const [only] = presentAll(work, [stored]);
  if (!only) throw new Error("Presenting one check-in returned none");
  return only;
}

function insert(work: Work, checkIn: CheckIn): StoredCheckIn {
  const { db, householdId, now } = work;
  const id = Bun.randomUUIDv7("hex", now);
  const createdAt = now.toISOString();
  insertCheckIn(db, {
    householdId,
    id,
    ...columnsOf(checkIn),
    createdAt,
    updatedAt: createdAt,
    createdBy: actorId(work),
  });
  return storedCheckIn(work, id);
}

function replace(work: Work, id: string, checkIn: CheckIn): StoredCheckIn {
  write(work, id, checkIn);
  return storedCheckIn(work, id);
}

function write({ db, householdId, now }: Work, id: string, checkIn: CheckIn): void {
  changeCheckIn(db, { householdId, id, ...columnsOf(checkIn), updatedAt: now.toISOString() });
}

function columnsOf(checkIn: CheckIn) {
  const { name, faces } = overridesOf(checkIn);
  return {
    name,
    presetKey: checkIn.presetKey,
    question: checkIn.question,
    assigneeIds: JSON.stringify(checkIn.assigneeIds),
    daysOfWeek: JSON.stringify(checkIn.daysOfWeek),
    times: JSON.stringify(checkIn.times),
    notify: Number(checkIn.notify),
    active: Number(checkIn.active),
    faces: faces === null ? null : JSON.stringify(faces),
  };
}
