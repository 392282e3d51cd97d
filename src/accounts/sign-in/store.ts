import { and, desc, eq, gt, inArray, lte, ne, sql } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { day } from "#lib/time.ts";
import { record } from "#platform/activity/record.ts";
import { readLatestActor } from "#platform/activity/store.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import { lastUsedAt } from "#platform/auth/last-uses.ts";
import { generateToken, hashToken } from "#platform/auth/tokens.ts";
import type { Db } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { invitation, member, session } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { normalizeEmail, normalizeSignInName } from "../members/normalize.ts";
import { requireOwnerFor } from "../members/owners.ts";
import { readMember } from "../members/store.ts";

const invitationMs = 7 * day;
const sessionMs = 30 * day;
const maxUserAgentLength = 300;
const sweepBatchSize = 200;

const signInOf = prepared((db) =>
  db
    .select(fields(member, "name", "email", "passwordHash"))
    .from(member)
    .where(and(eq(member.householdId, sql.placeholder("householdId")), eq(member.id, sql.placeholder("id")))),
);

const changePassword = preparedWrite((db) =>
  db
    .update(member)
    .set({
      passwordHash: sql`${sql.placeholder("hash")}`,
      signInName: sql`${sql.placeholder("signInName")}`,
    })
    .where(and(eq(member.householdId, sql.placeholder("householdId")), eq(member.id, sql.placeholder("id")))),
);

const insertSession = preparedWrite((db) =>
  db.insert(session).values({
    ...insertParams("id", "householdId", "memberId", "tokenHash", "userAgent"),
    createdAt: sql.placeholder("now"),
    lastSeenAt: sql.placeholder("now"),
  }),
);

const ofMember = and(
  eq(session.householdId, sql.placeholder("householdId")),
  eq(session.memberId, sql.placeholder("memberId")),
);

const sessionsOfMember = prepared((db) =>
  db
    .select(fields(session, "id", "createdAt", "lastSeenAt", "userAgent"))
    .from(session)
    .where(and(ofMember, gt(session.lastSeenAt, sql.placeholder("since"))))
    .orderBy(desc(session.lastSeenAt), desc(session.id)),
);

const removeSession = preparedWrite((db) =>
  db.delete(session).where(and(ofMember, eq(session.id, sql.placeholder("id")))),
);

const removeSessionByToken = preparedWrite((db) =>
  db
    .delete(session)
    .where(
      and(eq(session.householdId, sql.placeholder("householdId")), eq(session.tokenHash, sql.placeholder("hash"))),
    ),
);

const removeOtherSessions = preparedWrite((db) =>
  db.delete(session).where(and(ofMember, ne(session.id, sql.placeholder("kept")))),
);

/** Deletes expired sessions of all households. */
const removeExpiredSessions = preparedWrite((db) =>
  db.delete(session).where(
    inArray(
      session.id,
      db
        .select({ id: session.id })
        .from(session)
        .where(lte(session.lastSeenAt, sql.placeholder("since")))
        .limit(sweepBatchSize),
    ),
  ),
);

const insertInvitation = preparedWrite((db) =>
  db
    .insert(invitation)
    .values(insertParams("memberId", "householdId", "tokenHash", "expiresAt"))
    .onConflictDoUpdate({
      target: invitation.memberId,
      set: { tokenHash: sql`excluded.token_hash`, expiresAt: sql`excluded.expires_at` },
    }),
);

const invitationByHash = prepared((db) =>
  db
    .select(fields(invitation, "memberId", "householdId"))
    .from(invitation)
    .where(
      and(
        eq(invitation.householdId, sql.placeholder("householdId")),
        eq(invitation.tokenHash, sql.placeholder("hash")),
        gt(invitation.expiresAt, sql.placeholder("now")),
      ),
    ),
);

const openInvitation = prepared((db) =>
  db
    .select(fields(invitation, "memberId"))
    .from(invitation)
    .where(
      and(
        eq(invitation.householdId, sql.placeholder("householdId")),
        eq(invitation.memberId, sql.placeholder("memberId")),
        gt(invitation.expiresAt, sql.placeholder("now")),
      ),
    ),
);

const removeInvitation = preparedWrite((db) =>
  db
    .delete(invitation)
    .where(
      and(
        eq(invitation.householdId, sql.placeholder("householdId")),
        eq(invitation.memberId, sql.placeholder("memberId")),
      ),
    ),
);

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

export function readPasswordHash(
  { db, householdId }: Pick<Work, "db" | "householdId">,
  memberId: string,
): string | null {
  return signInOf.get(db, { householdId, id: memberId })?.passwordHash ?? null;
}

/**
 * Sets the password of a member, and ends the member's sessions except the session `kept`. With a `hash` of null, the
 * member can no longer sign in.
 */
export function setPassword({ db, householdId }: Work, memberId: string, hash: string | null, kept = ""): void {
  const name = signInOf.get(db, { householdId, id: memberId })?.name ?? "";
  changePassword(db, { householdId, id: memberId, hash, signInName: hash === null ? null : normalizeSignInName(name) });
  removeOtherSessions(db, { householdId, memberId, kept });
}

/** Starts a session and returns its token. The database stores only a hash of the token. */
export function startSession({ db, householdId, now }: Work, memberId: string, userAgent: string | null): string {
  const token = generateToken();
  insertSession(db, {
    id: Bun.randomUUIDv7("hex", now),
    householdId,
    memberId,
    tokenHash: hashToken(token),
    now: now.toISOString(),
    userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null,
  });
  return token;
}

/** Deletes up to 200 expired sessions and returns how many were deleted. */
export function deleteExpiredSessions(db: Db, now: Date): number {
  return removeExpiredSessions(db, { since: sessionCutoff(now) });
}

export function listSessions({ db, householdId, now }: Work, memberId: string, current: string) {
  const rows = sessionsOfMember.all(db, { householdId, memberId, since: sessionCutoff(now) });
  const sessions = rows.map((row) => {
    return { ...row, lastSeenAt: lastUsedAt(db, row.id, row.lastSeenAt), current: row.id === current };
  });
  return sessions.sort((one, other) => (one.lastSeenAt + one.id < other.lastSeenAt + other.id ? 1 : -1));
}

/** Ends a session of a member. @throws ApiError 404 `Session not found`. */
export function endSession({ db, householdId }: Work, memberId: string, id: string): { id: string; deleted: true } {
  if (removeSession(db, { householdId, memberId, id }) === 0) throw notFound("Session");
  return { id, deleted: true };
}

export function hasSignIn(work: Work, memberId: string): boolean {
  const { db, householdId, now } = work;
  if (readPasswordHash(work, memberId) !== null || listSessions(work, memberId, "").length > 0) return true;
  return openInvitation.get(db, { householdId, memberId, now: now.toISOString() }) !== null;
}

export function endSessionByToken({ db, householdId }: Work, token: string): void {
  removeSessionByToken(db, { householdId, hash: hashToken(token) });
}

/** Takes away a member's sign-in: removes the password, ends the sessions, and deletes the invitation. */
export function endSignIn(work: Work, memberId: string): void {
  setPassword(work, memberId, null);
  removeInvitation(work.db, { householdId: work.householdId, memberId });
}

/**
 * Invites a member to sign in. The new invitation replaces an earlier one.
 * @throws ApiError 404; 403 if an adult invites an owner.
 */
export function invite(work: Work, memberId: string, baseUrl: string): { link: string; expiresAt: string } {
  const { db, householdId, now } = work;
  requireOwnerFor(work, readMember(work, memberId).role);
  const token = generateToken();
  const expiresAt = new Date(now.getTime() + invitationMs).toISOString();
  insertInvitation(db, { memberId, householdId, tokenHash: hashToken(token), expiresAt });
  recordSignIn(work, memberId, sayInvited(readMember(work, memberId).name));
  return { link: `${baseUrl}/join#${token}`, expiresAt };
}

function sayInvited(name: string): Sentence {
  return say`invited ${name} to set a password`;
}

export function findInvitation(db: Db, token: string, now: Date): { memberId: string; householdId: string } | null {
  const hash = hashToken(token);
  const householdId = directoryOf(db).findCredential("invitation", hash);
  return householdId === null ? null : invitationByHash.get(db, { householdId, hash, now: now.toISOString() });
}

/** Returns the member whom an invitation is for. @throws ApiError 404 `Invitation not found`. */
export function readInvitation(db: Db, token: string, now: Date): { memberId: string; householdId: string } {
  const found = findInvitation(db, token, now);
  if (!found) throw notFound("Invitation");
  return found;
}

/**
 * Returns the member who invited another member. Null if the invitation was made on the command line, or by an older
 * version that did not store this.
 */
export function readInviter(work: Work, memberId: string): string | null {
  const actor = readLatestActor(work, { type: "member", id: memberId }, sayInvited("").arg.text);
  return actor?.kind === "member" ? actor.name : null;
}

export function readEmail({ db, householdId }: Work, memberId: string): string | null {
  return signInOf.get(db, { householdId, id: memberId })?.email ?? null;
}

/**
 * Accepts an invitation: sets the password, deletes the invitation, and returns the member's id.
 * @throws ApiError 404.
 */
export function acceptInvitation(work: Work, token: string, passwordHash: string): string {
  const { memberId } = readInvitation(work.db, token, work.now);
  removeInvitation(work.db, { householdId: work.householdId, memberId });
  setPassword(work, memberId, passwordHash);
  return memberId;
}

/** Records in the feed that a member's sign-in was changed. `summary` must not contain a secret. */
export function recordSignIn(work: Work, memberId: string, summary: Sentence): void {
  const member = readMember(work, memberId);
  const subject = { type: "member", id: memberId, label: member.name } as const;
  const image = { signIn: [member] };
  record(work, { action: "updated", subject, summary, changes: null, before: image, after: image });
}

function sessionCutoff(now: Date): string {
  return new Date(now.getTime() - sessionMs).toISOString();
}
