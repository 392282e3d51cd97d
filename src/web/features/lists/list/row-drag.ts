/** Dragging rows: by the handle at once, by a long press anywhere on a row; up and down, and in and out. */
import { createStore } from "../../../sync/store.ts";
import { dropTarget, type Target } from "../model/placing.ts";
import type { Row } from "../model/rows.ts";

/** Where the line is that shows where a row would come: from the top of the items, in px. Null while nothing is dragged. */
export const dropLine = createStore<{ readonly top: number; readonly isDeep: boolean } | null>(null);

/** How far to the side a row must hang to change its level. */
const deepPx = 28;
const edgePx = 88;
const slackPx = 8;
const holdMs = 450;

type Drag = {
  /** The whole of the items, and their rows from top to bottom. */
  readonly container: HTMLElement;
  readonly rows: readonly Row[];
  readonly moved: Row;
  readonly keyOf: (id: string) => string;
  readonly onDrop: (target: Target) => void;
};

type Start = { readonly x: number; readonly y: number; readonly pointerId: number };

/** A press that may become a drag: at once, or, `isHeld`, once it has stayed where it is for a while. */
export function beginDrag(drag: Drag, start: Start, isHeld: boolean): void {
  const ends = new AbortController();
  const { signal } = ends;
  let gesture: Gesture | null = null;
  const lift = () => {
    gesture = new Gesture(drag, start);
  };
  const timer = isHeld ? setTimeout(lift, holdMs) : undefined;
  const end = (isDropped: boolean) => {
    clearTimeout(timer);
    ends.abort();
    gesture?.end(isDropped);
  };
  const isOther = (event: PointerEvent) => event.pointerId !== start.pointerId;
  const onMove = (event: PointerEvent) => {
    if (isOther(event)) return;
    const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > (isHeld ? slackPx : 3);
    // A finger that moves before the row has come loose scrolls.
    if (!gesture && isFar) isHeld ? end(false) : lift();
    gesture?.move(event.clientX, event.clientY);
  };
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", (event) => !isOther(event) && end(true), { signal });
  window.addEventListener("pointercancel", (event) => !isOther(event) && end(false), { signal });
  window.addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal, capture: true });
  window.addEventListener("contextmenu", (event) => isHeld && event.preventDefault(), { signal });
  // The page must not scroll under a row that has come loose; that is decided at the first move.
  window.addEventListener("touchmove", (event) => gesture && event.preventDefault(), { signal, passive: false });
}

/** A row in the air. */
class Gesture {
  private x: number;
  private y: number;
  private target: Target | null = null;
  private frame = 0;
  private readonly item: HTMLElement | null;
  private readonly scrolledAt = window.scrollY;

  constructor(
    private readonly drag: Drag,
    private readonly start: Start,
  ) {
    this.x = start.x;
    this.y = start.y;
    this.item = this.elementOf(drag.moved)?.closest("li") ?? null;
    this.item?.classList.add("lists-dragged");
    navigator.vibrate?.(12);
    this.step();
  }

  move(x: number, y: number): void {
    this.x = x;
    this.y = y;
  }

  end(isDropped: boolean): void {
    cancelAnimationFrame(this.frame);
    this.item?.classList.remove("lists-dragged");
    if (this.item) this.item.style.translate = "";
    dropLine.set(null);
    swallowClick();
    if (isDropped && this.target) this.drag.onDrop(this.target);
  }

  private step = (): void => {
    this.scroll();
    const byY = this.y - this.start.y + window.scrollY - this.scrolledAt;
    if (this.item)
      this.item.style.translate = `${Math.max(-deepPx, Math.min(deepPx, this.x - this.start.x))}px ${byY}px`;
    this.aim();
    this.frame = requestAnimationFrame(this.step);
  };

  /** Near the upper or lower end of the window the page follows. */
  private scroll(): void {
    const below = window.innerHeight - edgePx * 1.5;
    const by = this.y < edgePx ? this.y - edgePx : this.y > below ? this.y - below : 0;
    if (by !== 0) window.scrollBy({ top: by / 5, behavior: "instant" });
  }

  private aim(): void {
    const { rows, moved, container } = this.drag;
    const others = rows.filter(({ block, parentId }) => block.id !== moved.block.id && parentId !== moved.block.id);
    const boxes = others.map((row) => this.elementOf(row)?.getBoundingClientRect());
    const at = boxes.findIndex((box) => box && this.y < box.top + box.height / 2);
    const index = at < 0 ? others.length : at;
    const across = (this.x - this.start.x) * (getComputedStyle(container).direction === "rtl" ? -1 : 1);
    const isDeep = moved.parentId === null ? across > deepPx : across > -deepPx;
    this.target = dropTarget(moved, others[index - 1], others[index], isDeep);
    const edge = boxes[index]?.top ?? boxes[index - 1]?.bottom ?? 0;
    dropLine.set({ top: edge - container.getBoundingClientRect().top, isDeep: this.target.parentId !== null });
  }

  private elementOf({ block }: Row): HTMLElement | null {
    return this.drag.container.querySelector(`[data-row="${CSS.escape(this.drag.keyOf(block.id))}"]`);
  }
}

/** The click that a browser makes of the end of a drag is none. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
}
