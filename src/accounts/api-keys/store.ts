import { asc, gt, isNull, lte } from "drizzle-orm";
import { limitReached, notFound, raise, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { toUtc } from "#lib/time.ts";
import type { Deleted } from "#lib/wire.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { type Entry, record, rowImages } from "#platform/activity/record.ts";
import { parseScopes } from "#platform/auth/authenticator.ts";
import { generateKey, hashKey, prefixOf } from "#platform/auth/keys.ts";
import { latestUse } from "#platform/auth/last-uses.ts";
import { keyStatus, requireAnyPlan } from "#platform/auth/plan.ts";
import { type Scope, scopes } from "#platform/auth/scopes.ts";
import { countIn, equal, param, type RowOf, records, selectFrom, updateIn } from "#platform/db/statements.ts";
import { apiKey } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { readHousehold } from "../households/store.ts";

const maxKeys = 25;

const keys = records(apiKey);
const isUnrevoked = isNull(apiKey.revokedAt);

const keysInOrder = selectFrom(apiKey, keys.columns, { orderBy: [asc(apiKey.createdAt), asc(apiKey.id)] });

const keysExpiring = selectFrom(apiKey, ["id", "name", "expiresAt"], {
  where: [isUnrevoked, gt(apiKey.expiresAt, param("from")), lte(apiKey.expiresAt, param("to"))],
});

const countUnrevoked = countIn(apiKey, isUnrevoked);
const revokeAll = updateIn(apiKey, ["revokedAt", "updatedAt"], [equal(apiKey.memberId, "memberId"), isUnrevoked]);

export type ApiKey = ReturnType<ReturnType<typeof presenter>>;

/** The properties of a new API key. A key that belongs to no member sees no personal list. */
export type NewKey = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  readonly memberId: string | null;
};

/**
 * Creates an API key. Only this result contains the secret key itself. Must run in a transaction.
 * @throws ApiError 403 `upgrade_required`; 422 for a past `expiresAt` or a 26th unrevoked key.
 */
export function createApiKey(work: Work, input: NewKey) {
  const { now } = work;
  requireAnyPlan(readHousehold(work), now);
  if (input.expiresAt !== null && Date.parse(input.expiresAt) <= now.getTime()) {
    throw unprocessable("expiresAt", "must lie in the future");
  }
  if (countUnrevoked(work) >= maxKeys) {
    throw limitReached(`A household may have ${maxKeys} API keys at most; revoke one first`);
  }
  const key = generateKey();
  const row = keys.insert(work, {
    ...input,
    hash: hashKey(key),
    prefix: prefixOf(key),
    scopes: scopes.filter((scope) => input.scopes.includes(scope)).join(" "),
    expiresAt: input.expiresAt && toUtc(input.expiresAt),
    ...newRecordFields(work),
  });
  const after = presenter(work)(row);
  const summary = say`made the API key “${after.name}”`;
  record(work, { ...about(after), action: "created", summary, ...rowImages("apiKey", null, after) });
  return { ...after, key };
}

export const listApiKeys = (work: Work): ApiKey[] => keysInOrder.all(work).map(presenter(work));

/** Revokes an API key. Does nothing if the key is already revoked. @throws ApiError 404. */
export function revokeApiKey(work: Work, id: string): Deleted {
  const row = keys.find(work, id) ?? raise(notFound("API key"));
  if (row.revokedAt !== null) return { id, deleted: true };
  const present = presenter(work);
  const before = present(row);
  const after = present(keys.update(work, row, revocation(work)));
  const summary = say`revoked the API key “${before.name}”`;
  record(work, { ...about(before), action: "revoked", summary, ...rowImages("apiKey", before, after) });
  return { id, deleted: true };
}

/** Revokes all API keys of a member. Does not record activity. Must run in a transaction. */
export function revokeKeysOf(work: Work, memberId: string): void {
  revokeAll(work, { memberId, ...revocation(work) });
}

function revocation({ now }: Work) {
  return { revokedAt: now.toISOString(), updatedAt: now.toISOString() };
}

function about({ id, name }: ApiKey): Pick<Entry, "subject"> {
  return { subject: { type: "api_key", id, label: name } };
}

function presenter(work: Work) {
  const { db, now } = work;
  const plan = readHousehold(work);
  const actorOf = actorsOf(work);
  return (row: RowOf<typeof apiKey>) => {
    const { id, name, prefix, expiresAt, createdAt, updatedAt } = row;
    const use = latestUse(db, id);
    return {
      id,
      name,
      prefix,
      scopes: parseScopes(row.scopes),
      expiresAt,
      status: keyStatus(row, plan, now),
      createdAt,
      updatedAt,
      createdBy: actorOf(row.createdBy),
      lastUsedAt: use?.at.toISOString() ?? row.lastUsedAt,
      lastAgentName: use?.agentName ?? row.lastAgentName,
    };
  };
}

/** Returns the unrevoked API keys that expire after `from` and not after `to`. */
export function expiringKeys(work: Work, from: Date, to: Date) {
  return keysExpiring.all(work, { from: from.toISOString(), to: to.toISOString() });
}
