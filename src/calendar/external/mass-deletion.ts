/**
 * Delays mass deletions. If a listing lacks many events, the events are deleted only after a later listing confirms the
 * deletion.
 */
import { conflict } from "#lib/errors.ts";
import { hour } from "#lib/time.ts";

const minShare = 0.3;
const minCount = 10;
const confirmationMs = hour;
const keyLength = 10;

/** Events that a listing of a calendar lacks. `keys` contains only future events. `count` also includes past events. */
export type DeletedEvents = { readonly keys: readonly string[]; readonly count: number };

export type MassDeletion = DeletedEvents & { readonly since: string };

export const deletionKey = (id: string): string => Bun.SHA256.hash(id, "base64url").slice(0, keyLength);

/** Whether `lost` events are too many to delete at once. `coming` is the number of all future events. */
export const isMassDeletion = (lost: number, coming: number): boolean => lost > minCount && lost > minShare * coming;

type WithMassDeletion = { readonly held: string | null };

export function readMassDeletion({ held }: WithMassDeletion): MassDeletion | null {
  return held === null ? null : (JSON.parse(held) as MassDeletion);
}

/**
 * Requires that a mass deletion of the calendar has been waiting for confirmation since the time `since`.
 * @throws ApiError 409 if no such deletion is waiting
 */
export function requireMassDeletion(row: WithMassDeletion, since: string): void {
  const held = readMassDeletion(row);
  if (held === null || Date.parse(held.since) !== Date.parse(since)) {
    throw conflict("conflict", "This answer is not held any more");
  }
}

/**
 * Returns the mass deletion that must wait for confirmation by a later listing. Returns null if the events may be
 * deleted immediately. `isAccepted` says that a person confirmed the mass deletion `before`.
 */
export function holdUntilNext(
  before: MassDeletion | null,
  found: DeletedEvents,
  now: Date,
  isAccepted: boolean,
): MassDeletion | null {
  const { keys, count } = found;
  const known = new Set(before?.keys);
  const since = before && keys.every((key) => known.has(key)) ? before.since : null;
  const isConfirmed = since !== null && (isAccepted || now.getTime() - Date.parse(since) >= confirmationMs);
  return isConfirmed ? null : { keys, count, since: since ?? now.toISOString() };
}
