import { asc, eq, min } from "drizzle-orm";
import { notFound, raise, unprocessable } from "#lib/errors.ts";
import { defaultGroceryListName } from "#lib/grocery-list.ts";
import { say } from "#lib/sentence.ts";
import { canonicalTimeZone, isTimeZone } from "#lib/time.ts";
import type { Deleted } from "#lib/wire.ts";
import { type Changes, changesBetween, type Entry, record, rowImages } from "#platform/activity/record.ts";
import type { Plan } from "#platform/auth/plan.ts";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { equal, type HouseholdScope, toColumns } from "#platform/db/statements.ts";
import { household } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { Display, DisplayPatch, Settings, SettingsPatch } from "./model.ts";

const settingsColumns = [
  "name",
  "timeZone",
  "weekStartsOn",
  "groceryListName",
  "defaultReminderMinutes",
  "allDayReminder",
  "weekStartsToday",
  "hiddenMealTypes",
  "amounts",
  "photoSearch",
] as const;
const planColumns = ["plan", "planEndsAt", "trialEndsAt"] as const;
const householdFields = fields(household, "id", ...settingsColumns, ...planColumns, "updatedAt");
const isOne = equal(household.id, "id");

const householdById = prepared((db) => db.select(householdFields).from(household).where(isOne));

const revisionOf = prepared((db) =>
  db.select(fields(household, "revision")).from(household).where(equal(household.id, "householdId")),
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
  db
    .insert(household)
    .values(insertParams("id", "name", "timeZone", "plan", "groceryListName", "createdAt", "updatedAt")),
);

const changeOf = (columns: readonly (keyof HouseholdRow)[]) =>
  preparedWrite((db) =>
    db
      .update(household)
      .set(updateParams(...columns))
      .where(isOne),
  );

const changeSettings = changeOf([...settingsColumns, "updatedAt"]);
const changePlan = changeOf([...planColumns, "updatedAt"]);
const removeHousehold = preparedWrite((db) => db.delete(household).where(isOne));

type HouseholdRow = NonNullable<ReturnType<typeof householdById.get>>;

export type SettingsRow = Pick<HouseholdRow, (typeof settingsColumns)[number]>;

export function readHousehold({ db, householdId }: HouseholdScope): HouseholdRow {
  return householdById.get(db, { id: householdId }) ?? raise(notFound("Household"));
}

/** Returns the subject of an entry of the activity feed that is about the whole household. */
export function householdSubject(scope: HouseholdScope): Entry["subject"] {
  return { type: "household", id: scope.householdId, label: readHousehold(scope).name };
}

/** Returns the household's revision, a counter that every change raises. */
export function readRevision({ db, householdId }: HouseholdScope): number {
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
  const createdAt = now.toISOString();
  insertHousehold(db, { id, ...input, groceryListName, timeZone, createdAt, updatedAt: createdAt });
  return readHousehold({ db, householdId: id });
}

/** Deletes a household with everything it owns. Must run in a transaction. @throws ApiError 404. */
export function deleteHousehold(db: Db, id: string): Deleted {
  readHousehold({ db, householdId: id });
  removeHousehold(db, { id });
  return { id, deleted: true };
}

/** Changes settings. @throws ApiError 422 for a bad time zone, or `allDayReminder` without `defaultReminderMinutes`. */
export function updateSettings(work: Work, given: SettingsPatch): Settings {
  const row = readHousehold(work);
  const before = toSettings(row);
  const { timeZone } = given;
  const patch = timeZone === undefined ? given : { ...given, timeZone: requireTimeZone(timeZone) };
  const { allDayReminder, photoSearch, ...others } = patch;
  const saved = toColumns(patch);
  const after = toSettings({ ...row, ...saved });
  if (allDayReminder && after.defaultReminderMinutes === null) {
    throw unprocessable("allDayReminder", "needs defaultReminderMinutes, because it is the default for all-day events");
  }
  const changes = changesBetween<SettingsPatch>(before, { ...others, allDayReminder, photoSearch });
  if (!changes) return before;
  saveSettings(work, row, saved, changes);
  return after;
}

export function updateDisplay(work: Work, given: DisplayPatch): Display {
  const row = readHousehold(work);
  const before = toDisplay(row);
  const changes = changesBetween<DisplayPatch>(before, given);
  if (!changes) return before;
  saveSettings(work, row, toColumns(given), changes);
  return { ...before, ...given };
}

function saveSettings(work: Work, row: HouseholdRow, patch: Partial<SettingsRow>, changes: Changes): void {
  const { db, householdId: id, now } = work;
  const before = toSettingsRow(row);
  const after = { ...before, ...patch };
  changeSettings(db, { ...after, updatedAt: now.toISOString() });
  record(work, {
    action: "updated",
    subject: { type: "household", id, label: after.name },
    summary: changes.name ? say`renamed the household to “${after.name}”` : say`changed the household's settings`,
    changes,
    ...rowImages("settings", before, after),
  });
}

/**
 * Restores `target` and returns true, or returns false if the settings are not `expected`. Must run in a transaction.
 */
export function restoreSettings(work: Work, target: SettingsRow, expected: SettingsRow): boolean {
  const { db, now } = work;
  const present = toSettingsRow(readHousehold(work));
  if (!Bun.deepEquals(present, { ...present, ...expected })) return false;
  changeSettings(db, { ...present, ...target, updatedAt: now.toISOString() });
  return true;
}

/** Sets the plan of a household. An omitted end date becomes null. Must run in a transaction. */
export function setPlan(work: Work, plan: Plan): Plan {
  const { db, householdId: id, now } = work;
  const row = readHousehold(work);
  const before = toPlan(row);
  const after = toPlan(plan);
  const changes = changesBetween<Plan>(before, after);
  if (!changes) return after;
  changePlan(db, { id, ...after, updatedAt: now.toISOString() });
  record(work, {
    action: "updated",
    subject: { type: "household", id, label: row.name },
    summary: say`set the plan to ${plan.plan}`,
    changes,
    ...rowImages("plan", before, after),
  });
  return after;
}

export function toPlan({ plan, planEndsAt, trialEndsAt }: Plan): Plan {
  return { plan, planEndsAt, trialEndsAt };
}

export function toHousehold({ id, name, timeZone, weekStartsOn, groceryListName }: HouseholdRow) {
  return { id, name, timeZone, weekStartsOn, groceryListName };
}

export function toSettings(row: HouseholdRow): Settings {
  const { defaultReminderMinutes } = row;
  const allDayReminder =
    defaultReminderMinutes === null || row.allDayReminder === null ? null : JSON.parse(row.allDayReminder);
  return { ...toHousehold(row), defaultReminderMinutes, allDayReminder, photoSearch: row.photoSearch === 1 };
}

function toSettingsRow({ plan, planEndsAt, trialEndsAt, updatedAt, ...settings }: HouseholdRow) {
  return settings;
}

export function toDisplay({ weekStartsToday, hiddenMealTypes, amounts }: HouseholdRow): Display {
  return { weekStartsToday: weekStartsToday === 1, hiddenMealTypes: JSON.parse(hiddenMealTypes), amounts };
}

function requireTimeZone(timeZone: string): string {
  if (!isTimeZone(timeZone)) throw unprocessable("timeZone", "no such time zone");
  return canonicalTimeZone(timeZone);
}
