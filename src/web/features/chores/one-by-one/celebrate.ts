/** Paper snow for what is done: a handful for one thing, plenty once somebody has done all of theirs. */
import type { CreateTypes } from "canvas-confetti";

const motion = matchMedia("(prefers-reduced-motion: reduce)");
const sparkle = ["#f1c232", "#ffffff"];
let thrower: Promise<CreateTypes> | null = null;

/** Fetches what throws, so that the first tick need not wait for it. Nothing for who wants no motion. */
export function prepareCelebration(): void {
  if (!motion.matches) void fetchThrower().catch(() => {});
}

/**
 * Throws from the middle of `from`, in the colours given (`personHex`); `isAll` throws plenty. Nothing for who wants no motion.
 * It never is in the way of a touch, and of a second one it makes no second canvas.
 */
export async function celebrate(from: Element, colors: readonly string[], isAll: boolean): Promise<void> {
  if (motion.matches) return;
  // Measured now: a card that is done may move.
  const { left, top, width, height } = from.getBoundingClientRect();
  const origin = { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight };
  const shared = { origin, colors: [...colors, ...sparkle], disableForReducedMotion: true };
  try {
    const fire = await fetchThrower();
    if (!isAll) {
      void fire({ ...shared, particleCount: 24, spread: 65, startVelocity: 18, scalar: 0.8, ticks: 70 });
      return;
    }
    for (const angle of [60, 90, 120]) {
      void fire({ ...shared, angle, particleCount: 60, spread: 80, startVelocity: 42 });
    }
  } catch {
    // Without a server it can't be fetched; the tick stands all the same.
  }
}

function fetchThrower(): Promise<CreateTypes> {
  thrower ??= import("canvas-confetti").then(({ default: library }) => {
    const canvas = document.createElement("canvas");
    canvas.className = "confetti";
    canvas.setAttribute("aria-hidden", "true");
    document.body.append(canvas);
    // On the page itself: its worker would come from a `blob:` address, which the policy forbids.
    return library.create(canvas, { resize: true, useWorker: false });
  });
  thrower.catch(() => {
    thrower = null;
  });
  return thrower;
}
