/** POSTs that may be sent again (contract section 2, Retry-safe writes). */
import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { fields, insertParams, prepared, preparedWrite } from "../db/prepare.ts";
import { idempotency } from "../db/tables.ts";
import { conflict, invalid, unprocessable } from "../errors.ts";
import { day } from "../lib/time.ts";

const keptMs = day;
const forgottenAtOnce = 200;

/** One use of an idempotency key: whose, for what, and the hash of the body's bytes. */
export type Use = {
  readonly householdId: string;
  readonly callerId: string;
  readonly key: string;
  /** Method and path, and for whom a device acts. */
  readonly route: string;
  readonly bodyHash: string;
};

const use = and(
  eq(idempotency.householdId, sql.placeholder("householdId")),
  eq(idempotency.callerId, sql.placeholder("callerId")),
  eq(idempotency.key, sql.placeholder("key")),
);

const firstAnswer = prepared((db) =>
  db
    .select(fields(idempotency, "route", "bodyHash", "answer"))
    .from(idempotency)
    .where(and(use, gt(idempotency.createdAt, sql.placeholder("since")))),
);

const rowId = sql`rowid`;

const forget = preparedWrite((db) =>
  db.delete(idempotency).where(
    inArray(
      rowId,
      db
        .select({ rowId })
        .from(idempotency)
        .where(lte(idempotency.createdAt, sql.placeholder("since")))
        .limit(forgottenAtOnce),
    ),
  ),
);

/** Overwrites an answer past its day, which {@link forgetAnswers} has not deleted yet. */
const upsert = preparedWrite((db) =>
  db
    .insert(idempotency)
    .values(insertParams("householdId", "callerId", "key", "route", "bodyHash", "answer", "createdAt"))
    .onConflictDoUpdate({
      target: [idempotency.householdId, idempotency.callerId, idempotency.key],
      set: {
        route: sql`excluded.route`,
        bodyHash: sql`excluded.body_hash`,
        answer: sql`excluded.answer`,
        createdAt: sql`excluded.created_at`,
      },
    }),
);

/**
 * The header's value; null where it is absent.
 * @throws ApiError 400 unless it is 1 to 255 printable ASCII characters.
 */
export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(header)) {
    const code = header === "" || header.length > 255 ? "out_of_range" : "invalid_value";
    throw invalid("Idempotency-Key", "must be 1 to 255 printable ASCII characters", code);
  }
  return header;
}

/** An answer as it is kept: its body, and the id of the entry of activity that it made; null where it made none. */
export type KeptWrite = { readonly body: string; readonly activityId: string | null };

/**
 * The first answer to the same request within 24 hours; null where this is the first.
 * @throws ApiError 422 where the key was used for another route or body.
 */
export function recall(db: Db, { householdId, callerId, key, route, bodyHash }: Use, now: Date): KeptWrite | null {
  const row = firstAnswer.get(db, { householdId, callerId, key, since: since(now) });
  if (row === null) return null;
  if (row.route !== route || row.bodyHash !== bodyHash) {
    throw unprocessable(null, "Idempotency key was used for another request", "key_reused");
  }
  return unpack(row.answer);
}

/** Deletes up to 200 answers past their day and returns how many. Must be in a transaction. */
export function forgetAnswers(db: Db, now: Date): number {
  return forget(db, { since: since(now) });
}

/** Keeps an answer. Must be in the transaction of the write that it answers. */
export function remember(db: Db, request: Use, answer: KeptWrite, now: Date): void {
  upsert(db, { ...request, answer: pack(answer), createdAt: now.toISOString() });
}

/** In one column: JSON has no line break of its own, so that what comes after one is the entry's id. */
function pack({ body, activityId }: KeptWrite): string {
  return activityId === null ? body : `${body}\n${activityId}`;
}

function unpack(kept: string): KeptWrite {
  const [body = "", activityId = null] = kept.split("\n");
  return { body, activityId };
}

function since(now: Date): string {
  return new Date(now.getTime() - keptMs).toISOString();
}

/** The requests with an idempotency key that are running at this moment; they die with the process. */
export class InProgress {
  private readonly running = new Map<string, object>();

  /**
   * Marks a use as running, for `owner`; marking what one owns already is fine.
   * @throws ApiError 409 where another request with the same key is still running.
   */
  begin({ callerId, key }: { callerId: string; key: string }, owner: object): void {
    const name = `${callerId} ${key}`;
    const other = this.running.get(name);
    if (other && other !== owner) throw conflict("in_progress", "A request with this idempotency key is in progress");
    this.running.set(name, owner);
  }

  /** True while some request with this key runs. */
  isRunning({ callerId, key }: { callerId: string; key: string }): boolean {
    return this.running.has(`${callerId} ${key}`);
  }

  /** Takes the mark away, where `owner` has it. */
  end({ callerId, key }: { callerId: string; key: string }, owner: object): void {
    const name = `${callerId} ${key}`;
    if (this.running.get(name) === owner) this.running.delete(name);
  }
}
