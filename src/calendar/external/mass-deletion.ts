/** Answers that would delete so many events that they must come twice. */
import { hour } from "#lib/time.ts";

const minShare = 0.3;
const minCount = 10;
const confirmationMs = hour;
const keyLength = 10;

/** `keys`: of the coming ones; `count`: also of past ones. */
export type DeletedEvents = { readonly keys: readonly string[]; readonly count: number };

export type MassDeletion = DeletedEvents & { readonly since: string };

export function deletionKey(id: string): string {
  return Bun.SHA256.hash(id, "base64url").slice(0, keyLength);
}

/** `lost` of the events that are still to come. */
export function isMassDeletion(lost: number, coming: number): boolean {
  return lost > minCount && lost > minShare * coming;
}

export function readMassDeletion({ held }: { readonly held: string | null }): MassDeletion | null {
  return held === null ? null : (JSON.parse(held) as MassDeletion);
}

/** Whether an answer would delete no other events than the one before. */
export function isCovered(before: MassDeletion | null, { keys }: DeletedEvents): boolean {
  const known = new Set(before?.keys);
  return before !== null && keys.every((key) => known.has(key));
}

/** Since when answers would delete these; null: they may be deleted now. */
export function holdUntilNext(before: MassDeletion | null, found: DeletedEvents, now: Date): MassDeletion | null {
  const { keys, count } = found;
  const since = before && isCovered(before, found) ? before.since : null;
  if (since !== null && now.getTime() - Date.parse(since) >= confirmationMs) return null;
  return { keys, count, since: since ?? now.toISOString() };
}
