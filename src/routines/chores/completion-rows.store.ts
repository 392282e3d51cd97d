import { and, desc, eq, gte, isNull, lt, lte, sql } from "drizzle-orm";
import { addDays, dateIn } from "#lib/time.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { chore, choreCompletion } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { Schedule } from "./schedule.ts";

export const completionColumns = ["id", "choreId", "memberId", "date", "stars", "completedAt", "createdBy"] as const;

const ofHousehold = eq(choreCompletion.householdId, sql.placeholder("householdId"));
const shownFields = fields(choreCompletion, "id", "choreId", "memberId", "date", "stars", "completedAt");
/**
 * The order of the database index, so that SQLite need not sort. Afterwards, {@link byTime} sorts completions of the
 * same date.
 */
const latestDateFirst = [desc(choreCompletion.date), desc(choreCompletion.choreId), desc(choreCompletion.memberId)];

/** Filter of completions by chore. A `choreId` of null selects all chores. */
const isOfChore = sql`(${sql.placeholder("choreId")} is null or ${choreCompletion.choreId} = ${sql.placeholder("choreId")})`;

const completionsIn = prepared((db) =>
  db
    .select(shownFields)
    .from(choreCompletion)
    .where(
      and(
        ofHousehold,
        gte(choreCompletion.date, sql.placeholder("since")),
        lte(choreCompletion.date, sql.placeholder("until")),
        isOfChore,
      ),
    )
    .orderBy(...latestDateFirst),
);

/** Reads the completions of chores without a recurrence rule that were due before the date `since`. */
const olderSingleCompletions = prepared((db) =>
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
    .where(
      and(
        eq(chore.householdId, sql.placeholder("householdId")),
        isNull(chore.deletedAt),
        isNull(chore.recurrenceRule),
        lt(chore.startDate, sql.placeholder("since")),
        isOfChore,
      ),
    )
    .orderBy(...latestDateFirst),
);

const starsByMember = prepared((db) =>
  db
    .select({ ...fields(choreCompletion, "memberId"), stars: sql<number>`sum(${choreCompletion.stars})`.as("stars") })
    .from(choreCompletion)
    .where(ofHousehold)
    .groupBy(choreCompletion.memberId),
);

export type Completion = ReturnType<typeof toCompletion>;
type CompletionRow = ReturnType<typeof completionsIn.all>[number];

const shownDays = 90;
const lastDate = "9999-12-31";

/**
 * Returns the completions of the last 90 days by chore, in the form of {@link completionsBetween}. A `choreId` of null
 * selects all chores.
 */
export function completionsFor(work: Work, chores: readonly Schedule[], choreId: string | null) {
  const since = addDays(dateIn(work.timeZone, work.now), -shownDays);
  return completionsBetween(work, chores, { since, until: lastDate, choreId });
}

/** A range of dates, both inclusive. A `choreId` of null selects all chores. */
type Range = { readonly since: string; readonly until: string; readonly choreId: string | null };

/**
 * Returns two functions that return the completions of a chore by the chore's id. `shown` returns the completions in
 * the range. `deciding` returns the completions that decide whether the chore is still open. The results differ for a
 * chore without a rule that was due before the range. Such a chore stays open until somebody does it.
 */
export function completionsBetween({ db, householdId }: Work, chores: readonly Schedule[], range: Range) {
  const { since, choreId } = range;
  const recent = byChore(completionsIn.all(db, { householdId, ...range }));
  const hasOldOnes = chores.some(({ recurrenceRule, startDate }) => recurrenceRule === null && startDate < since);
  const old = byChore(hasOldOnes ? olderSingleCompletions.all(db, { householdId, since, choreId }) : []);
  const shown = (id: string): Completion[] => recent.get(id) ?? [];
  return { shown, deciding: (id: string) => old.get(id) ?? shown(id) };
}

function byChore(rows: readonly CompletionRow[]): ReadonlyMap<string, Completion[]> {
  const found = new Map<string, Completion[]>();
  for (const row of rows) {
    const known = found.get(row.choreId);
    if (known) known.push(toCompletion(row));
    else found.set(row.choreId, [toCompletion(row)]);
  }
  for (const completions of found.values()) completions.sort(byTime);
  return found;
}

/** Compares two completions, so that the newest come first. */
function byTime(one: Completion, other: Completion): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  if (one.completedAt !== other.completedAt) return one.completedAt < other.completedAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** Returns the stars of each member. Includes stars from deleted chores. */
export function starsOf({ db, householdId }: Work): ReadonlyMap<string, number> {
  return new Map(starsByMember.all(db, { householdId }).map(({ memberId, stars }) => [memberId, stars]));
}

export function toCompletion({ id, memberId, date, stars, completedAt }: Omit<CompletionRow, "choreId">) {
  return { id, memberId, date, stars, completedAt };
}
