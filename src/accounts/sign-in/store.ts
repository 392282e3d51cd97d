import { desc, gt, inArray, lte, ne, sql } from "drizzle-orm";
import { notFound, raise } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { day } from "#lib/time.ts";
import type { Deleted } from "#lib/wire.ts";
import { record, rowImages } from "#platform/activity/record.ts";
import { findActorAt } from "#platform/activity/store.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import { lastUsedAt } from "#platform/auth/last-uses.ts";
import { generateToken, hashToken } from "#platform/auth/tokens.ts";
import type { Db } from "#platform/db/client.ts";
import { preparedWrite } from "#platform/db/prepare.ts";
import {
  byId,
  countIn,
  deleteFrom,
  equal,
  type HouseholdScope,
  insertInto,
  param,
  selectFrom,
  storedColumns,
  updateIn,
} from "#platform/db/statements.ts";
import { invitation, member, session } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { requireOwnerFor } from "../members/owners.ts";
import { deleteInvitation, normalizeEmail, normalizeSignInName, readMember } from "../members/store.ts";

const invitationMs = 7 * day;
const sessionMs = 30 * day;
const maxUserAgentLength = 300;
const sweepBatchSize = 200;

const signInOf = selectFrom(member, ["name", "email", "passwordHash"], { where: byId(member) });
const changePassword = updateIn(member, ["passwordHash", "signInName"], byId(member));
const insertSession = insertInto(session);
const ofMember = equal(session.memberId, "memberId");

const sessionsOfMember = selectFrom(session, ["id", "createdAt", "lastSeenAt", "userAgent"], {
  where: [ofMember, gt(session.lastSeenAt, param("since"))],
  orderBy: [desc(session.lastSeenAt), desc(session.id)],
});

const removeSession = deleteFrom(session, [ofMember, byId(session)]);
const removeSessionByToken = deleteFrom(session, equal(session.tokenHash, "tokenHash"));
const removeOtherSessions = deleteFrom(session, [ofMember, ne(session.id, param("kept"))]);

/** Deletes expired sessions of all households. */
const removeExpiredSessions = preparedWrite((db) =>
  db.delete(session).where(
    inArray(
      session.id,
      db
        .select({ id: session.id })
        .from(session)
        .where(lte(session.lastSeenAt, param("since")))
        .limit(sweepBatchSize),
    ),
  ),
);

const insertInvitation = insertInto(invitation, storedColumns(invitation), (insert) =>
  insert.onConflictDoUpdate({
    target: invitation.memberId,
    set: { tokenHash: sql`excluded.token_hash`, expiresAt: sql`excluded.expires_at` },
  }),
);

const isOpen = gt(invitation.expiresAt, param("now"));

const invitationByToken = selectFrom(invitation, ["memberId", "expiresAt"], {
  where: [equal(invitation.tokenHash, "tokenHash"), isOpen],
});

const countOpenInvitations = countIn(invitation, [equal(invitation.memberId, "memberId"), isOpen]);

export type Account = { readonly id: string; readonly householdId: string; readonly passwordHash: string | null };

/**
 * Finds the member whose email or name a person typed to sign in. Finds only members with a password. A name is found
 * only if no other member of any household has the same name. Null if no member is found.
 */
export function findAccount(db: Db, login: string): Account | null {
  const found = directoryOf(db).findLogin(normalizeEmail(login), normalizeSignInName(login));
  if (!found) return null;
  const { householdId, memberId: id } = found;
  return { id, householdId, passwordHash: readPasswordHash({ db, householdId }, id) };
}

export function readPasswordHash(scope: HouseholdScope, memberId: string): string | null {
  return signInOf.get(scope, { id: memberId })?.passwordHash ?? null;
}

/** Sets a member's password, and ends all sessions except `kept`. A null hash means that the member cannot sign in. */
export function setPassword(work: Work, memberId: string, passwordHash: string | null, kept = ""): void {
  const name = signInOf.get(work, { id: memberId })?.name ?? "";
  changePassword(work, {
    id: memberId,
    passwordHash,
    signInName: passwordHash === null ? null : normalizeSignInName(name),
  });
  removeOtherSessions(work, { memberId, kept });
}

/** Starts a session and returns its token. The database stores only a hash of the token. */
export function startSession(work: Work, memberId: string, userAgent: string | null): string {
  const token = generateToken();
  const now = work.now.toISOString();
  insertSession(work, {
    id: Bun.randomUUIDv7("hex", work.now),
    memberId,
    tokenHash: hashToken(token),
    createdAt: now,
    lastSeenAt: now,
    userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null,
  });
  return token;
}

/** Deletes up to 200 expired sessions and returns how many were deleted. */
export function deleteExpiredSessions(db: Db, now: Date): number {
  return removeExpiredSessions(db, { since: sessionCutoff(now) });
}

export function listSessions(work: Work, memberId: string, current: string) {
  const rows = sessionsOfMember.all(work, { memberId, since: sessionCutoff(work.now) });
  const sessions = rows.map((row) => {
    return { ...row, lastSeenAt: lastUsedAt(work.db, row.id, row.lastSeenAt), current: row.id === current };
  });
  return sessions.sort((one, other) => (one.lastSeenAt + one.id < other.lastSeenAt + other.id ? 1 : -1));
}

export function endSession(work: Work, memberId: string, id: string): Deleted {
  if (removeSession(work, { memberId, id }) === 0) throw notFound("Session");
  return { id, deleted: true };
}

export function hasSignIn(work: Work, memberId: string): boolean {
  if (readPasswordHash(work, memberId) !== null || listSessions(work, memberId, "").length > 0) return true;
  return countOpenInvitations(work, { memberId, now: work.now.toISOString() }) > 0;
}

export const endSessionByToken = (work: Work, token: string) =>
  removeSessionByToken(work, { tokenHash: hashToken(token) });

/** Takes away a member's sign-in: removes the password, ends the sessions, and deletes the invitation. */
export function endSignIn(work: Work, memberId: string): void {
  setPassword(work, memberId, null);
  deleteInvitation(work, { memberId });
}

/** Creates an invitation, which replaces an earlier one. @throws ApiError 404; 403 if an adult invites an owner. */
export function invite(work: Work, memberId: string, baseUrl: string): { link: string; expiresAt: string } {
  const { name, role } = readMember(work, memberId);
  requireOwnerFor(work, role);
  const token = generateToken();
  const expiresAt = new Date(work.now.getTime() + invitationMs).toISOString();
  insertInvitation(work, { memberId, tokenHash: hashToken(token), expiresAt });
  recordSignIn(work, memberId, say`invited ${name} to set a password`);
  return { link: `${baseUrl}/join#${token}`, expiresAt };
}

type Invitation = { readonly memberId: string; readonly householdId: string; readonly expiresAt: string };

export function findInvitation(db: Db, token: string, now: Date): Invitation | null {
  const tokenHash = hashToken(token);
  const householdId = directoryOf(db).findCredential("invitation", tokenHash);
  if (householdId === null) return null;
  const found = invitationByToken.get({ db, householdId }, { tokenHash, now: now.toISOString() });
  return found && { ...found, householdId };
}

export function readInvitation(db: Db, token: string, now: Date): Invitation {
  return findInvitation(db, token, now) ?? raise(notFound("Invitation"));
}

/**
 * Returns the name of the member who made an invitation. Null if the invitation was made on the command line. Finds the
 * member by the entry in the feed that was made at the same instant as the invitation.
 */
export function readInviter(work: Work, { memberId, expiresAt }: Invitation): string | null {
  const invitedAt = new Date(Date.parse(expiresAt) - invitationMs).toISOString();
  const actor = findActorAt(work, { type: "member", id: memberId }, invitedAt);
  return actor?.kind === "member" ? actor.name : null;
}

export const readEmail = (work: Work, id: string): string | null => signInOf.get(work, { id })?.email ?? null;

/** Sets the password, deletes the invitation, and returns the member's id. @throws ApiError 404. */
export function acceptInvitation(work: Work, token: string, passwordHash: string): string {
  const { memberId } = readInvitation(work.db, token, work.now);
  deleteInvitation(work, { memberId });
  setPassword(work, memberId, passwordHash);
  return memberId;
}

/** Records in the feed that a member's sign-in was changed. `summary` must not contain a secret. */
export function recordSignIn(work: Work, memberId: string, summary: Sentence): void {
  const member = readMember(work, memberId);
  const subject = { type: "member", id: memberId, label: member.name } as const;
  record(work, { action: "updated", subject, summary, ...rowImages("signIn", member, member) });
}

function sessionCutoff(now: Date): string {
  return new Date(now.getTime() - sessionMs).toISOString();
}
