import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { foldText } from "#lib/case-folding.ts";
import { noSuch, notFound, unprocessable } from "#lib/errors.ts";
import { changedPositions, positionsBefore, requireSameSet } from "#lib/reordering.ts";
import { type Phrase, say, saySeries } from "#lib/sentence.ts";
import { type ColorKeyName, colorKeys } from "#lib/wire.ts";
import { actorId, actorsOf, renameActor } from "#platform/activity/actors.ts";
import { type Changes, changesBetween, type Entry, record } from "#platform/activity/record.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import { type Role, requireAdultOrSelf } from "#platform/auth/role.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { invitation, member } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { readHousehold, toHousehold } from "../households/store.ts";
import { normalizeEmail, normalizeSignInName } from "./normalize.ts";
import { requireAnotherOwner, requireOwnerFor } from "./owners.ts";

export const ofHousehold = and(eq(member.householdId, sql.placeholder("householdId")), isNull(member.removedAt));
const isOne = and(ofHousehold, eq(member.id, sql.placeholder("id")));
export const memberFields = {
  ...fields(member, "id", "name", "role", "color", "avatar", "photoFile"),
  ...fields(member, "createdAt", "updatedAt", "createdBy"),
};

const membersInOrder = prepared((db) =>
  db.select(memberFields).from(member).where(ofHousehold).orderBy(asc(member.position)),
);

const memberPositions = prepared((db) =>
  db
    .select(fields(member, "id", "position"))
    .from(member)
    .where(ofHousehold)
    .orderBy(asc(member.position)),
);

const memberById = prepared((db) => db.select(memberFields).from(member).where(isOne));

const membersToRemind = prepared((db) =>
  db
    .select({
      ...fields(member, "id", "name", "role", "updatedAt"),
      canSignIn: sql<number>`${member.passwordHash} is not null`.as("canSignIn"),
    })
    .from(member)
    .where(ofHousehold)
    .orderBy(asc(member.position)),
);

const nextPosition = prepared((db) =>
  db
    .select({ position: sql<number>`ifnull(max(${member.position}) + 1, 0)`.as("position") })
    .from(member)
    .where(eq(member.householdId, sql.placeholder("householdId"))),
);

const insertMember = preparedWrite((db) =>
  db.insert(member).values({
    ...insertParams("id", "householdId", "name", "role", "color", "avatar", "email", "position", "createdBy"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const changeMember = preparedWrite((db) =>
  db
    .update(member)
    .set({
      ...updateParams("name", "role", "color", "avatar", "email"),
      signInName: sql`iif(${member.passwordHash} is null, null, ${sql.placeholder("normalizedName")})`,
      updatedAt: sql`${sql.placeholder("now")}`,
    })
    .where(isOne),
);

const emailOf = prepared((db) => db.select(fields(member, "email")).from(member).where(isOne));

const setPosition = preparedWrite((db) =>
  db
    .update(member)
    .set({ position: sql`${sql.placeholder("position")}` })
    .where(isOne),
);

const changePhoto = preparedWrite((db) =>
  db
    .update(member)
    .set({ ...updateParams("photoFile"), updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

const hideMember = preparedWrite((db) =>
  db
    .update(member)
    .set({
      removedAt: sql`${sql.placeholder("now")}`,
      updatedAt: sql`${sql.placeholder("now")}`,
      photoFile: null,
      email: null,
      passwordHash: null,
      signInName: null,
    })
    .where(isOne),
);

const deleteInvitation = preparedWrite((db) =>
  db
    .delete(invitation)
    .where(
      and(eq(invitation.householdId, sql.placeholder("householdId")), eq(invitation.memberId, sql.placeholder("id"))),
    ),
);

type MemberRow = NonNullable<ReturnType<typeof memberById.get>>;
export type Member = ReturnType<typeof toMember<MemberRow>>;

export function readDirectory(work: Work) {
  return { household: toHousehold(readHousehold(work.db, work.householdId)), members: listMembers(work) };
}

export function listMembers(work: Work): Member[] {
  const actorOf = actorsOf(work);
  return membersInOrder.all(work.db, { householdId: work.householdId }).map((row) => toMember(row, actorOf));
}

export function membersForReminders({ db, householdId }: Work) {
  return membersToRemind.all(db, { householdId });
}

/**
 * Returns the member with this id. `path` is the field that contains the id.
 * @throws ApiError 422 `<path>: no such member`.
 */
export function requireMember({ db, householdId }: Work, id: string, path: string): MemberRow {
  const row = memberById.get(db, { householdId, id });
  if (!row) throw noSuch(path, "member");
  return row;
}

/** Requires that all members exist. @throws ApiError 422 `<path>: no such member`. */
export function requireMembers(work: Work, ids: readonly string[], path = "memberIds"): void {
  for (const id of ids) requireMember(work, id, path);
}

/** Returns a member. @throws ApiError 404. */
export function readMember(work: Work, id: string): Member {
  const row = memberById.get(work.db, { householdId: work.householdId, id });
  if (!row) throw notFound("Member");
  return toMember(row, actorsOf(work));
}

export type NewMember = {
  readonly name: string;
  readonly role: Role;
  readonly color?: ColorKeyName;
  readonly avatar?: string | null;
  readonly email?: string | null;
};

/** Adds a member. @throws ApiError 422 for a taken name or email; 403 if an adult adds an owner. */
export function addMember(work: Work, input: NewMember): Member {
  const { db, householdId, now } = work;
  const id = Bun.randomUUIDv7("hex", now);
  requireOwnerFor(work, input.role);
  requireFreeName(work, input.name, id);
  const email = normalizeEmail(input.email);
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
    summary: say`added ${after.name} to the household`,
    changes: null,
    before: null,
    after: { directory: [{ ...after, email }] },
  });
  return after;
}

export type Profile = Pick<Member, "name" | "role" | "color" | "avatar"> & { readonly email: string | null };

const fieldNames: Readonly<Record<string, Phrase>> = {
  role: say`role`,
  color: say`color`,
  avatar: say`avatar`,
  email: say`email`,
};

/**
 * Changes a member.
 * @throws ApiError 404; 403 and 422 as {@link addMember}; 422 if the household would have no owner left.
 */
export function updateMember(work: Work, id: string, patch: Partial<NewMember>): Member {
  const before = readMember(work, id);
  const present = profileOf(work, before);
  const normalized = patch.email === undefined ? patch : { ...patch, email: normalizeEmail(patch.email) };
  const changes = changesBetween<Partial<NewMember>>(present, normalized);
  if (!changes) return before;
  const profile: Profile = { ...present, ...normalized };
  const after = writeProfile(work, before, profile);
  record(work, {
    ...about(after),
    action: "updated",
    summary: changes.name
      ? say`renamed ${before.name} to ${after.name}`
      : say`changed ${after.name}'s ${saySeries(Object.keys(changes).map((field) => fieldNames[field] ?? field))}`,
    changes: maskEmails(changes),
    before: { profile: [{ id, ...present }] },
    after: { profile: [{ id, ...profile }] },
  });
  // This comes last, because `record` may have stored the old name of the member, who may be the actor.
  if (changes.name) renameActor(work, id, after.name);
  return after;
}

/**
 * Restores the profile of a member to `target` and returns true. If the present profile differs from `expected`, or if
 * the member was removed, changes nothing and returns false.
 * @throws ApiError as {@link updateMember}.
 */
export function restoreProfile(work: Work, id: string, target: Profile, expected: Profile): boolean {
  const row = memberById.get(work.db, { householdId: work.householdId, id });
  if (!row) return false;
  const before = toMember(row, actorsOf(work));
  const present = profileOf(work, before);
  if (!Bun.deepEquals(present, { ...present, ...expected })) return false;
  const { name } = writeProfile(work, before, { ...present, ...target });
  renameActor(work, id, name);
  return true;
}

function profileOf({ db, householdId }: Work, { id, name, role, color, avatar }: Member): Profile {
  return { name, role, color, avatar, email: emailOf.get(db, { householdId, id })?.email ?? null };
}

function writeProfile(work: Work, before: Member, profile: Profile): Member {
  const { db, householdId, now } = work;
  const { id } = before;
  const { name, role, email } = profile;
  requireOwnerFor(work, before.role, role);
  if (before.role === "owner" && role !== "owner") requireAnotherOwner(work, id);
  requireFreeName(work, name, id);
  requireFreeEmail(work, email, id);
  changeMember(db, { id, householdId, ...profile, normalizedName: normalizeSignInName(name), now: now.toISOString() });
  // Otherwise an adult could invite somebody and then make the invited member an owner.
  if (before.role !== role) deleteInvitation(db, { householdId, id });
  return readMember(work, id);
}

/** Changes the order of the members. @throws ApiError 422 unless `ids` contains each member exactly once. */
export function reorderMembers(work: Work, ids: string[]): { ids: string[] } {
  const { db, householdId } = work;
  const present = memberPositions.all(db, { householdId });
  const before = present.map(({ id }) => id);
  requireSameSet(ids, before, "member");
  if (Bun.deepEquals(ids, before)) return { ids };
  const moved = changedPositions(ids, present);
  for (const { id, position } of moved) setPosition(db, { householdId, id, position });
  record(work, {
    action: "reordered",
    subject: { type: "household", id: householdId, label: readHousehold(db, householdId).name },
    summary: say`put the members in another order`,
    changes: null,
    before: { member: positionsBefore(moved, present) },
    after: { member: moved },
  });
  return { ids };
}

/** The result of changing a photo. The caller deletes the file `orphan` after the transaction. */
export type PhotoChange = { readonly answer: Member; readonly orphan: string | null };

/**
 * Sets a member's photo; null removes the photo. The change cannot be undone, because the former file is deleted. Must
 * run in a transaction.
 * @throws ApiError as {@link requireMayChangePhoto}.
 */
export function setPhoto(work: Work, id: string, photoFile: string | null): PhotoChange {
  requireMayChangePhoto(work, id);
  const { db, householdId, now } = work;
  const before = memberById.get(db, { householdId, id });
  const orphan = before?.photoFile ?? null;
  if (photoFile === orphan) return { answer: readMember(work, id), orphan: null };
  changePhoto(db, { householdId, id, photoFile, now: now.toISOString() });
  const answer = readMember(work, id);
  record(work, {
    ...about(answer),
    action: "updated",
    summary: photoFile === null ? say`removed ${answer.name}'s photo` : say`changed ${answer.name}'s photo`,
    changes: null,
    before: { directory: [{ id }] },
    after: { directory: [{ id }] },
  });
  return { answer, orphan };
}

/**
 * Requires that the caller may change the photo of a member.
 * @throws ApiError 404; 403 if a child or guest changes the photo of another member, or if an adult changes the photo
 * of an owner.
 */
export function requireMayChangePhoto(work: Work, id: string): void {
  requireAdultOrSelf(work, id);
  const { role } = readMember(work, id);
  if (work.memberId !== id) requireOwnerFor(work, role);
}

/**
 * Hides a member who is removed. The row stays, because the history refers to it. The caller must first remove all
 * references to the member, and must delete the returned `photoFile` after the transaction. `summaryEnd` is the end of
 * the sentence about the removal in the activity feed.
 * @throws ApiError 404.
 */
export function hideRemovedMember(work: Work, id: string, summaryEnd: Phrase | "") {
  const member = readMember(work, id);
  const photoFile = memberById.get(work.db, { householdId: work.householdId, id })?.photoFile ?? null;
  const before = { ...member, email: emailOf.get(work.db, { householdId: work.householdId, id })?.email ?? null };
  hideMember(work.db, { householdId: work.householdId, id, now: work.now.toISOString() });
  record(work, {
    ...about(member),
    action: "deleted",
    summary: say`removed ${member.name} from the household${summaryEnd}`,
    changes: null,
    before: { directory: [before] },
    after: null,
  });
  return { answer: { id, deleted: true } as const, photoFile };
}

function requireFreeName(work: Work, name: string, id: string): void {
  const isTaken = listMembers(work).some((each) => each.id !== id && foldText(each.name) === foldText(name));
  if (isTaken) throw unprocessable("name", "must not be another member's name", "name_taken");
}

function requireFreeEmail({ db }: Work, email: string | null, id: string): void {
  const holder = email === null ? null : directoryOf(db).findEmail(email);
  if (holder && holder.memberId !== id) throw unprocessable("email", "is already in use", "email_taken");
}

/**
 * Replaces the emails in the changes of an entry by `(an address)`. Everybody reads the feed, but only adults may see
 * emails.
 */
function maskEmails({ email, ...changes }: Changes): Changes {
  const shown = (address: unknown) => (address === null ? null : "(an address)");
  return email ? { ...changes, email: { from: shown(email.from), to: shown(email.to) } } : changes;
}

function about({ id, name }: Member): Pick<Entry, "subject"> {
  return { subject: { type: "member", id, label: name } };
}

export function toMember<Row extends MemberRow>({ photoFile, ...row }: Row, actorOf: (id: number) => Actor) {
  const photo = photoFile === null ? null : { url: `/covers/${photoFile}` };
  return { ...row, photo, createdBy: actorOf(row.createdBy) };
}
