import { useEffect, useMemo } from "preact/hooks";
import { useShared } from "#web/lib/shared.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { type WallTime, wallTime } from "./wall.ts";

export { instantAt, type WallTime, wallTime } from "./wall.ts";

/**
 * Creates the clock of a page. `minute` is the number of minutes since 1970. It is updated while at least one component
 * uses the clock.
 */
function createClock() {
  const minute = createStore(Math.floor(Date.now() / 60_000));
  let watchers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    minute.set(Math.floor(Date.now() / 60_000));
    timer = setTimeout(tick, 60_000 - (Date.now() % 60_000) + 20);
  };
  const run = () => {
    if (watchers++ === 0) tick();
    return () => {
      if (--watchers === 0) clearTimeout(timer);
    };
  };
  return { minute, run };
}

/** Returns the current local time of a zone. The component is rendered again each minute. */
export function useWallClock(timeZone: string): WallTime & { readonly ms: number } {
  const { minute, run } = useShared(createClock);
  const minutes = useStore(minute);
  useEffect(run, [run]);
  return useMemo(() => ({ ...wallTime(minutes * 60_000, timeZone), ms: minutes * 60_000 }), [minutes, timeZone]);
}
