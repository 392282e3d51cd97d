import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type ShownEntry, withLeaving } from "./model/leaving.ts";
import type { Entry } from "./model/timeline.ts";

/** Time for which a ticked row stays, in ms: it waits for 600 ms, and folds in 220 ms (today.css). */
const leavingMs = 820;

/**
 * Returns the entries as rows, with those that have just been ticked at their former places for {@link leavingMs}.
 * `onTick` has to be called for each entry that the user ticks.
 */
export function useLeaving(
  entries: readonly Entry[],
  done: readonly Entry[],
): { readonly rows: readonly ShownEntry[]; readonly onTick: (entry: Entry) => void } {
  const former = useRef<readonly ShownEntry[]>([]);
  const timers = useRef(new Map<string, Timer>());
  const [ticked] = useState(() => new Set<string>());
  const [left] = useState(() => new Set<string>());
  const [onTick] = useState(
    () =>
      ({ key }: Entry) =>
        void ticked.add(key),
  );
  const [, setCount] = useState(0);
  const rows = withLeaving(former.current, entries, done, { ticked, left });
  useLayoutEffect(() => {
    former.current = rows;
    left.clear();
    for (const { entry, isLeaving } of rows) {
      const timer = timers.current.get(entry.key);
      if (isLeaving && timer === undefined) timers.current.set(entry.key, setTimeout(leave, leavingMs, entry.key));
      if (!isLeaving && timer !== undefined) forget(entry.key, timer);
    }
  });
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  return { rows, onTick };

  function forget(key: string, timer: Timer): void {
    clearTimeout(timer);
    timers.current.delete(key);
    ticked.delete(key);
  }

  function leave(key: string): void {
    timers.current.delete(key);
    ticked.delete(key);
    left.add(key);
    setCount((count) => count + 1);
  }
}

type Timer = ReturnType<typeof setTimeout>;
