import { readMember } from "#accounts/members/store.ts";
import { limitReached, noSuch, notFound } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { latestUse } from "#platform/auth/last-uses.ts";
import { hashToken } from "#platform/auth/tokens.ts";
import type { Db } from "#platform/db/client.ts";
import { byId, deleteFrom, equal, insertInto, selectFrom, toColumns } from "#platform/db/statements.ts";
import { appPassword } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { listCalendars } from "../calendars/store.ts";
import type { CalendarApp, CalendarAppInput } from "./model.ts";

const maxPasswords = 20;

/**
 * Characters of generated passwords: 32 letters and digits that look different from each other. Each character stands
 * for 5 random bits.
 */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

const maxNameLength = 20;
const germanLetters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

const columns = ["id", "name", "username", "access", "calendars", "lastSeenAt", "client", "createdAt"] as const;
const ofMember = equal(appPassword.memberId, "memberId");
const isOne = [ofMember, byId(appPassword)];

const passwordsInOrder = selectFrom(appPassword, columns, {
  where: ofMember,
  orderBy: [appPassword.createdAt, appPassword.id],
});
const passwordById = selectFrom(appPassword, columns, { where: isOne });
const insertPassword = insertInto(appPassword);
const removePassword = deleteFrom(appPassword, isOne);
const removePasswords = deleteFrom(appPassword, ofMember);

type PasswordRow = ReturnType<typeof passwordsInOrder.all>[number];

export function listAppPasswords(work: Work, memberId: string): CalendarApp[] {
  return passwordsInOrder.all(work, { memberId }).map((row) => toCalendarApp(work.db, row));
}

/**
 * Creates an app password. Only this result contains the password, which is not stored. Must run in a transaction, like
 * all writes below.
 * @throws ApiError 422 if a calendar is unknown or the member has too many app passwords
 */
export function createAppPassword(
  work: Work,
  memberId: string,
  input: CalendarAppInput,
): CalendarApp & { password: string } {
  const known = new Set(listCalendars(work).map(({ key }) => key));
  if (input.calendars?.some((key) => !known.has(key))) throw noSuch("calendars", "calendar");
  if (passwordsInOrder.all(work, { memberId }).length >= maxPasswords) {
    throw limitReached(`A member can have at most ${maxPasswords} app passwords`);
  }
  const password = generatePassword();
  const row = {
    ...newRecordFields(work),
    ...toColumns(input),
    memberId,
    username: generateUsername(readMember(work, memberId).name),
    secretHash: hashToken(password),
    lastSeenAt: null,
    client: null,
  };
  insertPassword(work, row);
  const app = readAppPassword(work, memberId, row.id);
  recordActivity(work, "created", app, say`connected “${app.name}” to the calendar`);
  return { ...app, password };
}

/** Deletes an app password. @throws ApiError 404 if it does not exist or belongs to another member */
export function revokeAppPassword(work: Work, memberId: string, id: string): { id: string; deleted: true } {
  const app = readAppPassword(work, memberId, id);
  removePassword(work, { memberId, id });
  recordActivity(work, "revoked", app, say`disconnected “${app.name}” from the calendar`);
  return { id, deleted: true };
}

/** Deletes all app passwords of a member. Does not record an entry of activity. */
export function deleteAppPasswordsOf(work: Work, memberId: string): void {
  removePasswords(work, { memberId });
}

function readAppPassword(work: Work, memberId: string, id: string): CalendarApp {
  const row = passwordById.get(work, { memberId, id });
  if (!row) throw notFound("App password");
  return toCalendarApp(work.db, row);
}

function toCalendarApp(db: Db, { calendars, ...row }: PasswordRow): CalendarApp {
  const use = latestUse(db, row.id);
  return {
    ...row,
    calendars: calendars === null ? null : (JSON.parse(calendars) as string[]),
    lastSeenAt: use?.at.toISOString() ?? row.lastSeenAt,
    client: use?.agentName ?? row.client,
  };
}

function recordActivity(work: Work, action: "created" | "revoked", app: CalendarApp, summary: Sentence): void {
  const subject = { type: "calendar_app" as const, id: app.id, label: app.name };
  const image = { appPassword: [app] };
  const [before, after] = action === "created" ? [null, image] : [image, null];
  record(work, { subject, action, summary, changes: null, before, after });
}

/** Returns a password of 100 random bits, such as `k7wm-…`. */
function generatePassword(): string {
  return Array.from({ length: 5 }, () => randomText(4)).join("-");
}

/**
 * Returns a name such as `anna-7k2m`. The name is ASCII, because clients disagree on the encoding of Basic
 * authentication.
 */
function generateUsername(name: string): string {
  const ascii = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => germanLetters[letter] ?? "")
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");
  return `${ascii.slice(0, maxNameLength) || "member"}-${randomText(4)}`;
}

function randomText(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % 32]).join("");
}
