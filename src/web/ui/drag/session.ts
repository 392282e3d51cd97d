import { useShared } from "#web/lib/shared.ts";
import type { DragPreview } from "./drag-preview.ts";

/** Point in CSS pixels from the top left corner of the viewport. */
export type Point = { readonly x: number; readonly y: number };

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

export type DragSession = {
  readonly name: string;
  /** Moves the element to the pointer. Called again with the same point after the page was scrolled. */
  move(to: Point): void;
  /**
   * Moves the element in response to an arrow key. If `resizes` is true (Shift is pressed), moves only the end of the
   * element.
   */
  step(direction: Direction, resizes: boolean): void;
  /** Returns the name of the current drop position. Returns null if a drop there would change nothing. */
  positionName(): string | null;
  /** Ends the drag. If `isDrop` is true, drops the item. Returns whether a drop was possible. */
  end(isDrop: boolean): boolean;
  /**
   * Returns the element that represents the dragged item after the drop. Returns null if no such element is rendered.
   */
  target(): HTMLElement | null;
  readonly preview?: DragPreview | undefined;
  /** Called after the dragged copy has reached its final position. */
  landed?(): void;
};

export type DragSource = {
  /**
   * Whether the drag begins on a handle, which is a button that is only for dragging. A finger on a handle drags as
   * soon as it moves. Elsewhere, the finger must first rest for a moment, because a finger that moves at once scrolls.
   * Space lifts an item everywhere. Enter lifts an item only on a handle.
   */
  readonly isHandle: boolean;
  /** Starts a drag. A null `from` means a drag by keyboard. Returns null if a drag is not possible now. */
  readonly lift: (from: Point | null) => DragSession | null;
  /** Called after a finger has rested on the item and left it without a move. */
  readonly hold?: () => void;
};

/**
 * Returns the item to drag after a press or a key on the element `target`. Returns null if this press or key starts no
 * drag. `press` is null for a key.
 */
export type FindSource = (target: Element, press: PointerEvent | null) => DragSource | null;

export type DragTexts = {
  readonly lifted: (name: string) => string;
  readonly over: (name: string, place: string) => string;
  readonly dropped: (name: string) => string;
  readonly cancelled: (name: string) => string;
};

export type Dragging = ReturnType<typeof createDragging>;

export const useDragging = (): Dragging => useShared(createDragging);

/**
 * Creates the object that runs the drags of a page, one at a time. It announces drags to screen readers, and restores
 * the focus after a drag.
 */
export function createDragging() {
  let current: DragSession | null = null;
  let announced: string | null = null;
  /** Element inside the dragged element that had the focus before the drag. */
  let focused: Element | null = null;
  let lastStart = Number.NEGATIVE_INFINITY;
  let texts: DragTexts | null = null;
  let region: HTMLElement | null = null;

  const announce = (text: string | undefined): void => {
    if (region && text !== undefined) region.textContent = text;
  };
  const isCurrent = (session: DragSession | null): boolean => session !== null && session === current;

  return {
    announce,
    isCurrent,

    /**
     * Adds the live region to the page before the first drag, because screen readers ignore a region that is added
     * together with its text.
     */
    prepareAnnouncements(sentences: DragTexts): void {
      texts = sentences;
      if (region) return;
      region = document.createElement("div");
      region.className = "visually-hidden";
      region.setAttribute("aria-live", "assertive");
      // It is the first child, where it does not add to the page's height.
      document.body.prepend(region);
    },

    isDragging(): boolean {
      return current !== null;
    },

    /** Whether a drag has started since `since`, which is a time from `performance.now()`. */
    hasDragged(since: number): boolean {
      return lastStart >= since;
    },

    start(source: DragSource, from: Point | null): DragSession | null {
      if (current) return null;
      current = source.lift(from);
      if (!current) return null;
      lastStart = performance.now();
      const { activeElement } = document;
      focused = from === null || current.target()?.contains(activeElement) ? activeElement : null;
      document.documentElement.classList.add("is-dragging");
      getSelection()?.removeAllRanges();
      const { name } = current;
      announced = current.positionName();
      const place = announced === null ? [] : [texts?.over(name, announced)];
      announce([texts?.lifted(name), ...place].join(". "));
      return current;
    },

    announcePosition(session: DragSession): void {
      const position = session.positionName();
      if (!isCurrent(session) || position === announced) return;
      announced = position;
      announce(position === null ? texts?.lifted(session.name) : texts?.over(session.name, position));
    },

    end(session: DragSession | null, isDrop: boolean): void {
      if (!session || !isCurrent(session)) return;
      current = null;
      document.documentElement.classList.remove("is-dragging");
      const isDropped = session.end(isDrop && session.positionName() !== null);
      announce((isDropped ? texts?.dropped : texts?.cancelled)?.(session.name));
      void land(session, focused);
    },
  };
}

async function land(session: DragSession, focusedBefore: Element | null): Promise<void> {
  await frames(2);
  const found = session.target();
  const target = found?.isConnected ? found : null;
  const { activeElement, body } = document;
  // An element that renders again loses the focus, sometimes to another element in its place.
  if (focusedBefore && (!focusedBefore.isConnected || activeElement === body || activeElement === focusedBefore)) {
    // A card has a described link, and only sometimes also a handle.
    const described = focusedBefore.matches(".drag-handle") ? ".drag-handle" : "[aria-description]";
    (target?.querySelector<HTMLElement>(described) ?? target)?.focus({ preventScroll: true });
  }
  await session.preview?.flyTo(target);
  session.landed?.();
}

/** Waits for a number of frames. Also resolves in a hidden page, where the browser renders no frames. */
async function frames(count: number): Promise<void> {
  for (let each = 0; each < count; each++) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      setTimeout(resolve, 100);
    });
  }
}
