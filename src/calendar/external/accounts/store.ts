import { forbidden, limitReached, notFound } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { isAdultOrSelf } from "#platform/auth/role.ts";
import type { Db } from "#platform/db/client.ts";
import type { HouseholdScope } from "#platform/db/statements.ts";
import { deleteJob, findJob, type JobId, scheduleJob } from "#platform/jobs/store.ts";
import type { Work } from "#platform/work.ts";
import type { OfferedCalendar, RemoteError } from "../remote.ts";
import { calendars, calendarsOf, peopleColumns, peopleWithout } from "../rows.store.ts";
import { reseal, type SecretLocation, type Secrets } from "../secrets.ts";
import { disconnect } from "./calendars.store.ts";
import { retryLinksOf } from "./links.store.ts";
import { type Provider, providerCodes, providerOf } from "./providers.ts";
import {
  type AccountRow,
  accounts,
  allAccounts,
  allClients,
  changeClientSecret,
  clientOf,
  listRows,
} from "./rows.store.ts";

const maxAccounts = 10;

export const jobKind = "calendar-account";

export type SignIn = {
  readonly url: string;
  readonly username: string;
  readonly origins: readonly string[];
  readonly offered: readonly OfferedCalendar[];
};

export function accountJobOf(id: string): JobId {
  return { kind: jobKind, subjectId: id };
}

export function accountSecretLocation(id: string): SecretLocation {
  return { table: "external_account", id, column: "secret" };
}

export function clientSecretLocation(householdId: string): SecretLocation {
  return { table: "google_client", id: householdId, column: "secret" };
}

/** Returns an account. Adults may read all accounts, other members only their own. @throws ApiError 404 */
export function readAccount(work: Work, id: string): AccountRow {
  const account = accounts.find(work, id);
  if (!account || !isAdultOrSelf(work, account.memberId)) throw notFound("Account");
  return account;
}

/**
 * Returns an account of the acting member.
 * @throws ApiError 404 if the account does not exist, 403 if another member owns the account
 */
export function readOwnAccount(work: Work, id: string): AccountRow {
  const account = readAccount(work, id);
  if (account.memberId !== work.memberId) throw forbidden("not_yours", "Only its member can do this");
  return account;
}

type IsSyncing = (id: string) => boolean;

export function listAccounts(work: Work, isSyncing: IsSyncing) {
  const actorOf = actorsOf(work);
  const seen = listRows(work).filter((each) => isAdultOrSelf(work, each.memberId));
  return seen.map((each) => toAccount(work, each, actorOf, isSyncing));
}

export function showAccount(work: Work, id: string, isSyncing: IsSyncing) {
  return toAccount(work, readAccount(work, id), actorsOf(work), isSyncing);
}

function toAccount(work: Work, account: AccountRow, actorOf: ReturnType<typeof actorsOf>, isSyncing: IsSyncing) {
  const { id, memberId, provider, name, url, username, state, error, signedInAt, createdAt, updatedAt } = account;
  const connected = calendarsOf(work, id);
  const successTimes = connected.flatMap(({ heardAt }) => heardAt ?? []).sort();
  return {
    id,
    memberId,
    provider,
    name,
    url: url === "" ? null : url,
    username,
    state,
    error,
    signedInAt,
    isSyncing: isSyncing(id),
    calendarCount: connected.length,
    syncedAt: successTimes.at(-1) ?? null,
    nextAt: state === "ready" ? (findJob(work.db, accountJobOf(id))?.nextAt ?? null) : null,
    createdAt,
    updatedAt,
    createdBy: actorOf(account.createdBy),
  };
}

export function requireRoom(scope: HouseholdScope): void {
  if (listRows(scope).length >= maxAccounts) {
    throw limitReached(`A household can have at most ${maxAccounts} accounts`);
  }
}

export type NewAccount = SignIn & { readonly id: string; readonly provider: Provider; readonly name: string };

/** Adds an account of the acting member. Must run in a transaction, like all writes below. @throws ApiError 422 */
export function addAccount(work: Work, account: NewAccount, sealed: string): void {
  const { db, householdId, now, memberId } = work;
  if (memberId === null) throw new Error("An account needs a member");
  requireRoom(work);
  const { id, provider, name, url, username, origins, offered } = account;
  const fields = newRecordFields(work);
  accounts.insert(work, {
    ...fields,
    id,
    memberId,
    provider: providerCodes[provider],
    name,
    url,
    username,
    secret: sealed,
    origins: JSON.stringify(origins),
    offered: JSON.stringify(offered),
    state: "ready",
    failures: 0,
    signedInAt: fields.createdAt,
  });
  scheduleJob(db, accountJobOf(id), householdId, now);
  recordAccount(work, { id, name }, "created", say`connected ${name}`);
}

function recordAccount(
  work: Work,
  { id, name }: Pick<AccountRow, "id" | "name">,
  action: "created" | "updated" | "deleted",
  summary: Sentence,
): void {
  const subject = { type: "calendar_account" as const, id, label: name };
  record(work, { action, subject, summary, changes: null, before: null, after: null });
}

/** Renames an account. @throws ApiError 404, 403 */
export function renameAccount(work: Work, id: string, name: string): void {
  const account = readOwnAccount(work, id);
  if (account.name === name) return;
  accounts.update(work, account, { name, updatedAt: work.now.toISOString() });
  recordAccount(work, { id, name }, "updated", say`renamed the account ${account.name} to ${name}`);
}

/** Stores the new credentials of an account. @throws ApiError 404, 403 */
export function signInAgain(work: Work, id: string, signIn: SignIn, sealed: string): void {
  const account = readOwnAccount(work, id);
  const { db, householdId, now } = work;
  const { url, username, origins, offered } = signIn;
  const at = now.toISOString();
  const access = { url, username, secret: sealed, origins: JSON.stringify(origins), signedInAt: at };
  const state = { state: "ready", error: null, failures: 0, offered: JSON.stringify(offered) } as const;
  accounts.update(work, account, { ...access, ...state, updatedAt: at });
  scheduleJob(db, accountJobOf(id), householdId, now);
  recordAccount(work, account, "updated", say`signed in to ${account.name} again`);
}

export function requestSignIn(
  work: Work,
  row: AccountRow,
  code: RemoteError["code"] | "key_lost" | "test_grant",
): void {
  accounts.update(work, row, { state: "needs_sign_in", error: code });
  recordAccount(
    work,
    row,
    "updated",
    providerOf(row) === "caldav" ? say`${row.name} wants a new password` : say`${row.name} wants signing in again`,
  );
}

/** Disconnects an account with all calendars of the account. @throws ApiError 404 */
export function disconnectAccount(work: Work, id: string, events: "keep" | "remove"): { id: string; deleted: true } {
  const account = readAccount(work, id);
  removeAccount(work, account, events);
  recordAccount(work, account, "deleted", say`disconnected ${account.name}`);
  return { id, deleted: true };
}

function removeAccount(work: Work, account: AccountRow, events: "keep" | "remove"): void {
  const { id } = account;
  for (const row of calendarsOf(work, id)) disconnect(work, account, row, events);
  accounts.remove(work, id);
  deleteJob(work.db, accountJobOf(id));
}

export function removeAccountsOf(work: Work, memberId: string): void {
  for (const account of listRows(work)) {
    if (account.memberId === memberId) {
      removeAccount(work, account, "keep");
      continue;
    }
    for (const row of calendarsOf(work, account.id)) {
      const people = peopleWithout(row, memberId);
      if (people) calendars.update(work, row, { ...peopleColumns(people), updatedAt: work.now.toISOString() });
    }
  }
}

/**
 * Makes the next synchronisation retry all failed writes. Called if a person asked for this.
 * @throws ApiError 404, 403
 */
export function prepareSync(work: Work, id: string): void {
  readOwnAccount(work, id);
  for (const row of calendarsOf(work, id)) retryLinksOf(work, row.id);
}

/** Encrypts secrets again with the key of another data folder. A secret that no key can decrypt stays unchanged. */
export function resealAccountSecrets(scope: HouseholdScope, keys: readonly Secrets[], target: Secrets): void {
  for (const row of listRows(scope)) {
    accounts.update(scope, row, { secret: reseal(keys, target, accountSecretLocation(row.id), row.secret) });
  }
  const client = clientOf.get(scope);
  const location = clientSecretLocation(scope.householdId);
  if (client) changeClientSecret(scope, { secret: reseal(keys, target, location, client.secret) });
}

/**
 * Returns the number of accounts of all households, and three lists. `lost` lists accounts and Google clients with a
 * secret that cannot be decrypted. `waiting` lists accounts that need a new sign-in. `stale` lists calendars that were
 * not read for a long time.
 */
export function examineAccounts(db: Db, secrets: Secrets, staleBefore: Date) {
  const all = allAccounts.all(db);
  const before = staleBefore.toISOString();
  const clients = allClients.all(db);
  const isLost = (location: SecretLocation, sealed: string) => secrets.open(location, sealed) === null;
  return {
    count: all.length,
    lost: [
      ...all.filter(({ id, secret }) => isLost(accountSecretLocation(id), secret)).map(({ name }) => name),
      ...clients
        .filter((each) => isLost(clientSecretLocation(each.householdId), each.secret))
        .map(() => "Google's client"),
    ],
    waiting: all.filter(({ state }) => state === "needs_sign_in").map(({ name }) => name),
    stale: all.flatMap((account) =>
      calendarsOf({ db, householdId: account.householdId }, account.id)
        .filter(({ heardAt, createdAt }) => (heardAt ?? createdAt) < before)
        .map(({ name, heardAt, error }) => ({ name: `${account.name}/${name}`, heardAt, error })),
    ),
  };
}
