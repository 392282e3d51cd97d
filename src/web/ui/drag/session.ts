/**
 * The drag that is going on, by pointer or by keyboard: there is at most one in the page. It announces it to screen
 * readers, and afterwards puts the focus and the ghost where the dragged element is then.
 */
import type { Ghost } from "./ghost.ts";

/** In CSS pixels, from the window's top left. */
export type Point = { readonly x: number; readonly y: number };

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** The geometry of one drag: each screen has its own. */
export type DragSession = {
  /** The name that is announced. */
  readonly name: string;
  /** Moves with a pointer. It is called again after a scroll, with the same point. */
  move(to: Point): void;
  /** Moves by an arrow key. `resizes`: with Shift, which changes the end of what has one. */
  step(direction: Direction, resizes: boolean): void;
  /** Returns the name of the place where a drop would put it; null where that changes nothing. */
  place(): string | null;
  /** Ends it: with a drop, or as if nothing had happened. Returns whether a drop was possible. */
  end(isDrop: boolean): boolean;
  /** Returns the element that was dragged, as it is drawn after the drop. */
  target(): HTMLElement | null;
  readonly ghost?: Ghost | undefined;
  /** The ghost has reached the target. */
  landed?(): void;
};

/** Something that can be dragged. */
export type DragSource = {
  /** A button that only drags: a finger needs no hold on it, and Enter lifts like Space. */
  readonly isHandle: boolean;
  /** Starts a drag from a point; null: by keyboard. Returns null if that is not possible now. */
  readonly lift: (from: Point | null) => DragSession | null;
};

/** Finds what a pointer, or (`press` is null) a key at the focused element, would drag. */
export type FindSource = (target: Element, press: PointerEvent | null) => DragSource | null;

/** The sentences that are announced. */
export type DragTexts = {
  readonly lifted: (name: string) => string;
  readonly over: (name: string, place: string) => string;
  readonly dropped: (name: string) => string;
  readonly cancelled: (name: string) => string;
};

let current: DragSession | null = null;
let announced: string | null = null;
/** The element in the dragged one that had the focus at the start. */
let focused: Element | null = null;
let lastStart = Number.NEGATIVE_INFINITY;
let texts: DragTexts | null = null;
let region: HTMLElement | null = null;

/** Creates the live region: screen readers only hear regions that were there before their text. */
export function prepareAnnouncements(sentences: DragTexts): void {
  texts = sentences;
  if (region) return;
  region = document.createElement("div");
  region.className = "visually-hidden";
  region.setAttribute("aria-live", "assertive");
  // First, where it adds nothing to the height of the page.
  document.body.prepend(region);
}

/** Says something to screen readers at once. */
export function announce(text: string | undefined): void {
  if (region && text !== undefined) region.textContent = text;
}

export function isDragging(): boolean {
  return current !== null;
}

/** Returns whether a drag has started since a time of `performance.now()`. */
export function hasDragged(since: number): boolean {
  return lastStart >= since;
}

export function isCurrent(session: DragSession | null): boolean {
  return session !== null && session === current;
}

export function startSession(source: DragSource, from: Point | null): DragSession | null {
  if (current) return null;
  current = source.lift(from);
  if (!current) return null;
  lastStart = performance.now();
  const { activeElement } = document;
  focused = from === null || current.target()?.contains(activeElement) ? activeElement : null;
  document.documentElement.classList.add("is-dragging");
  getSelection()?.removeAllRanges();
  const { name } = current;
  announced = current.place();
  const place = announced === null ? [] : [texts?.over(name, announced)];
  announce([texts?.lifted(name), ...place].join(". "));
  return current;
}

/** Announces where a drag is, if that has changed. */
export function announcePlace(session: DragSession): void {
  const place = session.place();
  if (!isCurrent(session) || place === announced) return;
  announced = place;
  announce(place === null ? texts?.lifted(session.name) : texts?.over(session.name, place));
}

/** Ends a drag, unless it has ended. */
export function endSession(session: DragSession | null, isDrop: boolean): void {
  if (!session || !isCurrent(session)) return;
  current = null;
  document.documentElement.classList.remove("is-dragging");
  const isDropped = session.end(isDrop && session.place() !== null);
  announce((isDropped ? texts?.dropped : texts?.cancelled)?.(session.name));
  void land(session, focused);
}

async function land(session: DragSession, focusedBefore: Element | null): Promise<void> {
  // Until it is drawn in its new place.
  await frames(2);
  const found = session.target();
  const target = found?.isConnected ? found : null;
  const { activeElement, body } = document;
  // An element that is drawn elsewhere has lost the focus, or another one is drawn in its place and has it.
  if (focusedBefore && (!focusedBefore.isConnected || activeElement === body || activeElement === focusedBefore)) {
    (target?.querySelector<HTMLElement>(".drag-handle") ?? target)?.focus({ preventScroll: true });
  }
  await session.ghost?.flyTo(target);
  session.landed?.();
}

/** Resolves also in a page that nobody sees, which draws no frames. */
async function frames(count: number): Promise<void> {
  for (let each = 0; each < count; each++) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      setTimeout(resolve, 100);
    });
  }
}
