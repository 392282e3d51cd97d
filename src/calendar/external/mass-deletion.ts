/**
 * Delays mass deletions. If a listing lacks many events, the events are deleted only after a later listing confirms the
 * deletion.
 */
import { hour } from "#lib/time.ts";

const minShare = 0.3;
const minCount = 10;
const confirmationMs = hour;
const keyLength = 10;

/** Events that a listing of a calendar lacks. `keys` contains only future events. `count` also includes past events. */
export type DeletedEvents = { readonly keys: readonly string[]; readonly count: number };

export type MassDeletion = DeletedEvents & { readonly since: string };

export function deletionKey(id: string): string {
  return Bun.SHA256.hash(id, "base64url").slice(0, keyLength);
}

/** Whether `lost` events are too many to delete at once. `coming` is the number of all future events. */
export function isMassDeletion(lost: number, coming: number): boolean {
  return lost > minCount && lost > minShare * coming;
}

export function readMassDeletion({ held }: { readonly held: string | null }): MassDeletion | null {
  return held === null ? null : (JSON.parse(held) as MassDeletion);
}

/**
 * Whether the waiting mass deletion already contained all future events that a listing lacks. False if no mass deletion
 * waits for confirmation.
 */
export function isCovered(before: MassDeletion | null, { keys }: DeletedEvents): boolean {
  const known = new Set(before?.keys);
  return before !== null && keys.every((key) => known.has(key));
}

/**
 * Returns the mass deletion that must wait for confirmation by a later listing. Returns null if the events may be
 * deleted immediately.
 */
export function holdUntilNext(before: MassDeletion | null, found: DeletedEvents, now: Date): MassDeletion | null {
  const { keys, count } = found;
  const since = before && isCovered(before, found) ? before.since : null;
  if (since !== null && now.getTime() - Date.parse(since) >= confirmationMs) return null;
  return { keys, count, since: since ?? now.toISOString() };
}
