/** Answers that would delete so many events that they must come twice. */
import { hour } from "#lib/time.ts";

const heldShare = 0.3;
const heldCount = 10;
const heldMs = hour;
const keyLength = 10;

/** `keys`: of the coming ones; `count`: also of past ones. */
export type HeldEvents = { readonly keys: readonly string[]; readonly count: number };

export type Held = HeldEvents & { readonly since: string };

export function heldKey(id: string): string {
  return Bun.SHA256.hash(id, "base64url").slice(0, keyLength);
}

/** `lost` of the events that are still to come. */
export function isMassDeletion(lost: number, coming: number): boolean {
  return lost > heldCount && lost > heldShare * coming;
}

export function heldOf({ held }: { readonly held: string | null }): Held | null {
  return held === null ? null : (JSON.parse(held) as Held);
}

/** Whether an answer would delete no other events than the one before. */
export function isExpected(before: Held | null, { keys }: HeldEvents): boolean {
  const known = new Set(before?.keys);
  return before !== null && keys.every((key) => known.has(key));
}

/** Since when answers would delete these; null: they may be deleted now. */
export function heldUntilNext(before: Held | null, found: HeldEvents, now: Date): Held | null {
  const { keys, count } = found;
  const since = before && isExpected(before, found) ? before.since : null;
  if (since !== null && now.getTime() - Date.parse(since) >= heldMs) return null;
  return { keys, count, since: since ?? now.toISOString() };
}
