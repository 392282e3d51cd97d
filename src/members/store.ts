/** Households and their members. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { actorId, actorsOf } from "../activity/actors.ts";
import { record } from "../activity/record.ts";
import type { Actor, Work } from "../actor.ts";
import type { Plan } from "../auth/plan.ts";
import type { Db } from "../db/client.ts";
import { fields, prepared, preparedWrite } from "../db/prepare.ts";
import { household, member } from "../db/schema.ts";
import { noSuch, notFound } from "../errors.ts";
import { colorKeys } from "../schema.ts";

/** What a member may do; see contract section 3. */
export const roles = ["owner", "adult", "child", "guest"] as const;
/** See {@link roles}. */
export type Role = (typeof roles)[number];

const ofHousehold = and(eq(member.householdId, sql.placeholder("householdId")), isNull(member.removedAt));

const membersInOrder = prepared((db) =>
  db
    .select(fields(member, "id", "name", "role", "color", "avatar", "createdAt", "updatedAt", "createdBy"))
    .from(member)
    .where(ofHousehold)
    .orderBy(asc(member.position)),
);

const memberById = prepared((db) =>
  db
    .select(fields(member, "id", "name", "role", "color", "avatar", "createdAt", "updatedAt", "createdBy"))
    .from(member)
    .where(and(ofHousehold, eq(member.id, sql.placeholder("id")))),
);

const nextPosition = prepared((db) =>
  db
    .select({ position: sql<number>`ifnull(max(${member.position}) + 1, 0)`.as("position") })
    .from(member)
    .where(eq(member.householdId, sql.placeholder("householdId"))),
);

const insertMember = preparedWrite((db) =>
  db.insert(member).values({
    id: sql.placeholder("id"),
    householdId: sql.placeholder("householdId"),
    name: sql.placeholder("name"),
    role: sql.placeholder("role"),
    color: sql.placeholder("color"),
    avatar: sql.placeholder("avatar"),
    position: sql.placeholder("position"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
    createdBy: sql.placeholder("createdBy"),
  }),
);

const householdById = prepared((db) =>
  db
    .select(fields(household, "id", "name", "timeZone", "weekStartsOn", "plan", "planEndsAt", "trialEndsAt"))
    .from(household)
    .where(eq(household.id, sql.placeholder("id"))),
);

const allHouseholds = prepared((db) =>
  db
    .select(fields(household, "id", "name", "timeZone", "weekStartsOn", "plan", "planEndsAt", "trialEndsAt"))
    .from(household)
    .orderBy(asc(household.createdAt), asc(household.id)),
);

const insertHousehold = preparedWrite((db) =>
  db.insert(household).values({
    id: sql.placeholder("id"),
    name: sql.placeholder("name"),
    timeZone: sql.placeholder("timeZone"),
    plan: sql.placeholder("plan"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const updatePlan = preparedWrite((db) =>
  db
    .update(household)
    .set({
      plan: sql`${sql.placeholder("plan")}`,
      planEndsAt: sql`${sql.placeholder("planEndsAt")}`,
      trialEndsAt: sql`${sql.placeholder("trialEndsAt")}`,
      updatedAt: sql`${sql.placeholder("now")}`,
    })
    .where(eq(household.id, sql.placeholder("id"))),
);

type MemberRow = NonNullable<ReturnType<typeof memberById.get>>;
type HouseholdRow = NonNullable<ReturnType<typeof householdById.get>>;

/** The household and its members in display order. */
export function readDirectory(work: Work) {
  const { db, householdId } = work;
  const actorOf = actorsOf(work);
  return {
    household: toHousehold(readHousehold(db, householdId)),
    members: membersInOrder.all(db, { householdId }).map((row) => toMember(row, actorOf)),
  };
}

/** The row of one household. @throws ApiError 404 where there is none. */
export function readHousehold(db: Db, id: string): HouseholdRow {
  const row = householdById.get(db, { id });
  if (!row) throw notFound("Household");
  return row;
}

/** Every household of the database, oldest first; for the operator alone. */
export function listHouseholds(db: Db): HouseholdRow[] {
  return allHouseholds.all(db);
}

/**
 * The member behind an id from a body.
 * @throws ApiError 422 `<path>: no such member` for one that the household does not have.
 */
export function requireMember({ db, householdId }: Work, id: string, path: string): MemberRow {
  const row = memberById.get(db, { householdId, id });
  if (!row) throw noSuch(path, "member");
  return row;
}

/** Makes an empty household and answers its row. Must be in a transaction. */
export function createHousehold(
  db: Db,
  input: { name: string; timeZone: string; plan: Plan["plan"] },
  now: Date,
): HouseholdRow {
  const id = Bun.randomUUIDv7("hex", now);
  insertHousehold(db, { id, ...input, now: now.toISOString() });
  return readHousehold(db, id);
}

/** Adds a member at the end of the order. The colour defaults to one not worn yet. Must be in a transaction. */
export function addMember(
  work: Work,
  input: { name: string; role: Role; color?: (typeof colorKeys)[number]; avatar?: string | null },
) {
  const { db, householdId, now } = work;
  const { position } = nextPosition.get(db, { householdId }) ?? { position: 0 };
  const id = Bun.randomUUIDv7("hex", now);
  insertMember(db, {
    id,
    householdId,
    name: input.name,
    role: input.role,
    color: input.color ?? colorKeys[position % colorKeys.length] ?? "teal",
    avatar: input.avatar ?? null,
    position,
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  const added = toMember(requireMember(work, id, "id"), actorsOf(work));
  record(work, {
    action: "created",
    subject: { type: "member", id, label: added.name },
    summary: `added ${added.name} to the household`,
    changes: null,
    before: null,
    after: added,
  });
  return added;
}

/** Replaces the household's plan whole: an end that is left out becomes none. Must be in a transaction. */
export function setPlan(work: Work, plan: Plan): Plan {
  const { db, householdId: id, now } = work;
  const { name, ...row } = readHousehold(db, id);
  const before = toPlan(row);
  const after = toPlan(plan);
  updatePlan(db, { id, ...after, now: now.toISOString() });
  record(work, {
    action: "updated",
    subject: { type: "household", id, label: name },
    summary: `set the plan to ${plan.plan}`,
    changes: { plan: { from: before, to: after } },
    before,
    after,
  });
  return after;
}

/** The plan columns alone, as the command line shows them. */
export function toPlan({ plan, planEndsAt, trialEndsAt }: Plan): Plan {
  return { plan, planEndsAt, trialEndsAt };
}

/** The answered form of a household. */
export function toHousehold({ id, name, timeZone, weekStartsOn }: HouseholdRow) {
  return { id, name, timeZone, weekStartsOn };
}

function toMember(row: MemberRow, actorOf: (id: number) => Actor) {
  return { ...row, createdBy: actorOf(row.createdBy) };
}
