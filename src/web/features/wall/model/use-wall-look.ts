/** What a screen that is never switched off needs: large type, to be kept awake, and to be spared. */
import { useEffect } from "preact/hooks";
import { useStore } from "../../../sync/store.ts";
import { useNow } from "../../../time/zone.ts";
import { useWakeLock } from "../../../ui/use-wake-lock.ts";
import { isNightAt, night } from "./night.ts";

const shiftEveryMs = 3 * 60_000;
/** In pixels, one after the other: no edge stays where it is for long. */
const shifts = [
  [0, 0],
  [3, 1],
  [4, 4],
  [1, 5],
  [-2, 3],
  [-3, -1],
  [0, -3],
] as const;

/** Makes the page a wall's for as long as it is shown. Answers whether it is night. */
export function useWallLook(): boolean {
  const { time } = useNow();
  const isNight = isNightAt(useStore(night), time);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.size = "wall";
    return () => {
      delete dataset.size;
    };
  }, []);
  useEffect(() => {
    if (!isNight) return;
    const { dataset } = document.documentElement;
    const { scheme } = dataset;
    dataset.scheme = "dark";
    return () => {
      if (scheme) dataset.scheme = scheme;
      else delete dataset.scheme;
    };
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
