/**
 * Confetti by the library canvas-confetti (4 kB), which the app loads when it shows chores. The library was chosen
 * because it is maintained, and because it works with the page's content security policy.
 */
import type { CreateTypes } from "canvas-confetti";
import { loadOnce } from "#web/lib/load-once.ts";
import { pageValue } from "#web/page/shared.ts";

const motion = matchMedia("(prefers-reduced-motion: reduce)");
const sparkle = ["#f1c232", "#ffffff"];

const cannon = pageValue(() =>
  loadOnce(async (): Promise<CreateTypes> => {
    const { default: library } = await import("canvas-confetti");
    const canvas = document.createElement("canvas");
    canvas.className = "confetti";
    canvas.setAttribute("aria-hidden", "true");
    document.body.append(canvas);
    // A worker cannot be used: the library loads it from a `blob:` URL, which the CSP forbids.
    return library.create(canvas, { resize: true, useWorker: false });
  }),
);

export function prepareConfetti(): void {
  if (!motion.matches) void cannon()().catch(() => {});
}

/**
 * Fires confetti from the centre of the element `from`. The confetti has the colours `colors`, gold and white. If
 * `isAll` is true, the member has completed all chores of the day, and more confetti is fired. Does nothing if the user
 * prefers reduced motion.
 */
export async function throwConfetti(from: Element, colors: readonly string[], isAll: boolean): Promise<void> {
  if (motion.matches) return;
  // Measured before the await, because a completed card may move.
  const { left, top, width, height } = from.getBoundingClientRect();
  const origin = { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight };
  const shared = { origin, colors: [...colors, ...sparkle], disableForReducedMotion: true };
  try {
    const fire = await cannon()();
    if (!isAll) {
      void fire({ ...shared, particleCount: 24, spread: 65, startVelocity: 18, scalar: 0.8, ticks: 70 });
      return;
    }
    for (const angle of [60, 90, 120]) {
      void fire({ ...shared, angle, particleCount: 60, spread: 80, startVelocity: 42 });
    }
  } catch {
    // Offline, the library may be missing.
  }
}
