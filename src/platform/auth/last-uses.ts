/**
 * Stores when credentials were last used. Many uses are written in one commit, because each commit waits for the disk.
 */

import { and, eq, sql } from "drizzle-orm";
import { lazyFor } from "#lib/lazy.ts";
import { minute } from "#lib/time.ts";
import { writeUncached } from "../db/change-counter.ts";
import { type Db, transact, tryWrite } from "../db/client.ts";
import { preparedWrite } from "../db/prepare.ts";
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

/**
 * Last uses by credential. A use stays here for a minute even if it is already in the database, because cached callers
 * hold older times.
 */
const usesIn = lazyFor((_: Db) => new Map<string, Use>());

/** Saves the last use of an API key. A null `agentName` keeps the previous name. */
export const touchKey = preparedWrite((db) =>
  db
    .update(apiKey)
    .set({
      lastUsedAt: sql`${sql.placeholder("now")}`,
      lastAgentName: sql`ifnull(${sql.placeholder("agentName")}, ${apiKey.lastAgentName})`,
    })
    .where(and(eq(apiKey.householdId, sql.placeholder("householdId")), eq(apiKey.id, sql.placeholder("id")))),
);

const touchSession = preparedWrite((db) =>
  db
    .update(session)
    .set({ lastSeenAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(session.householdId, sql.placeholder("householdId")), eq(session.id, sql.placeholder("id")))),
);

const touchDevice = preparedWrite((db) =>
  db
    .update(device)
    .set({ lastSeenAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(device.householdId, sql.placeholder("householdId")), eq(device.id, sql.placeholder("id")))),
);

const touchApp = preparedWrite((db) =>
  db
    .update(appPassword)
    .set({
      lastSeenAt: sql`${sql.placeholder("now")}`,
      client: sql`ifnull(${sql.placeholder("agentName")}, ${appPassword.client})`,
    })
    .where(and(eq(appPassword.householdId, sql.placeholder("householdId")), eq(appPassword.id, sql.placeholder("id")))),
);

/**
 * Records the use of a credential. Returns false, and records nothing, if a use was recorded less than a minute ago.
 */
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

export function latestUse(db: Db, id: string): Use | null {
  return usesIn(db).get(id) ?? null;
}

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
    for (const use of some) touch(db, use);
  };
  if (some.length === 0 || !writeUncached(db, () => tryWrite(db, () => transact(db, write), waitMs))) return 0;
  for (const use of some) use.isWritten = true;
  return some.length;
}

function touch(db: Db, { kind, householdId, id, at, agentName }: Use): void {
  const now = at.toISOString();
  if (kind === "api_key") touchKey(db, { householdId, id, now, agentName });
  else if (kind === "app_password") touchApp(db, { householdId, id, now, agentName });
  else if (kind === "member") touchSession(db, { householdId, id, now });
  else touchDevice(db, { householdId, id, now });
}
