import { asc, isNull, sql } from "drizzle-orm";
import { listMembers, requireMembers } from "#accounts/members/store.ts";
import { notFound, raise, unprocessable } from "#lib/errors.ts";
import { bareRule } from "#lib/recurrence/rule.ts";
import { requireSlots, withRuleErrors } from "#lib/recurrence/rule-errors.ts";
import { lastInstant } from "#lib/recurrence/series.ts";
import { say } from "#lib/sentence.ts";
import type { Deleted } from "#lib/wire.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, record, rowImages } from "#platform/activity/record.ts";
import { param, type RowOf, records, selectFrom, toColumns } from "#platform/db/statements.ts";
import { chore } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { completionsBetween, completionsFor, starsOf } from "./completion-rows.store.ts";
import type { Chore, ChorePatch, NewChore } from "./model.ts";
import { type AssignedSchedule, type ChoreOccurrence, occurrencesOnDate, occurrencesToday } from "./occurrences.ts";
import { type Schedule, seriesOf } from "./schedule.ts";
import { addedSummary, changedSummary } from "./summary.ts";

const chores = records(chore);

const choresInOrder = selectFrom(chore, chores.columns, {
  where: isNull(chore.deletedAt),
  orderBy: [asc(chore.createdAt), asc(chore.id)],
});

/**
 * Reads all chores that a member shares. Includes deleted chores, because undo can restore a chore after the member was
 * removed. Searching with `instr` is safe, because ids are hexadecimal texts of a fixed length.
 */
const choresOfMember = selectFrom(chore, chores.columns, {
  where: sql`instr(${chore.memberIds}, ${param("memberId")})`,
});

export type ChoreRow = RowOf<typeof chore>;

export const choreRows = (work: Work): ChoreRow[] => choresInOrder.all(work);

/** Returns all chores. The number of queries is three, however many chores there are. */
export function listChores(work: Work) {
  const rows = choreRows(work);
  const chores = rows.map(presenter(work, rows));
  const stars = starsOf(work);
  const starBalances = listMembers(work).map(({ id }) => ({ memberId: id, stars: stars.get(id) ?? 0 }));
  return { chores, starBalances };
}

export function findRow(work: Work, id: string): ChoreRow | null {
  const row = chores.find(work, id);
  return row?.deletedAt === null ? row : null;
}

export const readRow = (work: Work, id: string): ChoreRow => findRow(work, id) ?? raise(notFound("Chore"));

export const memberIdsOf = ({ memberIds }: Pick<ChoreRow, "memberIds">): string[] => JSON.parse(memberIds);

export function assignedScheduleOf(row: ChoreRow): AssignedSchedule {
  return { ...row, memberIds: memberIdsOf(row), active: row.active === 1 };
}

const defaults = {
  emoji: "🧹",
  stars: 1,
  recurrenceRule: null,
  dueTime: null,
  assignment: "each",
  active: true,
} as const;

/** Creates a chore. @throws ApiError 422 for an unknown member, a date outside 1900 to 2200, or an invalid rule. */
export function createChore(work: Work, input: NewChore): Chore {
  const values = { ...defaults, ...normalizeInput(input) };
  const names = requireMembers(work, values.memberIds);
  requireSchedule(values);
  const row = chores.insert(work, { ...toColumns(values), ...newRecordFields(work) });
  const after = presentChore(work, row);
  const summary = addedSummary(after, names, todayOf(work));
  record(work, { ...about(row), action: "created", summary, ...rowImages("chore", null, row) });
  return after;
}

/** Changes a chore. @throws ApiError 404; 422 as {@link createChore}, or if an active chore has no members. */
export function updateChore(work: Work, id: string, patch: ChorePatch): Chore {
  const row = readRow(work, id);
  const before = presentChore(work, row);
  const normalized = normalizeInput(patch);
  const changes = changesBetween<ChorePatch>(before, normalized);
  if (!changes) return before;
  const next = { ...before, ...normalized };
  if (changes.memberIds) requireMembers(work, next.memberIds);
  if (changes.recurrenceRule || changes.startDate) requireSchedule(next);
  if (next.active && next.memberIds.length === 0) throw unprocessable("memberIds", "must name at least one member");
  const changed = chores.update(work, row, { ...toColumns(normalized), updatedAt: work.now.toISOString() });
  const after = presentChore(work, changed);
  const summary = changedSummary(before, after, changes);
  record(work, { ...about(changed), action: "updated", summary, changes, ...rowImages("chore", row, changed) });
  return after;
}

/** Deletes a chore. Its completions and their stars stay. */
export function deleteChore(work: Work, id: string): Deleted {
  const now = work.now.toISOString();
  const row = readRow(work, id);
  const deleted = chores.update(work, row, { deletedAt: now, updatedAt: now });
  const summary = say`deleted the chore “${row.name}”`;
  record(work, { ...about(row), action: "deleted", summary, ...rowImages("chore", row, deleted) });
  return { id, deleted: true };
}

/** Removes a member, even from deleted chores. Pauses chores without members. The caller records the change. */
export function removeMemberFromChores(work: Work, memberId: string): void {
  for (const row of choresOfMember.all(work, { memberId })) {
    const memberIds = memberIdsOf(row).filter((id) => id !== memberId);
    const left = toColumns({ memberIds, active: row.active === 1 && memberIds.length > 0 });
    chores.update(work, row, { ...left, updatedAt: work.now.toISOString() });
  }
}

export function about({ id, name }: ChoreRow): Pick<Entry, "subject"> {
  return { subject: { type: "chore", id, label: name } };
}

const presentChore = (work: Work, row: ChoreRow): Chore => presenter(work, [row], row.id)(row);

/** Returns a function that converts a row to a chore. A `choreId` of null stands for all chores. */
function presenter(work: Work, rows: readonly ChoreRow[], choreId: string | null = null) {
  const { shown, deciding } = completionsFor(work, rows, choreId);
  const actorOf = actorsOf(work);
  const date = todayOf(work);
  return ({ deletedAt: _, ...row }: ChoreRow): Chore => {
    const active = row.active === 1;
    const chore = { ...row, memberIds: memberIdsOf(row), active, createdBy: actorOf(row.createdBy) };
    return { ...chore, today: occurrencesToday(chore, deciding(row.id), date), completions: shown(row.id) };
  };
}

function normalizeInput<Input extends ChorePatch>(input: Input): Input {
  const { recurrenceRule, memberIds } = input;
  return {
    ...input,
    ...(recurrenceRule && { recurrenceRule: bareRule(recurrenceRule) }),
    ...(memberIds && { memberIds: [...new Set(memberIds)] }),
  };
}

const firstDate = "1900-01-01";
const lastDate = new Date(lastInstant).toISOString().slice(0, 10);

function requireSchedule(schedule: Schedule): void {
  const { startDate } = schedule;
  if (startDate < firstDate || startDate > lastDate) {
    throw unprocessable("startDate", "must lie between 1900 and 2200");
  }
  const series = withRuleErrors(() => seriesOf(schedule));
  requireSlots(series, "startDate");
}

type ListedChoreOccurrence = ReturnType<typeof toListedOccurrence>;

/**
 * Returns occurrences by date, ordered by due time and then by creation; those without a due time come last. If
 * `memberId` is given, returns this member's occurrences, and open occurrences that this member may do as well as
 * others.
 */
export function choreOccurrencesByDate(
  work: Work,
  dates: readonly string[],
  memberId: string | null,
): ListedChoreOccurrence[][] {
  const today = todayOf(work);
  const rows = choreRows(work);
  const range = { since: dates[0] ?? today, until: dates.at(-1) ?? today, choreId: null };
  const { deciding } = completionsBetween(work, rows, range);
  const days = dates.map((): ListedChoreOccurrence[] => []);
  // The loop goes chore by chore, because the cache of series holds only some of the rules.
  for (const row of rows) {
    const schedule = assignedScheduleOf(row);
    const done = deciding(row.id);
    for (const [index, date] of dates.entries()) {
      const occurrences = occurrencesOnDate(schedule, done, date, today).filter((each) =>
        isForMember(each, schedule.memberIds, memberId),
      );
      days[index]?.push(...occurrences.map((each) => toListedOccurrence(row, each)));
    }
  }
  return days.map((occurrences) => occurrences.sort(byDueTime));
}

function isForMember(row: ChoreOccurrence, memberIds: readonly string[], memberId: string | null): boolean {
  if (memberId === null) return true;
  return row.memberId === null ? memberIds.includes(memberId) : row.memberId === memberId;
}

function toListedOccurrence(
  { id, name, emoji, stars, dueTime, assignment }: ChoreRow,
  { memberId, date, completed }: ChoreOccurrence,
) {
  return { choreId: id, name, emoji, stars, dueTime, assignment, memberId, date, completed };
}

function byDueTime(one: ListedChoreOccurrence, other: ListedChoreOccurrence): number {
  if (one.dueTime === other.dueTime) return 0;
  return one.dueTime !== null && (other.dueTime === null || one.dueTime < other.dueTime) ? -1 : 1;
}
