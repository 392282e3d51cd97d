/** Completions of chores as they are stored: the recent ones, what decides on today, and the stars of all time. */
import { and, desc, eq, gte, isNull, lt, lte, sql } from "drizzle-orm";
import { fields, prepared } from "../db/prepare.ts";
import { chore, choreCompletion } from "../db/tables.ts";
import { dateIn } from "../lib/time.ts";
import type { Work } from "../work.ts";
import type { Schedule } from "./occurrences.ts";

/** The columns of a completion, under their names in the code; none of them ever changes. */
export const completionColumns = ["id", "choreId", "memberId", "date", "stars", "completedAt", "createdBy"] as const;

const ofHousehold = eq(choreCompletion.householdId, sql.placeholder("householdId"));
const shownFields = fields(choreCompletion, "id", "choreId", "memberId", "date", "stars", "completedAt");
/** As the index has them, so that SQLite need not sort thousands; see {@link byTime} for the rest. */
const latestDateFirst = [desc(choreCompletion.date), desc(choreCompletion.choreId), desc(choreCompletion.memberId)];

/** `choreId` null: of all chores. */
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

/** A completion as answered. */
export type Completion = ReturnType<typeof toCompletion>;
type CompletionRow = ReturnType<typeof completionsIn.all>[number];

/** Completions of so many days back are shown: today's date less them is the first (our choice of where they begin). */
const shownDays = 90;
const lastDate = "9999-12-31";

/**
 * What there is of completions for some chores, by their ids, newest first: those that are shown, and those that decide on
 * today. `choreId` null: of all chores.
 */
export function completionsFor(work: Work, chores: readonly Schedule[], choreId: string | null) {
  const today = Temporal.PlainDate.from(dateIn(work.timeZone, work.now));
  const since = today.subtract({ days: shownDays }).toString();
  return completionsBetween(work, chores, { since, until: lastDate, choreId });
}

/** Both dates are inclusive; `choreId` null: of all chores. */
type Range = { readonly since: string; readonly until: string; readonly choreId: string | null };

/**
 * The same for a range of dates: `shown` has what was done for one of them, `deciding` also what was done of chores without a
 * rule that fell before them.
 */
export function completionsBetween({ db, householdId }: Work, chores: readonly Schedule[], range: Range) {
  const { since, choreId } = range;
  const recent = byChore(completionsIn.all(db, { householdId, ...range }));
  const hasOldOnes = chores.some(({ recurrenceRule, startDate }) => recurrenceRule === null && startDate < since);
  const old = byChore(hasOldOnes ? oldOnceDone.all(db, { householdId, since, choreId }) : []);
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

/** Of one chore and date only a few have to change places. */
function byTime(one: Completion, other: Completion): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  if (one.completedAt !== other.completedAt) return one.completedAt < other.completedAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** The stars of all time, by member, those of deleted chores among them; nothing for who never had any. */
export function starsOf({ db, householdId }: Work): ReadonlyMap<string, number> {
  return new Map(starsByMember.all(db, { householdId }).map(({ memberId, stars }) => [memberId, stars]));
}

/** A completion as answered. */
export function toCompletion({ id, memberId, date, stars, completedAt }: Omit<CompletionRow, "choreId">) {
  return { id, memberId, date, stars, completedAt };
}
