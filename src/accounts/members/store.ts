import { asc, isNull, sql } from "drizzle-orm";
import { foldText } from "#lib/case-folding.ts";
import { noSuch, notFound, raise, unprocessable } from "#lib/errors.ts";
import { type Phrase, say, saySeries } from "#lib/sentence.ts";
import { colorKeys } from "#lib/wire.ts";
import { actorsOf, newRecordFields, renameActor } from "#platform/activity/actors.ts";
import { type Changes, changesBetween, type Entry, record, rowImages } from "#platform/activity/record.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import { requireAdultOrSelf } from "#platform/auth/role.ts";
import { byId, deleteFrom, equal, insertInto, param, selectFrom, updateIn } from "#platform/db/statements.ts";
import { invitation, member } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { reorderAll } from "../households/reordering.ts";
import { readHousehold, toHousehold } from "../households/store.ts";
import type { Member, MemberPatch, NewMember } from "./model.ts";
import { requireAnotherOwner, requireOwnerFor } from "./owners.ts";

export const memberColumns = [
  "id",
  "name",
  "role",
  "color",
  "avatar",
  "photoFile",
  "createdAt",
  "updatedAt",
  "createdBy",
] as const;

export const isPresent = isNull(member.removedAt);
const isOne = [byId(member), isPresent];
const inOrder = { where: isPresent, orderBy: [asc(member.position)] };

const membersInOrder = selectFrom(member, memberColumns, inOrder);
const memberNames = selectFrom(member, ["id", "name"], { where: isPresent });
const memberPositions = selectFrom(member, ["id", "position"], inOrder);
const memberById = selectFrom(member, memberColumns, { where: isOne });

const membersToRemind = selectFrom(member, ["id", "name", "role", "updatedAt"], {
  ...inOrder,
  computed: { canSignIn: sql<number>`${member.passwordHash} is not null` },
});

const nextPosition = selectFrom(member, [], {
  computed: { position: sql<number>`ifnull(max(${member.position}) + 1, 0)` },
});

const profileColumns = ["name", "role", "color", "avatar", "email"] as const;

const insertMember = insertInto(member, ["id", ...profileColumns, "position", "createdAt", "updatedAt", "createdBy"]);

const changeMember = updateIn(member, [...profileColumns, "updatedAt"], isOne, {
  signInName: sql`iif(${member.passwordHash} is null, null, ${param("normalizedName")})`,
});

const privateFields = selectFrom(member, ["email", "photoFile"], { where: isOne });
const setPosition = updateIn(member, ["position"], isOne);
const changePhoto = updateIn(member, ["photoFile", "updatedAt"], isOne);

const hideMember = updateIn(member, ["removedAt", "updatedAt"], isOne, {
  photoFile: null,
  email: null,
  passwordHash: null,
  signInName: null,
});

export const deleteInvitation = deleteFrom(invitation, equal(invitation.memberId, "memberId"));

type MemberRow = NonNullable<ReturnType<typeof memberById.get>>;

export function readDirectory(work: Work) {
  return { household: toHousehold(readHousehold(work)), members: listMembers(work) };
}

export function listMembers(work: Work): Member[] {
  const actorOf = actorsOf(work);
  return membersInOrder.all(work).map((row) => toMember(row, actorOf));
}

export const membersForReminders = (work: Work) => membersToRemind.all(work);

/** Returns the member. @throws ApiError 422 `<path>: no such member`; `path` is the field that contains the id. */
export function requireMember(work: Work, id: string, path: string): MemberRow {
  return memberById.get(work, { id }) ?? raise(noSuch(path, "member"));
}

/** Returns the members' names. @throws ApiError 422 `<path>: no such member`; `path` is the field of the ids. */
export function requireMembers(work: Work, ids: readonly string[], path = "memberIds"): string[] {
  if (ids.length === 0) return [];
  const names = new Map(memberNames.all(work).map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? raise(noSuch(path, "member")));
}

export function readMember(work: Work, id: string): Member {
  return toMember(memberById.get(work, { id }) ?? raise(notFound("Member")), actorsOf(work));
}

/** Adds a member. @throws ApiError 422 for a taken name or email; 403 if an adult adds an owner. */
export function addMember(work: Work, input: NewMember): Member {
  requireOwnerFor(work, input.role);
  requireFreeName(work, input.name);
  const email = normalizeEmail(input.email);
  requireFreeEmail(work, email);
  const position = nextPosition.get(work)?.position ?? 0;
  const color = input.color ?? colorKeys[position % colorKeys.length] ?? "teal";
  const fields = newRecordFields(work);
  insertMember(work, { ...input, avatar: input.avatar ?? null, color, email, position, ...fields });
  const after = readMember(work, fields.id);
  const summary = say`added ${after.name} to the household`;
  record(work, { ...about(after), action: "created", summary, ...rowImages("directory", null, { ...after, email }) });
  return after;
}

export type Profile = Pick<Member, "name" | "role" | "color" | "avatar"> & { readonly email: string | null };

const fieldNames: Readonly<Record<string, Phrase>> = {
  role: say`role`,
  color: say`color`,
  avatar: say`avatar`,
  email: say`email`,
};

/** Changes a member. @throws ApiError 404; 403 and 422 as {@link addMember}; 422 if no owner would be left. */
export function updateMember(work: Work, id: string, patch: MemberPatch): Member {
  const before = readMember(work, id);
  const present = profileOf(work, before);
  const normalized = patch.email === undefined ? patch : { ...patch, email: normalizeEmail(patch.email) };
  const changes = changesBetween<MemberPatch>(present, normalized);
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
    ...rowImages("profile", { id, ...present }, { id, ...profile }),
  });
  // This comes last, because `record` may have stored the old name of the member, who may be the actor.
  if (changes.name) renameActor(work, id, after.name);
  return after;
}

/**
 * Restores the profile of a member to `target` and returns true. Changes nothing and returns false if the present
 * profile differs from `expected`, or if the member was removed.
 * @throws ApiError as {@link updateMember}.
 */
export function restoreProfile(work: Work, id: string, target: Profile, expected: Profile): boolean {
  const row = memberById.get(work, { id });
  if (!row) return false;
  const before = toMember(row, actorsOf(work));
  const present = profileOf(work, before);
  if (!Bun.deepEquals(present, { ...present, ...expected })) return false;
  const { name } = writeProfile(work, before, { ...present, ...target });
  renameActor(work, id, name);
  return true;
}

function profileOf(work: Work, { id, name, role, color, avatar }: Member): Profile {
  return { name, role, color, avatar, email: privateFields.get(work, { id })?.email ?? null };
}

function writeProfile(work: Work, before: Member, profile: Profile): Member {
  const { id } = before;
  const { name, role, email } = profile;
  requireOwnerFor(work, before.role, role);
  if (before.role === "owner" && role !== "owner") requireAnotherOwner(work, id);
  requireFreeName(work, name, id);
  requireFreeEmail(work, email, id);
  const updatedAt = work.now.toISOString();
  changeMember(work, { ...profile, id, normalizedName: normalizeSignInName(name), updatedAt });
  // Otherwise an adult could invite somebody and then make the invited member an owner.
  if (before.role !== role) deleteInvitation(work, { memberId: id });
  return readMember(work, id);
}

/** Changes the order of the members. @throws ApiError 422 unless `ids` contains each member exactly once. */
export function reorderMembers(work: Work, ids: string[]): { ids: string[] } {
  return reorderAll(work, ids, {
    table: "member",
    thing: "member",
    present: memberPositions.all(work),
    setPosition,
    summary: say`put the members in another order`,
  });
}

/**
 * Sets a member's photo; null removes the photo. The change cannot be undone, because the former file is deleted. Must
 * run in a transaction. The caller deletes the file `orphan` after the transaction.
 * @throws ApiError as {@link requireMayChangePhoto}.
 */
export function setPhoto(work: Work, id: string, photoFile: string | null) {
  requireMayChangePhoto(work, id);
  const orphan = privateFields.get(work, { id })?.photoFile ?? null;
  if (photoFile === orphan) return { answer: readMember(work, id), orphan: null };
  changePhoto(work, { id, photoFile, updatedAt: work.now.toISOString() });
  const answer = readMember(work, id);
  const { name } = answer;
  const summary = photoFile === null ? say`removed ${name}'s photo` : say`changed ${name}'s photo`;
  record(work, { ...about(answer), action: "updated", summary, ...rowImages("directory", { id }, { id }) });
  return { answer, orphan };
}

/**
 * Requires that the caller may change a member's photo.
 * @throws ApiError 404; 403 if a child or guest changes another member's photo, or if an adult changes an owner's
 * photo.
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
  const { email = null, photoFile = null } = privateFields.get(work, { id }) ?? {};
  const now = work.now.toISOString();
  hideMember(work, { id, removedAt: now, updatedAt: now });
  const summary = say`removed ${member.name} from the household${summaryEnd}`;
  record(work, { ...about(member), action: "deleted", summary, ...rowImages("directory", { ...member, email }, null) });
  return { answer: { id, deleted: true } as const, photoFile };
}

function requireFreeName(work: Work, name: string, id?: string): void {
  const isTaken = listMembers(work).some((each) => each.id !== id && foldText(each.name) === foldText(name));
  if (isTaken) throw unprocessable("name", "must not be another member's name", "name_taken");
}

function requireFreeEmail({ db }: Work, email: string | null, id?: string): void {
  const holder = email === null ? null : directoryOf(db).findEmail(email);
  if (holder && holder.memberId !== id) throw unprocessable("email", "is already in use", "email_taken");
}

/** Replaces emails by `(an address)`, because everybody reads the feed, but only adults may see emails. */
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

/**
 * Returns a name in the form in which the database stores sign-in names. Never change this function, because the stored
 * names would no longer match. `foldText` ignores more differences, but is for comparisons in memory only.
 */
export function normalizeSignInName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export function normalizeEmail(email: string | null | undefined): string | null {
  return email ? email.toLowerCase() : null;
}
