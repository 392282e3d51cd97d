/** Putting one instance of a series back, whatever happened to its other instances meanwhile. */
import type { Work } from "../work.ts";
import { type Exception, exceptionAt, firstLeft, seriesOf } from "./event.ts";
import { withException } from "./series.ts";
import { findStored, replace } from "./store.ts";

/** What an entry keeps of an instance: its series, its slot's wall time, and what it had of its own; null: nothing. */
export type InstanceImage = { readonly id: string; readonly wall: number; readonly exception: Exception | null };

/**
 * Gives an instance what it had of its own before a change, if it still has what the change left it. False: it has not, or the
 * series has no such instance any more, or would be left without one. Must be in a transaction.
 */
export function restoreInstance(work: Work, wanted: InstanceImage, expected: InstanceImage): boolean {
  const before = findStored(work, expected.id);
  const slot = before?.series?.slotOf(expected.wall);
  if (!before || !slot || slot.wall !== expected.wall) return false;
  const { event: it } = before;
  if (!Bun.deepEquals(exceptionAt(it, slot) ?? null, expected.exception)) return false;
  const next = withException(it, wanted.exception ?? { wall: slot.wall, cancelled: false, own: {}, times: null });
  const series = seriesOf(next);
  if (!series || !firstLeft(next, series)) return false;
  replace(work, before, next);
  return true;
}
