/** A drag by mouse or finger, from the press to the drop. */
import type { TargetedPointerEvent } from "preact";
import { type Goal, goalKey, goalOf } from "./carried.ts";

/** In CSS pixels, from the window's top left. */
export type Point = { readonly x: number; readonly y: number };

type Hearing = {
  readonly onLift: (point: Point) => void;
  readonly onMove: (point: Point) => void;
  readonly onGoal: (goal: Goal | null) => void;
  /** It has rested on the button of a day. */
  readonly onDay: (date: string) => void;
  /** Null: it was let go over nothing, or not at all. */
  readonly onEnd: (goal: Goal | null) => void;
};

/** A mouse drags after this way, a finger after this time; before it, a finger that moves scrolls. */
const mousePx = 5;
const holdMs = 320;
const stillPx = 9;
/** How long it rests on a day's button before that day is shown. */
const restMs = 450;

/** Watches what becomes of a press. Cells and meals are elements with `data-goal`, the buttons of days with `data-day`. */
export function watchPointer(event: TargetedPointerEvent<HTMLElement>, hearing: Hearing): void {
  if (!event.isPrimary || event.button !== 0) return;
  const start = pointOf(event);
  const isMouse = event.pointerType === "mouse";
  const source = event.currentTarget;
  let isLifted = false;
  let last = start;
  let goal: Goal | null = null;
  let day: string | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const lift = () => {
    isLifted = true;
    document.documentElement.classList.add("meals-dragging");
    getSelection()?.removeAllRanges();
    hearing.onLift(last);
  };
  const holding = isMouse ? undefined : setTimeout(lift, holdMs);

  const look = () => {
    const under = document.elementFromPoint(last.x, last.y);
    const next = goalOf(under?.closest<HTMLElement>("[data-goal]")?.dataset.goal);
    if ((next && goalKey(next)) !== (goal && goalKey(goal))) {
      goal = next;
      hearing.onGoal(goal);
    }
    const over = under?.closest<HTMLElement>("[data-day]")?.dataset.day ?? null;
    if (over === day) return;
    day = over;
    clearTimeout(resting);
    if (over !== null) resting = setTimeout(() => hearing.onDay(over), restMs);
  };
  const move = (each: PointerEvent) => {
    if (each.pointerId !== event.pointerId) return;
    last = pointOf(each);
    const way = Math.hypot(last.x - start.x, last.y - start.y);
    if (!isLifted && isMouse && way > mousePx) lift();
    else if (!isLifted && !isMouse && way > stillPx) stop();
    if (!isLifted) return;
    each.preventDefault();
    hearing.onMove(last);
    look();
  };
  const stop = () => {
    clearTimeout(holding);
    clearTimeout(resting);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
    window.removeEventListener("keydown", key, true);
    source.removeEventListener("touchmove", hold);
    document.documentElement.classList.remove("meals-dragging");
  };
  const end = (where: Goal | null) => {
    stop();
    if (!isLifted) return;
    swallowClick();
    hearing.onEnd(where);
  };
  const up = (each: PointerEvent) => {
    if (each.pointerId !== event.pointerId) return;
    if (isLifted) look();
    end(goal);
  };
  const cancel = (each: PointerEvent) => each.pointerId === event.pointerId && end(null);
  const key = (each: KeyboardEvent) => {
    if (each.key !== "Escape" || !isLifted) return;
    each.preventDefault();
    each.stopPropagation();
    end(null);
  };
  // Once it is lifted, the finger must not scroll; before, it may.
  const hold = (each: TouchEvent) => isLifted && each.cancelable && each.preventDefault();

  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
  window.addEventListener("keydown", key, true);
  source.addEventListener("touchmove", hold, { passive: false });
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

/** The click that follows a drop is part of the drag. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true), 60);
}

const edgePx = 56;
const fastest = 14;

/** Scrolls the plan, or the page, while what is dragged is near an edge; until the answer is called. */
export function hurryAlong(at: () => Point): () => void {
  let frame = 0;
  const speed = (distance: number) => (distance < edgePx ? Math.ceil(((edgePx - distance) / edgePx) * fastest) : 0);
  const along = (low: number, high: number, point: number) =>
    point < low || point > high ? 0 : speed(high - point) - speed(point - low);
  const step = () => {
    const { x, y } = at();
    const plan = document.querySelector(".meals-plan");
    const box = plan?.getBoundingClientRect();
    if (plan && box && y >= box.top && y <= box.bottom) {
      plan.scrollBy(along(box.left, box.right, x), along(box.top, box.bottom, y));
    }
    if (!plan) window.scrollBy(0, along(0, window.innerHeight, y));
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
