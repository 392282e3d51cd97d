import { and, asc, eq, gt, max, ne, sql } from "drizzle-orm";
import { generateToken } from "../auth/tokens.ts";
import type { Db } from "../db/client.ts";
import { instanceValue } from "../db/instance.ts";
import { fields, prepared } from "../db/prepare.ts";
import { eventChange } from "../db/tables.ts";
import type { Work } from "../work.ts";

/** Its row has the number of the newest change that was forgotten. No resource has this name. */
const forgotten = "";
const epochName = "dav-epoch";
const epochLength = 10;

const ofCalendar = and(
  eq(eventChange.householdId, sql.placeholder("householdId")),
  eq(eventChange.calendar, sql.placeholder("calendar")),
);

const newest = prepared((db) =>
  db
    .select({ seq: sql<number | null>`${max(eventChange.seq)}`.as("seq") })
    .from(eventChange)
    .where(ofCalendar),
);

const changesAfter = prepared((db) =>
  db
    .select(fields(eventChange, "name", "seq"))
    .from(eventChange)
    .where(and(ofCalendar, gt(eventChange.seq, sql.placeholder("after")), ne(eventChange.name, forgotten)))
    .orderBy(asc(eventChange.seq))
    .limit(sql.placeholder("limit")),
);

const floor = prepared((db) =>
  db
    .select(fields(eventChange, "seq"))
    .from(eventChange)
    .where(and(ofCalendar, eq(eventChange.name, forgotten))),
);

/** Made anew by a restore: numbers of the lost changes may come again. */
export function epochOf(db: Db): string {
  return instanceValue(db, epochName, () => generateToken().slice(0, epochLength));
}

export function newestChange({ db, householdId }: Work, calendar: string): number {
  return newest.get(db, { householdId, calendar })?.seq ?? 0;
}

export type Change = { readonly name: string; readonly seq: number };

/** Oldest first. Null if changes after `after` were forgotten. */
export function listChanges(
  { db, householdId }: Work,
  calendar: string,
  after: number,
  limit: number,
): readonly Change[] | null {
  if ((floor.get(db, { householdId, calendar })?.seq ?? 0) > after) return null;
  return changesAfter.all(db, { householdId, calendar, after, limit });
}
