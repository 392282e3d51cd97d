/**
 * Touch gestures for pages with a touch screen. They are sent as input to the browser, which makes scrolling and clicks
 * from them.
 */
import type { CDPSession, Locator, Page } from "playwright-core";

/** Point in CSS pixels from the top left of the window. */
export type Point = { readonly x: number; readonly y: number };

/** Place to touch: a point, or the centre of an element. */
export type Spot = Point | Locator;

/** Milliseconds of a long press: 1.5 times what browsers require. */
const longPressMs = 750;
const frameMs = 16;
/**
 * Resolves after two frames. Before the second frame, the browser cannot find the element under a touch, and the touch
 * is lost.
 */
const shown = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

/**
 * Returns the point where a finger would touch `spot`, after scrolling the element into view.
 * @throws Error if the element is not visible
 */
export async function pointAt(spot: Spot): Promise<Point> {
  if ("x" in spot) return spot;
  await spot.scrollIntoViewIfNeeded();
  const box = await spot.boundingBox();
  if (!box) throw new Error(`${spot} is not shown, so it can't be touched`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Touches a place for a short time. */
export async function tap(page: Page, spot: Spot): Promise<void> {
  const at = await pointAt(spot);
  await touching(page, async (finger) => {
    await finger.down(at);
  });
}

/**
 * Presses on one place for a long time, drags the lifted element to another place in even steps, and releases it after
 * a moment.
 */
export async function longPressDrag(
  page: Page,
  from: Spot,
  to: Spot,
  { steps = 12, holdMs = longPressMs } = {},
): Promise<void> {
  await pointAt(to);
  const start = await pointAt(from);
  // The look at the start may have scrolled the page, if the start stands in a bar that stays in place.
  const end = await pointAt(to);
  await touching(page, async (finger) => {
    await finger.down(start);
    await Bun.sleep(holdMs);
    await finger.move(start, end, steps);
    await Bun.sleep(frameMs * 4);
  });
}

/**
 * Swipes over the screen without a long press, which scrolls a page or turns to the next day. The page sees a finger
 * that moves at constant speed, however busy the machine is.
 */
export async function swipe(page: Page, from: Spot, to: Spot, { steps = 8 } = {}): Promise<void> {
  const end = await pointAt(to);
  const start = await pointAt(from);
  await touching(
    page,
    async (finger) => {
      // The first move is too far for a long press. It is sent together with the touch, so that no long press begins,
      // however busy the machine is.
      const begun = towards(start, end, 15);
      await Promise.all([finger.down(start), finger.move(start, begun, 1)]);
      await finger.move(begun, end, steps);
    },
    new Stopwatch(),
  );
}

/** Returns the point at this distance in pixels on the way to another point, which must be farther away. */
function towards(from: Point, to: Point, pixels: number): Point {
  const part = pixels / Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

async function touching(
  page: Page,
  gesture: (finger: Finger) => Promise<void>,
  stopwatch: Stopwatch | null = null,
): Promise<void> {
  await page.evaluate(shown);
  const session = await page.context().newCDPSession(page);
  const finger = new Finger(session, stopwatch);
  try {
    await gesture(finger);
    await finger.up();
  } finally {
    await session.detach();
  }
}

/** Clock for the times of touch events, in seconds. Successive events are one frame apart. */
class Stopwatch {
  private at = Date.now() / 1_000;

  next(): number {
    this.at += frameMs / 1_000;
    return this.at;
  }
}

class Finger {
  constructor(
    private readonly session: CDPSession,
    private readonly stopwatch: Stopwatch | null,
  ) {}

  down(at: Point): Promise<unknown> {
    return this.send("touchStart", [at]);
  }

  async move(from: Point, to: Point, steps: number): Promise<void> {
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      await this.send("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
      await Bun.sleep(frameMs);
    }
  }

  up(): Promise<unknown> {
    return this.send("touchEnd", []);
  }

  private send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]): Promise<unknown> {
    const time = this.stopwatch === null ? {} : { timestamp: this.stopwatch.next() };
    return this.session.send("Input.dispatchTouchEvent", { type, touchPoints, ...time });
  }
}
