import { and, eq, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { conflict, notFound, unprocessable } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { actorId } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { choreCompletion, member } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { type ChoreRow, findRow, memberIdsOf, readRow } from "./chore-rows.store.ts";
import { type Completion, completionColumns, toCompletion } from "./completion-rows.store.ts";
import { isDone } from "./occurrences.ts";
import { isDueOn } from "./schedule.ts";
import { about } from "./store.ts";
import { completionSummary } from "./summary.ts";

const ofHousehold = eq(choreCompletion.householdId, sql.placeholder("householdId"));
const isOne = and(
  ofHousehold,
  eq(choreCompletion.choreId, sql.placeholder("choreId")),
  eq(choreCompletion.id, sql.placeholder("id")),
);

const completionById = prepared((db) =>
  db
    .select(fields(choreCompletion, ...completionColumns))
    .from(choreCompletion)
    .where(isOne),
);

const membersDoneOn = prepared((db) =>
  db
    .select(fields(choreCompletion, "memberId"))
    .from(choreCompletion)
    .where(
      and(
        ofHousehold,
        eq(choreCompletion.date, sql.placeholder("date")),
        eq(choreCompletion.choreId, sql.placeholder("choreId")),
      ),
    ),
);

/** Reads the name of a member, who may have been removed. */
const nameOf = prepared((db) =>
  db
    .select(fields(member, "name"))
    .from(member)
    .where(and(eq(member.householdId, sql.placeholder("householdId")), eq(member.id, sql.placeholder("id")))),
);

const insertCompletion = preparedWrite((db) =>
  db.insert(choreCompletion).values(insertParams("householdId", ...completionColumns)),
);

const removeCompletion = preparedWrite((db) => db.delete(choreCompletion).where(isOne));

/** Whether undo may restore a completion: the chore must exist, and nobody may have done it for the same date since. */
export function canRestoreCompletion(
  work: Work,
  { choreId, date, memberId }: NewCompletion & { readonly choreId: string },
): boolean {
  const chore = findRow(work, choreId);
  return chore !== null && !isDoneOn(work, chore, date, memberId);
}

function isDoneOn({ db, householdId }: Work, chore: ChoreRow, date: string, memberId: string): boolean {
  const completedBy = membersDoneOn.all(db, { householdId, choreId: chore.id, date }).map((each) => each.memberId);
  return isDone(chore, completedBy, memberId);
}

export type NewCompletion = { readonly memberId: string; readonly date: string };

/**
 * Marks an occurrence of a chore as done. The date may be today or earlier. A paused chore can be completed, too.
 * @throws ApiError 404; 403 if a child or guest acts for another member; 422 for a wrong member or date; 409 if already
 * done.
 */
export function completeChore(work: Work, id: string, { memberId, date }: NewCompletion): Completion {
  const { db, householdId, now } = work;
  requireAdultOrSelf(work, memberId);
  const chore = readRow(work, id);
  const { name } = requireMember(work, memberId, "memberId");
  if (!memberIdsOf(chore).includes(memberId)) throw unprocessable("memberId", "must be one of the chore's members");
  const today = dateIn(work.timeZone, now);
  if (date > today) throw unprocessable("date", "must not be in the future");
  if (!isDueOn(chore, date)) throw unprocessable("date", "must be a date on which the chore is due");
  if (isDoneOn(work, chore, date, memberId)) throw conflict("conflict", "Chore is done already");
  const { stars } = chore;
  const completionId = Bun.randomUUIDv7("hex", now);
  const completedAt = now.toISOString();
  const row = { id: completionId, choreId: id, memberId, date, stars, completedAt, createdBy: actorId(work) };
  insertCompletion(db, { householdId, ...row });
  record(work, {
    ...about(chore),
    action: "completed",
    summary: completionSummary("completed", chore, row, nameFor(work, memberId, name), today),
    changes: null,
    before: null,
    after: { choreCompletion: [row] },
  });
  return toCompletion(row);
}

/**
 * Deletes a completion, so that the chore is open again.
 * @throws ApiError 404; 403 if a child or guest acts for another member.
 */
export function reopenChore(work: Work, id: string, completionId: string): { id: string; deleted: true } {
  const { db, householdId, now } = work;
  const chore = readRow(work, id);
  const row = completionById.get(db, { householdId, choreId: id, id: completionId });
  if (!row) throw notFound("Completion");
  requireAdultOrSelf(work, row.memberId);
  removeCompletion(db, { householdId, choreId: id, id: completionId });
  const name = nameOf.get(db, { householdId, id: row.memberId })?.name ?? "";
  record(work, {
    ...about(chore),
    action: "reopened",
    summary: completionSummary("reopened", chore, row, nameFor(work, row.memberId, name), dateIn(work.timeZone, now)),
    changes: null,
    before: { choreCompletion: [row] },
    after: null,
  });
  return { id: completionId, deleted: true };
}

/** Returns the name of the member. Null if the member is the actor, whom the feed names anyway. */
function nameFor({ memberId: actingId }: Work, memberId: string, name: string): string | null {
  return memberId === actingId ? null : name;
}
