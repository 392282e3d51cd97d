import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { listMembers } from "#accounts/members/store.ts";
import { notFound } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { chore } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { type Completion, completionsFor, starsOf } from "./completion-rows.store.ts";
import { type AssignedSchedule, occurrencesToday } from "./occurrences.ts";

export const choreColumns = [
  "name",
  "emoji",
  "stars",
  "recurrenceRule",
  "startDate",
  "dueTime",
  "assignment",
  "memberIds",
  "active",
  "deletedAt",
] as const;

const ofHousehold = and(eq(chore.householdId, sql.placeholder("householdId")), isNull(chore.deletedAt));
const choreFields = fields(chore, "id", ...choreColumns, "createdAt", "updatedAt", "createdBy");

const choresInOrder = prepared((db) =>
  db.select(choreFields).from(chore).where(ofHousehold).orderBy(asc(chore.createdAt), asc(chore.id)),
);

const choreById = prepared((db) =>
  db
    .select(choreFields)
    .from(chore)
    .where(and(ofHousehold, eq(chore.id, sql.placeholder("id")))),
);

export type ChoreRow = NonNullable<ReturnType<typeof choreById.get>>;
export type Chore = ReturnType<typeof toChore>;

/** Returns all chores. The number of queries is three, however many chores there are. */
export function listChores(work: Work) {
  const rows = choreRows(work);
  const { shown, deciding } = completionsFor(work, rows, null);
  const actorOf = actorsOf(work);
  const today = dateIn(work.timeZone, work.now);
  const chores = rows.map((row) => toChore(row, shown(row.id), deciding(row.id), today, actorOf));
  const stars = starsOf(work);
  const starBalances = listMembers(work).map(({ id }) => ({ memberId: id, stars: stars.get(id) ?? 0 }));
  return { chores, starBalances };
}

export function choreRows({ db, householdId }: Work): ChoreRow[] {
  return choresInOrder.all(db, { householdId });
}

export function assignedScheduleOf(row: ChoreRow): AssignedSchedule {
  const { recurrenceRule, startDate, assignment } = row;
  return { recurrenceRule, startDate, assignment, memberIds: memberIdsOf(row), active: row.active === 1 };
}

export function findRow({ db, householdId }: Work, id: string): ChoreRow | null {
  return choreById.get(db, { householdId, id });
}

/** Returns a chore. @throws ApiError 404. */
export function readRow(work: Work, id: string): ChoreRow {
  const row = findRow(work, id);
  if (!row) throw notFound("Chore");
  return row;
}

export function presentChore(work: Work, row: ChoreRow): Chore {
  const { shown, deciding } = completionsFor(work, [row], row.id);
  return toChore(row, shown(row.id), deciding(row.id), dateIn(work.timeZone, work.now), actorsOf(work));
}

export function memberIdsOf({ memberIds }: Pick<ChoreRow, "memberIds">): string[] {
  return JSON.parse(memberIds) as string[];
}

function toChore(
  row: ChoreRow,
  completions: Completion[],
  done: Completion[],
  today: string,
  actorOf: (id: number) => Actor,
) {
  const schedule = assignedScheduleOf(row);
  return {
    id: row.id,
    name: row.name,
    emoji: row.emoji,
    stars: row.stars,
    recurrenceRule: row.recurrenceRule,
    startDate: row.startDate,
    dueTime: row.dueTime,
    assignment: row.assignment,
    memberIds: [...schedule.memberIds],
    active: schedule.active,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
    today: occurrencesToday(schedule, done, today),
    completions,
  };
}
