/** The members of a household: the directory, and adding, changing, ordering and removing them. */
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { actorId, actorsOf, renameActor } from "../activity/actors.ts";
import { changesBetween, type Entry, record } from "../activity/record.ts";
import type { Actor, Work } from "../actor.ts";
import type { Role } from "../auth/role.ts";
import { assigned, fields, given, prepared, preparedWrite } from "../db/prepare.ts";
import { member } from "../db/schema.ts";
import { forbidden, noSuch, notFound, unprocessable } from "../errors.ts";
import { readHousehold, toHousehold } from "../households/store.ts";
import { requireSameSet } from "../order.ts";
import { type ColorKeyName, colorKeys } from "../schema.ts";

const ofHousehold = and(eq(member.householdId, sql.placeholder("householdId")), isNull(member.removedAt));
const isOne = and(ofHousehold, eq(member.id, sql.placeholder("id")));
const memberFields = {
  ...fields(member, "id", "name", "role", "color", "avatar"),
  ...fields(member, "createdAt", "updatedAt", "createdBy"),
};

const membersInOrder = prepared((db) =>
  db.select(memberFields).from(member).where(ofHousehold).orderBy(asc(member.position)),
);

const memberById = prepared((db) => db.select(memberFields).from(member).where(isOne));

const nextPosition = prepared((db) =>
  db
    .select({ position: sql<number>`ifnull(max(${member.position}) + 1, 0)`.as("position") })
    .from(member)
    .where(eq(member.householdId, sql.placeholder("householdId"))),
);

/** Across households: an email signs in to one of them only. */
const emailOwner = prepared((db) =>
  db
    .select(fields(member, "id"))
    .from(member)
    .where(and(eq(member.email, sql.placeholder("email")), ne(member.id, sql.placeholder("id")))),
);

const insertMember = preparedWrite((db) =>
  db.insert(member).values({
    ...given("id", "householdId", "name", "role", "color", "avatar", "email", "position", "createdBy"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const changeMember = preparedWrite((db) =>
  db
    .update(member)
    .set({
      ...assigned("name", "role", "color", "avatar", "email"),
      signInName: sql`iif(${member.passwordHash} is null, null, ${sql.placeholder("foldedName")})`,
      updatedAt: sql`${sql.placeholder("now")}`,
    })
    .where(isOne),
);

const emailOf = prepared((db) => db.select(fields(member, "email")).from(member).where(isOne));

const placeMember = preparedWrite((db) =>
  db
    .update(member)
    .set({ position: sql`${sql.placeholder("position")}` })
    .where(isOne),
);

const hideMember = preparedWrite((db) =>
  db
    .update(member)
    .set({
      removedAt: sql`${sql.placeholder("now")}`,
      updatedAt: sql`${sql.placeholder("now")}`,
      email: null,
      passwordHash: null,
      signInName: null,
    })
    .where(isOne),
);

type MemberRow = NonNullable<ReturnType<typeof memberById.get>>;
/** A member as answered. */
export type Member = ReturnType<typeof toMember>;

/** The household and its members in display order. */
export function readDirectory(work: Work) {
  return { household: toHousehold(readHousehold(work.db, work.householdId)), members: listMembers(work) };
}

/** The members in display order. */
export function listMembers(work: Work): Member[] {
  const actorOf = actorsOf(work);
  return membersInOrder.all(work.db, { householdId: work.householdId }).map((row) => toMember(row, actorOf));
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

/** The member behind an id from the path. @throws ApiError 404 `Member not found`. */
export function readMember(work: Work, id: string): Member {
  const row = memberById.get(work.db, { householdId: work.householdId, id });
  if (!row) throw notFound("Member");
  return toMember(row, actorsOf(work));
}

/** What a new member is. The colour defaults to one that few wear. */
export type NewMember = {
  readonly name: string;
  readonly role: Role;
  readonly color?: ColorKeyName;
  readonly avatar?: string | null;
  readonly email?: string | null;
};

/** Adds a member at the end of the order. Must be in a transaction. @throws ApiError 422 for a taken name or email; 403. */
export function addMember(work: Work, input: NewMember): Member {
  const { db, householdId, now } = work;
  const id = Bun.randomUUIDv7("hex", now);
  requireOwnerFor(work, input.role);
  requireFreeName(work, input.name, id);
  const email = foldEmail(input.email);
  requireFreeEmail(work, email, id);
  const { position } = nextPosition.get(db, { householdId }) ?? { position: 0 };
  const color = input.color ?? colorKeys[position % colorKeys.length] ?? "teal";
  const { name, role, avatar = null } = input;
  const createdBy = actorId(work);
  insertMember(db, { id, householdId, name, role, color, avatar, email, position, now: now.toISOString(), createdBy });
  const after = readMember(work, id);
  record(work, {
    ...about(after),
    action: "created",
    summary: `added ${after.name} to the household`,
    changes: null,
    before: null,
    after,
  });
  return after;
}

/** Changes a member; a patch that changes nothing writes nothing. @throws ApiError 404; 403 and 422 as decided. */
export function updateMember(work: Work, id: string, patch: Partial<NewMember>): Member {
  const { db, householdId, now } = work;
  const before = readMember(work, id);
  const email = emailOf.get(db, { householdId, id })?.email ?? null;
  const wanted = patch.email === undefined ? patch : { ...patch, email: foldEmail(patch.email) };
  const changes = changesBetween<Partial<NewMember>>({ ...before, email }, wanted);
  if (!changes) return before;
  const next = { ...before, email, ...wanted };
  requireOwnerFor(work, before.role, next.role);
  if (before.role === "owner" && next.role !== "owner") requireAnotherOwner(work, id);
  requireFreeName(work, next.name, id);
  requireFreeEmail(work, next.email, id);
  const { name, role, color, avatar } = next;
  const foldedName = foldName(name);
  changeMember(db, {
    id,
    householdId,
    name,
    role,
    color,
    avatar,
    email: next.email,
    foldedName,
    now: now.toISOString(),
  });
  const after = readMember(work, id);
  record(work, {
    ...about(after),
    action: "updated",
    summary: changes.name
      ? `renamed ${before.name} to ${name}`
      : `changed ${name}'s ${Object.keys(changes).join(", ")}`,
    changes,
    before: { ...before, email },
    after: { ...after, email: next.email },
  });
  // Last, because recording may have stored the member's own old name.
  if (changes.name) renameActor(work, id, name);
  return after;
}

/** Puts the members in this order: exactly the ids there are. @throws ApiError 422 naming what is missing or unknown. */
export function reorderMembers(work: Work, ids: string[]): { ids: string[] } {
  const { db, householdId } = work;
  const before = listMembers(work).map(({ id }) => id);
  requireSameSet(ids, before, "member");
  if (Bun.deepEquals(ids, before)) return { ids };
  for (const [position, id] of ids.entries()) placeMember(db, { householdId, id, position });
  record(work, {
    action: "reordered",
    subject: { type: "household", id: householdId, label: readHousehold(db, householdId).name },
    summary: "put the members in another order",
    changes: null,
    before: { ids: before },
    after: { ids },
  });
  return { ids };
}

/**
 * Hides a member for good: name, colour and history stay, sign-in does not. What hangs on the member must have been let go of
 * before, in the same transaction. `taken` says what became of it, for the feed.
 * @throws ApiError 404; 403 for an owner, by somebody who is none; 422 for the last owner.
 */
export function hideRemovedMember(work: Work, id: string, taken: string): { id: string; deleted: true } {
  const before = readMember(work, id);
  hideMember(work.db, { householdId: work.householdId, id, now: work.now.toISOString() });
  record(work, {
    ...about(before),
    action: "deleted",
    summary: `removed ${before.name} from the household${taken}`,
    changes: null,
    before,
    after: null,
  });
  return { id, deleted: true };
}

/** Refuses what only an owner may do to an owner, and what would leave none. @throws ApiError 403, 422. */
export function requireRemovable(work: Work, { id, role }: Member): void {
  requireOwnerFor(work, role);
  if (role === "owner") requireAnotherOwner(work, id);
}

/** @throws ApiError 403 where an owner is concerned and the acting member is none. Keys and the system never come here. */
export function requireOwnerFor(work: Work, ...concerned: Role[]): void {
  const isByOwner = work.role === null || work.role === "owner";
  if (concerned.includes("owner") && !isByOwner) throw forbidden("Only an owner can change owners");
}

function requireAnotherOwner(work: Work, id: string): void {
  const others = listMembers(work).filter((each) => each.role === "owner" && each.id !== id);
  if (others.length === 0) throw unprocessable("role: the household needs an owner; make somebody else one first");
}

/** Names are compared without regard to case; there are a few dozen of them at most. */
function requireFreeName(work: Work, name: string, id: string): void {
  const isTaken = listMembers(work).some((each) => each.id !== id && foldName(each.name) === foldName(name));
  if (isTaken) throw unprocessable("name: is another member's already");
}

function requireFreeEmail({ db }: Work, email: string | null, id: string): void {
  if (email !== null && emailOwner.get(db, { email, id })) throw unprocessable("email: is in use already");
}

/** A name as it is compared: without regard to case and accents' spelling. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** An email as it is stored and compared; null for none. */
export function foldEmail(email: string | null | undefined): string | null {
  return email ? email.toLowerCase() : null;
}

function about({ id, name }: Member): Pick<Entry, "subject"> {
  return { subject: { type: "member", id, label: name } };
}

function toMember(row: MemberRow, actorOf: (id: number) => Actor) {
  return { ...row, createdBy: actorOf(row.createdBy) };
}
