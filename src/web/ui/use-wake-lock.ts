import { useEffect, useState } from "preact/hooks";

/**
 * Keeps the screen on. Returns false if the browser refuses this, for example over plain HTTP or when the battery is
 * low.
 */
export function useWakeLock(): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | null = null;
    const take = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        if (!("wakeLock" in navigator)) throw new Error("No wake lock here");
        lock = await navigator.wakeLock.request("screen");
        if (isOver) void lock.release();
        else setKept(true);
      } catch {
        if (!isOver) setKept(false);
      }
    };
    void take();
    // The browser releases the lock when the page is hidden.
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void lock?.release();
    };
  }, []);
  return isKept;
}
