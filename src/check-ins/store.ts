/** Check-ins as records: listing, adding, changing and deleting them. */
import { and, eq, sql } from "drizzle-orm";
import { actorId, actorsWith } from "../activity/actors.ts";
import { changesBetween, type Entry, record } from "../activity/record.ts";
import { insertParams, preparedWrite, updateParams } from "../db/prepare.ts";
import { checkIn } from "../db/tables.ts";
import { unprocessable } from "../errors.ts";
import { dateIn } from "../lib/time.ts";
import { requireMember } from "../members/store.ts";
import type { Work } from "../work.ts";
import { type CheckIn, made, type NewCheckIn, type Ordered, overridesOf, patched } from "./check-in.ts";
import { toCheckIn } from "./present-answer.ts";
import { answersBetween, decided, type Stored, storedCheckIn, storedCheckIns, storedNaming } from "./rows.store.ts";
import { addedSummary, changedSummary } from "./summary.ts";

const isOne = and(eq(checkIn.householdId, sql.placeholder("householdId")), eq(checkIn.id, sql.placeholder("id")));

const insertCheckIn = preparedWrite((db) =>
  db.insert(checkIn).values(insertParams("householdId", "id", ...decided, "createdAt", "updatedAt", "createdBy")),
);

const changeCheckIn = preparedWrite((db) =>
  db
    .update(checkIn)
    .set(updateParams(...decided, "updatedAt"))
    .where(isOne),
);

const hideCheckIn = preparedWrite((db) =>
  db
    .update(checkIn)
    .set({ deletedAt: sql`${sql.placeholder("now")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

/** A check-in as answered. */
export type CheckInAnswered = ReturnType<typeof toCheckIn>;

/** The check-ins that the caller sees, each with today's occurrences; three queries, however many there are. */
export function listCheckIns(work: Work): CheckInAnswered[] {
  return answered(work, storedCheckIns(work));
}

/** A check-in that the caller sees, with today's occurrences. @throws ApiError 404. */
export function readCheckIn(work: Work, id: string): CheckInAnswered {
  return answeredOne(work, storedCheckIn(work, id));
}

/** Adds a check-in; if it is due today, today's occurrences are there at once. @throws ApiError 422 for no such member. */
export function createCheckIn(work: Work, input: Ordered<NewCheckIn>): CheckInAnswered {
  const names = assigneeNames(work, input.assigneeIds);
  const after = insert(work, made(input));
  record(work, {
    ...about(after),
    action: "created",
    summary: addedSummary(after.it, names),
    changes: null,
    before: null,
    after: { checkIn: [after.row] },
  });
  return answeredOne(work, after);
}

/**
 * Changes a check-in; a patch that changes nothing writes nothing.
 * @throws ApiError 404; 422 for no such member, or one that is to ask nobody.
 */
export function updateCheckIn(work: Work, id: string, patch: Partial<Ordered<NewCheckIn>>): CheckInAnswered {
  const before = storedCheckIn(work, id);
  if (patch.assigneeIds) assigneeNames(work, patch.assigneeIds);
  const wanted = patched(before.it, before.own, patch);
  if (wanted.active && wanted.assigneeIds.length === 0) throw unprocessable("assigneeIds", "say whom it asks");
  const changes = changesBetween(before.it, wanted);
  if (!changes) return answeredOne(work, before);
  const after = replace(work, id, wanted);
  record(work, {
    ...about(after),
    action: "updated",
    summary: changedSummary(before.it, after.it, changes),
    changes,
    before: { checkIn: [before.row] },
    after: { checkIn: [after.row] },
  });
  return answeredOne(work, after);
}

/** Deletes a check-in; its answers stay in history. @throws ApiError 404. */
export function deleteCheckIn(work: Work, id: string): { id: string; deleted: true } {
  const before = storedCheckIn(work, id);
  const { db, householdId, now } = work;
  const at = now.toISOString();
  hideCheckIn(db, { householdId, id, now: at });
  record(work, {
    ...about(before),
    action: "deleted",
    summary: `deleted the check-in “${before.it.name}”`,
    changes: null,
    before: { checkIn: [before.row] },
    after: { checkIn: [{ ...before.row, deletedAt: at, updatedAt: at }] },
  });
  return { id, deleted: true };
}

/**
 * Takes a member off all check-ins, deleted ones too; their answers stay in history. One that asks nobody any more is not
 * active, until it is given somebody to ask and resumed (our choice). Part of a larger change, which records it. Must be in a transaction.
 */
export function leaveCheckIns(work: Work, memberId: string): void {
  for (const { row, it } of storedNaming(work, memberId)) {
    const assigneeIds = it.assigneeIds.filter((id) => id !== memberId);
    write(work, row.id, { ...it, assigneeIds, active: it.active && assigneeIds.length > 0 });
  }
}

/** What an entry of activity about it names. */
export function about({ row: { id }, it: { name } }: Stored): Pick<Entry, "subject"> {
  return { subject: { type: "check_in", id, label: name } };
}

function assigneeNames(work: Work, ids: readonly string[]): string[] {
  return ids.map((id) => requireMember(work, id, "assigneeIds").name);
}

function answered(work: Work, stored: readonly Stored[]): CheckInAnswered[] {
  const today = dateIn(work.timeZone, work.now);
  const answerAt = answersBetween(work, today, today);
  const authors = stored.map(({ row }) => row.createdBy);
  const actorOf = actorsWith(work, authors);
  return stored.map((each) => toCheckIn(work, each, today, answerAt, actorOf));
}

function answeredOne(work: Work, stored: Stored): CheckInAnswered {
  const [only] = answered(work, [stored]);
  if (!only) throw new Error("One check-in answers one");
  return only;
}

function insert(work: Work, it: CheckIn): Stored {
  const { db, householdId, now } = work;
  const id = Bun.randomUUIDv7("hex", now);
  const createdAt = now.toISOString();
  insertCheckIn(db, { householdId, id, ...columnsOf(it), createdAt, updatedAt: createdAt, createdBy: actorId(work) });
  return storedCheckIn(work, id);
}

/** Puts a check-in in place of the stored one, now. */
function replace(work: Work, id: string, it: CheckIn): Stored {
  write(work, id, it);
  return storedCheckIn(work, id);
}

function write({ db, householdId, now }: Work, id: string, it: CheckIn): void {
  changeCheckIn(db, { householdId, id, ...columnsOf(it), updatedAt: now.toISOString() });
}

function columnsOf(it: CheckIn) {
  const { name, faces } = overridesOf(it);
  return {
    name,
    presetKey: it.presetKey,
    question: it.question,
    assigneeIds: JSON.stringify(it.assigneeIds),
    daysOfWeek: JSON.stringify(it.daysOfWeek),
    times: JSON.stringify(it.times),
    notify: Number(it.notify),
    active: Number(it.active),
    faces: faces === null ? null : JSON.stringify(faces),
  };
}
