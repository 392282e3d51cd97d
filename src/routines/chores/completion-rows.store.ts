import { and, desc, eq, gte, isNull, lt, lte, sql } from "drizzle-orm";
import { addDays } from "#lib/days.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { equalIfGiven, ofHousehold, param, selectFrom } from "#platform/db/statements.ts";
import { chore, choreCompletion } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import type { ChoreCompletion } from "./model.ts";
import type { Schedule } from "./schedule.ts";

const shownColumns = ["id", "choreId", "memberId", "date", "stars", "completedAt"] as const;
/** The order of the database index, so that SQLite need not sort. {@link byTime} then sorts completions of one date. */
const latestDateFirst = [desc(choreCompletion.date), desc(choreCompletion.choreId), desc(choreCompletion.memberId)];

const isOfChore = equalIfGiven(choreCompletion.choreId, "choreId");

const completionsIn = selectFrom(choreCompletion, shownColumns, {
  where: [gte(choreCompletion.date, param("since")), lte(choreCompletion.date, param("until")), isOfChore],
  orderBy: latestDateFirst,
});

/** Reads the completions of chores without a recurrence rule that were due before the date `since`. */
const olderSingleCompletions = prepared((db) =>
  db
    .select(fields(choreCompletion, ...shownColumns))
    .from(chore)
    .innerJoin(
      choreCompletion,
      and(
        eq(choreCompletion.householdId, chore.householdId),
        eq(choreCompletion.date, chore.startDate),
        eq(choreCompletion.choreId, chore.id),
      ),
    )
    .where(
      and(
        ofHousehold(chore),
        isNull(chore.deletedAt),
        isNull(chore.recurrenceRule),
        lt(chore.startDate, param("since")),
        isOfChore,
      ),
    )
    .orderBy(...latestDateFirst),
);

const starsByMember = selectFrom(choreCompletion, ["memberId"], {
  computed: { stars: sql<number>`sum(${choreCompletion.stars})` },
  groupBy: [choreCompletion.memberId],
});

type CompletionRow = ReturnType<typeof completionsIn.all>[number];

const shownDays = 90;
const lastDate = "9999-12-31";

/** Returns the completions of the last {@link shownDays} days, in the form of {@link completionsBetween}. */
export function completionsFor(work: Work, chores: readonly Schedule[], choreId: string | null) {
  const since = addDays(todayOf(work), -shownDays);
  return completionsBetween(work, chores, { since, until: lastDate, choreId });
}

/** A range of dates, both inclusive. A `choreId` of null selects all chores. */
type Range = { readonly since: string; readonly until: string; readonly choreId: string | null };

/**
 * Returns two functions. `shown` returns the completions of a chore in the range. `deciding` returns those that decide
 * whether the chore is open. They differ for a chore without a rule that was due before the range, because it stays
 * open until somebody does it.
 */
export function completionsBetween(work: Work, chores: readonly Schedule[], range: Range) {
  const { since, choreId } = range;
  const recent = byChore(completionsIn.all(work, range));
  const hasOldOnes = chores.some(({ recurrenceRule, startDate }) => recurrenceRule === null && startDate < since);
  const { db, householdId } = work;
  const old = byChore(hasOldOnes ? olderSingleCompletions.all(db, { householdId, since, choreId }) : []);
  const shown = (id: string): ChoreCompletion[] => recent.get(id) ?? [];
  return { shown, deciding: (id: string) => old.get(id) ?? shown(id) };
}

function byChore(rows: readonly CompletionRow[]): ReadonlyMap<string, ChoreCompletion[]> {
  const found = Map.groupBy(rows, ({ choreId }) => choreId).entries();
  return new Map(found.map(([id, group]) => [id, group.map(toCompletion).sort(byTime)]));
}

/** Compares two completions, so that the newest come first. */
function byTime(one: ChoreCompletion, other: ChoreCompletion): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  if (one.completedAt !== other.completedAt) return one.completedAt < other.completedAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** Returns the stars of each member. Includes stars from deleted chores. */
export function starsOf(work: Work): ReadonlyMap<string, number> {
  return new Map(starsByMember.all(work).map(({ memberId, stars }) => [memberId, stars]));
}

export function toCompletion({ id, memberId, date, stars, completedAt }: Omit<CompletionRow, "choreId">) {
  return { id, memberId, date, stars, completedAt };
}
