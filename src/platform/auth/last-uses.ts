/**
 * Stores when credentials were last used. Many uses are written in one commit, because each commit waits for the disk.
 */
import { sql } from "drizzle-orm";
import { lazyFor } from "#lib/lazy.ts";
import { minute } from "#lib/time.ts";
import { writeUncached } from "../db/change-counter.ts";
import { type Db, transact, tryWrite } from "../db/client.ts";
import { byId, param, updateIn } from "../db/statements.ts";
import { apiKey, appPassword, device, session } from "../db/tables.ts";
import type { AppCaller, Caller } from "./callers.ts";

type Use = {
  readonly kind: (Caller | AppCaller)["kind"];
  readonly householdId: string;
  readonly id: string;
  readonly at: Date;
  readonly agentName: string | null;
  isWritten: boolean;
};

/** The largest number of uses in one write. Such a write takes 3 ms. */
const maxPerWrite = 500;
const maxUses = 100_000;

/** Last uses by credential. A use stays for a minute although it is stored, because cached callers hold older times. */
const usesIn = lazyFor((_: Db) => new Map<string, Use>());

/** The writes that save the last use of each kind of credential. A null `agentName` keeps the previous name. */
const touch = {
  api_key: updateIn(apiKey, [], byId(apiKey), {
    lastUsedAt: param("now"),
    lastAgentName: sql`ifnull(${param("agentName")}, ${apiKey.lastAgentName})`,
  }),
  app_password: updateIn(appPassword, [], byId(appPassword), {
    lastSeenAt: param("now"),
    client: sql`ifnull(${param("agentName")}, ${appPassword.client})`,
  }),
  member: updateIn(session, [], byId(session), { lastSeenAt: param("now") }),
  device: updateIn(device, [], byId(device), { lastSeenAt: param("now") }),
};

export const touchKey = touch.api_key;

/** Records a use. If a use was recorded less than a minute ago, records nothing and returns false. */
export function recordUse(db: Db, caller: Caller | AppCaller, agentName: string | null, now: Date): boolean {
  const { kind, householdId } = caller;
  const id = kind === "member" ? caller.sessionId : caller.id;
  const known = latestUse(db, id);
  const stored = kind === "api_key" ? caller.lastUsedAt : caller.lastSeenAt;
  const last = known ? known.at.getTime() : stored === null ? null : Date.parse(stored);
  if (last !== null && now.getTime() - last < minute) return false;
  const unwrittenName = known && !known.isWritten ? known.agentName : null;
  const uses = usesIn(db);
  if (uses.size >= maxUses) return false;
  uses.set(id, { kind, householdId, id, at: now, agentName: agentName ?? unwrittenName, isWritten: false });
  return true;
}

export const latestUse = (db: Db, id: string): Use | null => usesIn(db).get(id) ?? null;

export function lastUsedAt<Stored extends string | null>(db: Db, id: string, stored: Stored): Stored | string {
  return latestUse(db, id)?.at.toISOString() ?? stored;
}

/** Writes some of the recorded uses to the database and returns how many. Call this until it returns 0. */
export function writeUses(db: Db, now: Date, waitMs = 0): number {
  const uses = usesIn(db);
  const some: Use[] = [];
  for (const [id, use] of uses) {
    if (!use.isWritten && some.length < maxPerWrite) some.push(use);
    if (use.isWritten && now.getTime() - use.at.getTime() >= minute) uses.delete(id);
  }
  const write = () => {
    for (const { kind, householdId, id, at, agentName } of some)
      touch[kind]({ db, householdId }, { id, now: at.toISOString(), agentName });
  };
  if (some.length === 0 || !writeUncached(db, () => tryWrite(db, () => transact(db, write), waitMs))) return 0;
  for (const use of some) use.isWritten = true;
  return some.length;
}
