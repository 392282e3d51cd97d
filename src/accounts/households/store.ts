import { asc, eq, min, sql } from "drizzle-orm";
import { notFound, unprocessable } from "#lib/errors.ts";
import { defaultGroceryListName } from "#lib/grocery-list.ts";
import { say } from "#lib/sentence.ts";
import { canonicalTimeZone, isTimeZone } from "#lib/time.ts";
import { type Changes, changesBetween, record } from "#platform/activity/record.ts";
import type { Plan } from "#platform/auth/plan.ts";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { household } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { AllDayReminder, Display } from "./model.ts";

const householdFields = fields(
  household,
  "id",
  "name",
  "timeZone",
  "weekStartsOn",
  "defaultReminderMinutes",
  "allDayReminder",
  "weekStartsToday",
  "hiddenMealTypes",
  "amounts",
  "groceryListName",
  "photoSearch",
  "plan",
  "planEndsAt",
  "trialEndsAt",
  "updatedAt",
);

const householdById = prepared((db) =>
  db
    .select(householdFields)
    .from(household)
    .where(eq(household.id, sql.placeholder("id"))),
);

const revisionOf = prepared((db) =>
  db
    .select(fields(household, "revision"))
    .from(household)
    .where(eq(household.id, sql.placeholder("householdId"))),
);

const allHouseholds = prepared((db) =>
  db.select(householdFields).from(household).orderBy(asc(household.createdAt), asc(household.id)),
);

const oldestHousehold = prepared((db) =>
  db
    .select(fields(household, "timeZone"))
    .from(household)
    .where(eq(household.id, db.select({ id: min(household.id) }).from(household))),
);

const insertHousehold = preparedWrite((db) =>
  db.insert(household).values({
    ...insertParams("id", "name", "timeZone", "plan", "groceryListName"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const changeSettings = preparedWrite((db) =>
  db
    .update(household)
    .set({
      ...updateParams(
        "name",
        "timeZone",
        "weekStartsOn",
        "defaultReminderMinutes",
        "allDayReminder",
        "weekStartsToday",
        "hiddenMealTypes",
        "amounts",
        "groceryListName",
        "photoSearch",
      ),
      updatedAt: sql`${sql.placeholder("now")}`,
    })
    .where(eq(household.id, sql.placeholder("id"))),
);

const changePlan = preparedWrite((db) =>
  db
    .update(household)
    .set({ ...updateParams("plan", "planEndsAt", "trialEndsAt"), updatedAt: sql`${sql.placeholder("now")}` })
    .where(eq(household.id, sql.placeholder("id"))),
);

const removeHousehold = preparedWrite((db) => db.delete(household).where(eq(household.id, sql.placeholder("id"))));

type HouseholdRow = NonNullable<ReturnType<typeof householdById.get>>;

export type Settings = Pick<
  HouseholdRow,
  "name" | "timeZone" | "weekStartsOn" | "groceryListName" | "defaultReminderMinutes"
> & {
  readonly allDayReminder: AllDayReminder;
  readonly photoSearch: boolean;
};

/** The settings of a household as the database stores them. */
export type SettingsRow = Pick<
  HouseholdRow,
  | "name"
  | "timeZone"
  | "weekStartsOn"
  | "defaultReminderMinutes"
  | "allDayReminder"
  | "weekStartsToday"
  | "hiddenMealTypes"
  | "amounts"
  | "groceryListName"
  | "photoSearch"
>;

/** Returns a household. @throws ApiError 404. */
export function readHousehold(db: Db, id: string): HouseholdRow {
  const row = householdById.get(db, { id });
  if (!row) throw notFound("Household");
  return row;
}

/** Returns the household's revision, a counter that every change raises. */
export function readRevision({ db, householdId }: Pick<Work, "db" | "householdId">): number {
  return revisionOf.get(db, { householdId })?.revision ?? 0;
}

/** Returns the time zone of the oldest household. Null if no household exists. */
export function findTimeZone(db: Db): string | null {
  return oldestHousehold.get(db)?.timeZone ?? null;
}

export function listHouseholds(db: Db): HouseholdRow[] {
  return allHouseholds.all(db);
}

/** Creates a household. Must run in a transaction. @throws ApiError 422 for an unknown time zone. */
export function createHousehold(
  db: Db,
  input: { name: string; timeZone: string; plan: Plan["plan"]; groceryListName?: string },
  now: Date,
): HouseholdRow {
  const timeZone = requireTimeZone(input.timeZone);
  const id = Bun.randomUUIDv7("hex", now);
  const { groceryListName = defaultGroceryListName } = input;
  insertHousehold(db, { id, ...input, groceryListName, timeZone, now: now.toISOString() });
  return readHousehold(db, id);
}

/** Deletes a household with everything it owns. Must run in a transaction. @throws ApiError 404. */
export function deleteHousehold(db: Db, id: string): { id: string; deleted: true } {
  readHousehold(db, id);
  removeHousehold(db, { id });
  return { id, deleted: true };
}

/**
 * Changes the settings of a household.
 * @throws ApiError 422 for an unknown time zone, or for `allDayReminder` without `defaultReminderMinutes`.
 */
export function updateSettings(work: Work, given: Partial<Settings>): Settings & { id: string } {
  const row = readHousehold(work.db, work.householdId);
  const before = toSettings(row);
  const { allDayReminder, photoSearch, ...others } = given;
  const normalized = others.timeZone === undefined ? others : { ...others, timeZone: requireTimeZone(others.timeZone) };
  const saved: Partial<SettingsRow> = {
    ...normalized,
    ...(allDayReminder !== undefined && { allDayReminder: allDayReminder && JSON.stringify(allDayReminder) }),
    ...(photoSearch !== undefined && { photoSearch: Number(photoSearch) }),
  };
  const after = toSettings({ ...row, ...saved });
  if (allDayReminder && after.defaultReminderMinutes === null) {
    throw unprocessable("allDayReminder", "needs defaultReminderMinutes, because it is the default for all-day events");
  }
  const changes = changesBetween<Partial<Settings>>(before, { ...normalized, allDayReminder, photoSearch });
  if (!changes) return before;
  saveSettings(work, row, saved, changes);
  return after;
}

export function updateDisplay(work: Work, given: Partial<Display>): Display {
  const row = readHousehold(work.db, work.householdId);
  const before = toDisplay(row);
  const after = { ...before, ...given };
  const changes = changesBetween<Partial<Display>>(before, given);
  if (!changes) return before;
  const { weekStartsToday, hiddenMealTypes, amounts } = after;
  saveSettings(
    work,
    row,
    { weekStartsToday: weekStartsToday ? 1 : 0, hiddenMealTypes: JSON.stringify(hiddenMealTypes), amounts },
    changes,
  );
  return after;
}

function saveSettings(work: Work, row: HouseholdRow, patch: Partial<SettingsRow>, changes: Changes): void {
  const { db, householdId: id, now } = work;
  const before = toSettingsRow(row);
  const after = { ...before, ...patch };
  changeSettings(db, { ...after, id, now: now.toISOString() });
  record(work, {
    action: "updated",
    subject: { type: "household", id, label: after.name },
    summary: changes.name ? say`renamed the household to “${after.name}”` : say`changed the household's settings`,
    changes,
    before: { settings: [before] },
    after: { settings: [after] },
  });
}

/**
 * Restores the settings in `target` and returns true. If the present settings differ from `expected`, changes nothing
 * and returns false. Must run in a transaction.
 */
export function restoreSettings(work: Work, target: SettingsRow, expected: SettingsRow): boolean {
  const { db, householdId: id, now } = work;
  const present = toSettingsRow(readHousehold(db, id));
  if (!Bun.deepEquals(present, { ...present, ...expected })) return false;
  changeSettings(db, { ...present, ...target, id, now: now.toISOString() });
  return true;
}

/** Sets the plan of a household. An omitted end date becomes null. Must run in a transaction. */
export function setPlan(work: Work, plan: Plan): Plan {
  const { db, householdId: id, now } = work;
  const row = readHousehold(db, id);
  const before = toPlan(row);
  const after = toPlan(plan);
  const changes = changesBetween<Plan>(before, after);
  if (!changes) return after;
  changePlan(db, { id, ...after, now: now.toISOString() });
  record(work, {
    action: "updated",
    subject: { type: "household", id, label: row.name },
    summary: say`set the plan to ${plan.plan}`,
    changes,
    before: { plan: [before] },
    after: { plan: [after] },
  });
  return after;
}

export function toPlan({ plan, planEndsAt, trialEndsAt }: Plan): Plan {
  return { plan, planEndsAt, trialEndsAt };
}

export function toHousehold({ id, name, timeZone, weekStartsOn, groceryListName }: HouseholdRow) {
  return { id, name, timeZone, weekStartsOn, groceryListName };
}

export function toSettings(row: HouseholdRow): Settings & { id: string } {
  const { defaultReminderMinutes } = row;
  const allDayReminder =
    defaultReminderMinutes === null || row.allDayReminder === null ? null : JSON.parse(row.allDayReminder);
  return { ...toHousehold(row), defaultReminderMinutes, allDayReminder, photoSearch: row.photoSearch === 1 };
}

function toSettingsRow(row: HouseholdRow): SettingsRow & { id: string } {
  const { defaultReminderMinutes, allDayReminder, weekStartsToday, hiddenMealTypes, amounts, photoSearch } = row;
  const display = { weekStartsToday, hiddenMealTypes, amounts };
  return { ...toHousehold(row), defaultReminderMinutes, allDayReminder, ...display, photoSearch };
}

export function toDisplay({ weekStartsToday, hiddenMealTypes, amounts }: HouseholdRow): Display {
  return { weekStartsToday: weekStartsToday === 1, hiddenMealTypes: JSON.parse(hiddenMealTypes), amounts };
}

function requireTimeZone(timeZone: string): string {
  if (!isTimeZone(timeZone)) throw unprocessable("timeZone", "no such time zone");
  return canonicalTimeZone(timeZone);
}
