import { gt, lte } from "drizzle-orm";
import { conflict, invalid, unprocessable } from "#lib/errors.ts";
import { day } from "#lib/time.ts";
import type { Db } from "../db/client.ts";
import { deleteBatch, equal, param, selectFrom, upsertInto } from "../db/statements.ts";
import { idempotency } from "../db/tables.ts";

const ttlMs = day;
const maxDeletedAtOnce = 200;

export type IdempotentRequest = {
  readonly householdId: string;
  readonly callerId: string;
  readonly key: string;
  /** The method and path of the request, together with the member for whom a device acts. */
  readonly route: string;
  readonly bodyHash: string;
};

const findFirst = selectFrom(idempotency, ["route", "bodyHash", "answer"], {
  where: [
    equal(idempotency.callerId, "callerId"),
    equal(idempotency.key, "key"),
    gt(idempotency.createdAt, param("since")),
  ],
});
const deleteExpired = deleteBatch(idempotency, lte(idempotency.createdAt, param("since")), maxDeletedAtOnce);
const upsert = upsertInto(idempotency, ["callerId", "key"]);

export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(header)) {
    const code = header === "" || header.length > 255 ? "out_of_range" : "invalid_value";
    throw invalid("Idempotency-Key", "must be 1 to 255 printable ASCII characters", code);
  }
  return header;
}

type SavedReply = { readonly body: string; readonly activityId: string | null };

/**
 * Returns the saved answer if the request repeats an earlier one, otherwise null.
 * @throws ApiError 422 if the key was used for a different request
 */
export function findReplay(
  db: Db,
  { householdId, callerId, key, route, bodyHash }: IdempotentRequest,
  now: Date,
): SavedReply | null {
  const row = findFirst.get({ db, householdId }, { callerId, key, since: since(now) });
  if (row === null) return null;
  if (row.route !== route || row.bodyHash !== bodyHash) {
    throw unprocessable(null, "Idempotency key was used for another request", "key_reused");
  }
  return unpack(row.answer);
}

/** Deletes at most 200 expired answers and returns how many were deleted. */
export const deleteExpiredReplies = (db: Db, now: Date): number => deleteExpired(db, { since: since(now) });

/**
 * Saves the answer to a request, so that a repeated request gets the same answer. Must run in the transaction of the
 * write.
 */
export function saveReplay(db: Db, request: IdempotentRequest, reply: SavedReply, now: Date): void {
  const { householdId, ...own } = request;
  upsert({ db, householdId }, { ...own, answer: pack(reply), createdAt: now.toISOString() });
}

/** Joins a body and the id of an activity entry by a line break, which JSON text never contains. */
function pack({ body, activityId }: SavedReply): string {
  return activityId === null ? body : `${body}\n${activityId}`;
}

function unpack(kept: string): SavedReply {
  const [body = "", activityId = null] = kept.split("\n");
  return { body, activityId };
}

function since(now: Date): string {
  return new Date(now.getTime() - ttlMs).toISOString();
}

type RunningKey = Pick<IdempotentRequest, "callerId" | "key">;
const nameOf = ({ callerId, key }: RunningKey) => `${callerId} ${key}`;

export class InProgress {
  private readonly running = new Map<string, object>();

  /**
   * Marks a request as running. `owner` is the object that represents this request.
   * @throws ApiError 409 if another request of the same caller with the same key is running
   */
  begin(request: RunningKey, owner: object): void {
    const other = this.running.get(nameOf(request)) ?? owner;
    if (other !== owner) throw conflict("in_progress", "A request with this idempotency key is in progress");
    this.running.set(nameOf(request), owner);
  }

  isRunning(request: RunningKey): boolean {
    return this.running.has(nameOf(request));
  }

  end(request: RunningKey, owner: object): void {
    if (this.running.get(nameOf(request)) === owner) this.running.delete(nameOf(request));
  }
}
