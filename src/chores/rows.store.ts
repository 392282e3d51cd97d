/** Chores and their completions as they are stored, and as everybody sees them. */
import { and, asc, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { actorsOf } from "../activity/actors.ts";
import type { Actor, Work } from "../actor.ts";
import { fields, prepared } from "../db/prepare.ts";
import { chore, choreCompletion } from "../db/schema.ts";
import { notFound } from "../errors.ts";
import { listMembers } from "../members/store.ts";
import { dateIn } from "../time.ts";
import { rowsToday } from "./today.ts";

/** The columns that hold the chore itself, under their names in the code. */
export const choreColumns = [
  ...(["name", "emoji", "stars", "recurrenceRule", "startDate", "dueTime", "assignment", "memberIds"] as const),
  ...(["active", "deletedAt"] as const),
];
/** See {@link choreColumns}; nothing of a completion ever changes. */
export const completionColumns = ["id", "choreId", "memberId", "date", "stars", "completedAt", "createdBy"] as const;

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

const completionsOfHousehold = eq(choreCompletion.householdId, sql.placeholder("householdId"));
const shownFields = fields(choreCompletion, "id", "choreId", "memberId", "date", "stars", "completedAt");
const latestFirst = [desc(choreCompletion.date), desc(choreCompletion.completedAt), desc(choreCompletion.id)];

/** `choreId` null: of all chores. */
const isOfChore = sql`(${sql.placeholder("choreId")} is null or ${choreCompletion.choreId} = ${sql.placeholder("choreId")})`;

const completionsSince = prepared((db) =>
  db
    .select(shownFields)
    .from(choreCompletion)
    .where(and(completionsOfHousehold, gte(choreCompletion.date, sql.placeholder("since")), isOfChore))
    .orderBy(...latestFirst),
);

/** Of chores that are to be done once, and whose date is so long ago that their completions are not among the recent ones. */
const oldOnceDone = prepared((db) =>
  db
    .select(shownFields)
    .from(chore)
    .innerJoin(
      choreCompletion,
      and(
        eq(choreCompletion.householdId, chore.householdId),
        eq(choreCompletion.date, chore.startDate),
        eq(choreCompletion.choreId, chore.id),
      ),
    )
    .where(and(ofHousehold, isNull(chore.recurrenceRule), lt(chore.startDate, sql.placeholder("since")), isOfChore))
    .orderBy(...latestFirst),
);

const starsByMember = prepared((db) =>
  db
    .select({ ...fields(choreCompletion, "memberId"), stars: sql<number>`sum(${choreCompletion.stars})`.as("stars") })
    .from(choreCompletion)
    .where(completionsOfHousehold)
    .groupBy(choreCompletion.memberId),
);

/** A chore's row, whole. */
export type ChoreRow = NonNullable<ReturnType<typeof choreById.get>>;
/** A chore as answered. */
export type Chore = ReturnType<typeof toChore>;
type CompletionRow = ReturnType<typeof completionsSince.all>[number];

/** Completions of so many days back are shown: today's date less them is the first (our choice of where they begin). */
const shownDays = 90;

/**
 * All chores, by creation, and the stars of every member, in display order. Reads the chores, their completions and the
 * balances once each, however many there are.
 */
export function listChores(work: Work) {
  const { db, householdId } = work;
  const rows = choresInOrder.all(db, { householdId });
  const { completionsOf, doneOf } = completionsFor(work, rows, null);
  const actorOf = actorsOf(work);
  const today = dateIn(work.timeZone, work.now);
  const chores = rows.map((row) => toChore(row, completionsOf(row.id), doneOf(row.id), today, actorOf));
  const stars = new Map(starsByMember.all(db, { householdId }).map((each) => [each.memberId, each.stars]));
  const starBalances = listMembers(work).map(({ id }) => ({ memberId: id, stars: stars.get(id) ?? 0 }));
  return { chores, starBalances };
}

/** One chore's row. @throws ApiError 404 for one that is not there, or was deleted. */
export function readRow({ db, householdId }: Work, id: string): ChoreRow {
  const row = choreById.get(db, { householdId, id });
  if (!row) throw notFound("Chore");
  return row;
}

/** One chore as answered, from its row. */
export function choreOf(work: Work, row: ChoreRow): Chore {
  const { completionsOf, doneOf } = completionsFor(work, [row], row.id);
  return toChore(row, completionsOf(row.id), doneOf(row.id), dateIn(work.timeZone, work.now), actorsOf(work));
}

/** The ids in a chore's row, in the order of turns. */
export function memberIdsOf({ memberIds }: Pick<ChoreRow, "memberIds">): string[] {
  return JSON.parse(memberIds) as string[];
}

/** The completions that are shown of each chore, and those that decide what is left of it today. */
function completionsFor({ db, householdId, timeZone, now }: Work, rows: readonly ChoreRow[], choreId: string | null) {
  const since = Temporal.PlainDate.from(dateIn(timeZone, now)).subtract({ days: shownDays }).toString();
  const recent = Map.groupBy(completionsSince.all(db, { householdId, since, choreId }), (each) => each.choreId);
  const hasOldOnes = rows.some(({ recurrenceRule, startDate }) => recurrenceRule === null && startDate < since);
  const older = hasOldOnes ? oldOnceDone.all(db, { householdId, since, choreId }) : [];
  const old = Map.groupBy(older, (each) => each.choreId);
  const completionsOf = (id: string): readonly CompletionRow[] => recent.get(id) ?? [];
  return { completionsOf, doneOf: (id: string) => old.get(id) ?? completionsOf(id) };
}

/** The only way from a row to an answer. */
function toChore(
  row: ChoreRow,
  completions: readonly CompletionRow[],
  done: readonly CompletionRow[],
  today: string,
  actorOf: (id: number) => Actor,
) {
  const { recurrenceRule, startDate, assignment } = row;
  const memberIds = memberIdsOf(row);
  const active = row.active === 1;
  return {
    id: row.id,
    name: row.name,
    emoji: row.emoji,
    stars: row.stars,
    recurrenceRule,
    startDate,
    dueTime: row.dueTime,
    assignment,
    memberIds,
    active,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
    today: rowsToday({ recurrenceRule, startDate, assignment, memberIds, active }, done, today),
    completions: completions.map(toCompletion),
  };
}

/** A completion as answered. */
export function toCompletion({ id, memberId, date, stars, completedAt }: Omit<CompletionRow, "choreId">) {
  return { id, memberId, date, stars, completedAt };
}
