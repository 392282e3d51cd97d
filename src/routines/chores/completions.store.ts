import { requireMember } from "#accounts/members/store.ts";
import { conflict, notFound, unprocessable } from "#lib/errors.ts";
import type { Deleted } from "#lib/wire.ts";
import { actorId } from "#platform/activity/actors.ts";
import { record, rowImages } from "#platform/activity/record.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import { byId, equal, records, selectFrom } from "#platform/db/statements.ts";
import { choreCompletion, member } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { toCompletion } from "./completion-rows.store.ts";
import type { ChoreCompletion, NewCompletion } from "./model.ts";
import { isDone } from "./occurrences.ts";
import { isDueOn } from "./schedule.ts";
import { about, type ChoreRow, findRow, memberIdsOf, readRow } from "./store.ts";
import { completionSummary } from "./summary.ts";

const completions = records(choreCompletion);

const membersDoneOn = selectFrom(choreCompletion, ["memberId"], {
  where: [equal(choreCompletion.date, "date"), equal(choreCompletion.choreId, "choreId")],
});

/** Reads the name of a member, who may have been removed. */
const nameOf = selectFrom(member, ["name"], { where: byId(member) });

/** Whether undo may restore a completion: the chore must exist, and nobody may have done it for the same date since. */
export function canRestoreCompletion(
  work: Work,
  { choreId, date, memberId }: NewCompletion & { readonly choreId: string },
): boolean {
  const chore = findRow(work, choreId);
  return chore !== null && !isDoneOn(work, chore, date, memberId);
}

function isDoneOn(work: Work, chore: ChoreRow, date: string, memberId: string): boolean {
  const completedBy = membersDoneOn.all(work, { choreId: chore.id, date }).map((each) => each.memberId);
  return isDone(chore, completedBy, memberId);
}

/**
 * Marks an occurrence of a chore as done. The date may be today or earlier. A paused chore can be completed, too.
 * @throws ApiError 404; 403 if a child or guest acts for another member; 422 for a wrong member or date; 409 if already
 * done.
 */
export function completeChore(work: Work, id: string, { memberId, date }: NewCompletion): ChoreCompletion {
  const { now } = work;
  requireAdultOrSelf(work, memberId);
  const chore = readRow(work, id);
  const { name } = requireMember(work, memberId, "memberId");
  if (!memberIdsOf(chore).includes(memberId)) throw unprocessable("memberId", "must be one of the chore's members");
  const today = todayOf(work);
  if (date > today) throw unprocessable("date", "must not be in the future");
  if (!isDueOn(chore, date)) throw unprocessable("date", "must be a date on which the chore is due");
  if (isDoneOn(work, chore, date, memberId)) throw conflict("conflict", "Chore is done already");
  const row = completions.insert(work, {
    id: Bun.randomUUIDv7("hex", now),
    choreId: id,
    memberId,
    date,
    stars: chore.stars,
    completedAt: now.toISOString(),
    createdBy: actorId(work),
  });
  const summary = completionSummary("completed", chore, row, nameFor(work, memberId, name), today);
  record(work, { ...about(chore), action: "completed", summary, ...rowImages("choreCompletion", null, row) });
  return toCompletion(row);
}

/** Deletes the completion. @throws ApiError 404; 403 if a child or guest acts for another member. */
export function reopenChore(work: Work, id: string, completionId: string): Deleted {
  const chore = readRow(work, id);
  const row = completions.find(work, completionId);
  if (row?.choreId !== id) throw notFound("Completion");
  requireAdultOrSelf(work, row.memberId);
  completions.remove(work, completionId);
  const name = nameOf.get(work, { id: row.memberId })?.name ?? "";
  const summary = completionSummary("reopened", chore, row, nameFor(work, row.memberId, name), todayOf(work));
  record(work, { ...about(chore), action: "reopened", summary, ...rowImages("choreCompletion", row, null) });
  return { id: completionId, deleted: true };
}

/** Returns the name of the member. Null if the member is the actor, whom the feed names anyway. */
function nameFor({ memberId: actingId }: Work, memberId: string, name: string): string | null {
  return memberId === actingId ? null : name;
}
