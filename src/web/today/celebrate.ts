/** Paper snow for what is done: a handful for one thing, plenty once somebody has done all of theirs. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
type Confetti = (options: object) => unknown;
let thrower: Promise<Confetti> | null = null;

/** Loads what throws, so that the first tick need not wait for it. */
export function prepareCelebration(): void {
  if (!still.matches) void confetti().catch(() => {});
}

/** Throws, from the middle of `from`, in a person's colours. Nothing for who wants no motion; never in the way of a touch. */
export async function celebrate(from: Element, colors: readonly string[], isAll: boolean): Promise<void> {
  if (still.matches) return;
  const { left, top, width, height } = from.getBoundingClientRect();
  const origin = { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight };
  const shared = { origin, colors: [...colors, "#f1c232", "#ffffff"], disableForReducedMotion: true, zIndex: 150 };
  try {
    const fire = await confetti();
    if (!isAll)
      return void fire({ ...shared, particleCount: 22, spread: 60, startVelocity: 18, scalar: 0.8, ticks: 70 });
    for (const angle of [60, 90, 120]) fire({ ...shared, angle, particleCount: 60, spread: 80, startVelocity: 42 });
  } catch {
    // Without a server the snow can't be fetched; the tick stands all the same.
  }
}

function confetti(): Promise<Confetti> {
  thrower ??= import("canvas-confetti").then(({ default: library }) =>
    // On the page itself: its worker would come from a `blob:` address, which the policy forbids.
    library.create(undefined, { resize: true, useWorker: false }),
  );
  thrower.catch(() => {
    thrower = null;
  });
  return thrower;
}
