import { useEffect, useMemo } from "preact/hooks";
import { createStore, useStore } from "#web/lib/store.ts";
import { type WallTime, wallTime } from "./wall.ts";

export { instantAt, type WallTime, wallTime } from "./wall.ts";

const minuteNow = createStore(Math.floor(Date.now() / 60_000));
let watchers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  minuteNow.set(Math.floor(Date.now() / 60_000));
  timer = setTimeout(tick, 60_000 - (Date.now() % 60_000) + 20);
}

/** Returns the current local time of a zone. The component is rendered again each minute. */
export function useWallClock(timeZone: string): WallTime & { readonly ms: number } {
  const minutes = useStore(minuteNow);
  useEffect(() => {
    if (watchers++ === 0) tick();
    return () => {
      if (--watchers === 0) clearTimeout(timer);
    };
  }, []);
  return useMemo(() => ({ ...wallTime(minutes * 60_000, timeZone), ms: minutes * 60_000 }), [minutes, timeZone]);
}
