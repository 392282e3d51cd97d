/** Households: the tenants, their settings and their plan. */
import { asc, eq, sql } from "drizzle-orm";
import { changesBetween, record } from "../activity/record.ts";
import type { Plan } from "../auth/plan.ts";
import type { Db } from "../db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { household } from "../db/tables.ts";
import { notFound, unprocessable } from "../errors.ts";
import { canonicalTimeZone, isTimeZone } from "../lib/time.ts";
import type { Work } from "../work.ts";

const householdFields = {
  ...fields(household, "id", "name", "timeZone", "weekStartsOn", "defaultReminderMinutes"),
  ...fields(household, "plan", "planEndsAt", "trialEndsAt"),
};

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

const insertHousehold = preparedWrite((db) =>
  db.insert(household).values({
    ...insertParams("id", "name", "timeZone", "plan"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const changeSettings = preparedWrite((db) =>
  db
    .update(household)
    .set({
      ...updateParams("name", "timeZone", "weekStartsOn", "defaultReminderMinutes"),
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

/** What a household may set of itself. A null reminder: none by default. */
export type Settings = Pick<HouseholdRow, "name" | "timeZone" | "weekStartsOn" | "defaultReminderMinutes">;

/** The row of one household. @throws ApiError 404 where there is none. */
export function readHousehold(db: Db, id: string): HouseholdRow {
  const row = householdById.get(db, { id });
  if (!row) throw notFound("Household");
  return row;
}

/** The household's revision: each of its changes raises it. */
export function readRevision({ db, householdId }: Pick<Work, "db" | "householdId">): number {
  return revisionOf.get(db, { householdId })?.revision ?? 0;
}

/** Every household of the database, oldest first; for the operator alone. */
export function listHouseholds(db: Db): HouseholdRow[] {
  return allHouseholds.all(db);
}

/**
 * Makes an empty household and answers its row. Must be in a transaction.
 * @throws ApiError 422 for a time zone that the runtime does not know.
 */
export function createHousehold(
  db: Db,
  input: { name: string; timeZone: string; plan: Plan["plan"] },
  now: Date,
): HouseholdRow {
  const timeZone = requireTimeZone(input.timeZone);
  const id = Bun.randomUUIDv7("hex", now);
  insertHousehold(db, { id, ...input, timeZone, now: now.toISOString() });
  return readHousehold(db, id);
}

/** Deletes a household with everything it owns. Must be in a transaction. @throws ApiError 404. */
export function deleteHousehold(db: Db, id: string): { id: string; deleted: true } {
  readHousehold(db, id);
  removeHousehold(db, { id });
  return { id, deleted: true };
}

/** Changes the household's settings; a patch that changes nothing writes nothing. @throws ApiError 422 for an unknown zone. */
export function updateSettings(work: Work, given: Partial<Settings>): Settings & { id: string } {
  const { db, householdId: id, now } = work;
  const before = toSettings(readHousehold(db, id));
  const patch = given.timeZone === undefined ? given : { ...given, timeZone: requireTimeZone(given.timeZone) };
  const changes = changesBetween<Partial<Settings>>(before, patch);
  if (!changes) return before;
  const after = { ...before, ...patch };
  changeSettings(db, { ...after, now: now.toISOString() });
  record(work, {
    action: "updated",
    subject: { type: "household", id, label: after.name },
    summary: changes.name ? `renamed the household to “${after.name}”` : "changed the household's settings",
    changes,
    before: { settings: [before] },
    after: { settings: [after] },
  });
  return after;
}

/** Puts settings back, if they are still what a change left. False: they are not. Must be in a transaction. */
export function restoreSettings(work: Work, wanted: Settings, expected: Settings): boolean {
  const { db, householdId: id, now } = work;
  const present = toSettings(readHousehold(db, id));
  if (!Bun.deepEquals(present, { ...present, ...expected })) return false;
  changeSettings(db, { ...present, ...wanted, id, now: now.toISOString() });
  return true;
}

/** Replaces the household's plan whole: an end that is left out becomes none. Must be in a transaction. */
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
    summary: `set the plan to ${plan.plan}`,
    changes,
    before: { plan: [before] },
    after: { plan: [after] },
  });
  return after;
}

/** The plan columns alone, as the command line shows them. */
export function toPlan({ plan, planEndsAt, trialEndsAt }: Plan): Plan {
  return { plan, planEndsAt, trialEndsAt };
}

/** The household as everybody in it sees it. */
export function toHousehold({ id, name, timeZone, weekStartsOn }: HouseholdRow) {
  return { id, name, timeZone, weekStartsOn };
}

/** The household as its settings page sees it. */
export function toSettings(row: HouseholdRow): Settings & { id: string } {
  return { ...toHousehold(row), defaultReminderMinutes: row.defaultReminderMinutes };
}

function requireTimeZone(timeZone: string): string {
  if (!isTimeZone(timeZone)) throw unprocessable("timeZone", "no such time zone");
  return canonicalTimeZone(timeZone);
}
