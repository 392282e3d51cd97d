/**
 * Look of a tablet that is always on: large type, dark at night, a wake lock, and small shifts of the page against
 * burn-in.
 */

import { useEffect, useLayoutEffect } from "preact/hooks";
import { createStore, useStore } from "#web/lib/store.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { pageValue } from "#web/page/shared.ts";
import { startScheme } from "#web/shell/scheme.ts";
import { useNow } from "#web/sync/session.ts";
import { useWakeLock } from "#web/ui/use-wake-lock.ts";

const shiftEveryMs = 3 * 60_000;
/**
 * Offsets of the page in CSS pixels. The page moves to the next offset every three minutes, against burn-in of the
 * screen.
 */
const shifts = [
  [0, 0],
  [3, 1],
  [4, 4],
  [1, 5],
  [-2, 3],
  [-3, -1],
  [0, -3],
] as const;

/** Text sizes of a tablet on the wall, in percent of the size that fits its screen. */
export const textSizes = ["100", "125", "150"] as const;
export type TextSize = (typeof textSizes)[number];

export const textSize = pageValue(() =>
  createStore<TextSize>(textSizes.find((each) => each === getPreference("wall-text-size")) ?? "100"),
);

export function chooseTextSize(next: TextSize): void {
  setPreference("wall-text-size", next);
  textSize().set(next);
}

/**
 * Hours during which the tablet on the wall is dark. `from` is the hour at which this time starts, and `to` is the hour
 * at which it ends (0 to 23). If `from` is greater than `to`, the time includes midnight. If `isDimmed` is false, the
 * tablet is never dark.
 */
export type Night = { readonly isDimmed: boolean; readonly from: number; readonly to: number };

const defaultNight: Night = { isDimmed: true, from: 22, to: 6 };

export const night = pageValue(() => createStore<Night>(storedNight()));

export function setNight(next: Night): void {
  setPreference("wall-night", JSON.stringify(next));
  night().set(next);
}

function storedNight(): Night {
  try {
    return { ...defaultNight, ...JSON.parse(getPreference("wall-night") ?? "{}") };
  } catch {
    return defaultNight;
  }
}

/** Whether the tablet is dark at the time `time` (`HH:MM`). */
function isNightAt({ isDimmed, from, to }: Night, time: string): boolean {
  const hour = Number(time.slice(0, 2));
  if (!isDimmed || from === to) return false;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** Applies the look of a tablet on the wall. Returns whether it is night. */
export function useWallLook(): boolean {
  const { time } = useNow();
  const isNight = isNightAt(useStore(night()), time);
  const size = useStore(textSize());
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    dataset.size = "wall";
    style.setProperty("--wall-text", String(Number(size) / 100));
    return () => {
      delete dataset.size;
      style.removeProperty("--wall-text");
    };
  }, [size]);
  useEffect(() => {
    if (!isNight) return;
    const { dataset } = document.documentElement;
    dataset.scheme = "dark";
    return startScheme;
  }, [isNight]);
  useEffect(shiftNowAndThen, []);
  useWakeLock();
  return isNight;
}

function shiftNowAndThen(): () => void {
  const { style } = document.documentElement;
  let at = 0;
  const timer = setInterval(() => {
    at = (at + 1) % shifts.length;
    const [x, y] = shifts[at] ?? [0, 0];
    style.setProperty("--wall-shift", `${x}px ${y}px`);
  }, shiftEveryMs);
  return () => {
    clearInterval(timer);
    style.removeProperty("--wall-shift");
  };
}
