/**
 * Dragging by keyboard. Space lifts an item, arrow keys move it, and Space or Enter drops it. On a handle, Enter lifts
 * the item, too. Escape, the Tab key and a press of the pointer cancel the drag. Alt with an arrow key lifts and moves
 * an item at once. Releasing Alt drops this item. Tab, a press or a change to another window also drops it; only Escape
 * cancels such a drag.
 */
import type { Direction, Dragging, DragSession, FindSource } from "./session.ts";

const directions: Readonly<Record<Direction, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the step of an arrow key. `x` is 1 in the direction of reading, `y` is 1 downwards. */
export function stepOf(direction: Direction): { readonly x: number; readonly y: number } {
  const [x, y] = directions[direction];
  return { x: document.documentElement.dir === "rtl" ? -x : x, y };
}

/** Listens to the keys that drag items. Returns a function that stops listening and cancels the current drag. */
export function watchKeyboard(dragging: Dragging, area: HTMLElement | Document, find: FindSource): () => void {
  let session: DragSession | null = null;
  let listening = new AbortController();

  const end = (isDrop: boolean) => {
    listening.abort();
    dragging.end(session, isDrop);
    session = null;
  };
  const step = (direction: Direction, resizes: boolean) => {
    session?.step(direction, resizes);
    if (session) dragging.announcePosition(session);
  };
  const begin = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const isShortcut = event.altKey && isDirection(event.key);
    const isLift = !event.altKey && !event.shiftKey && !event.repeat && isPress(event);
    if ((!isShortcut && !isLift) || !(event.target instanceof Element)) return;
    const source = find(event.target, null);
    if (!source || (event.key === "Enter" && !source.isHandle)) return;
    session = dragging.start(source, null);
    if (!session) return;
    handled(event);
    listen(isShortcut);
    if (isDirection(event.key)) step(event.key, event.shiftKey);
  };
  const listen = (isByAlt: boolean) => {
    listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const leave = () => end(isByAlt);
    const carry = (event: KeyboardEvent) => {
      if (!dragging.isCurrent(session)) return end(false);
      if (event.ctrlKey || event.metaKey || event.key === "Alt") return;
      if (event.key === "Tab") return leave();
      if (isDirection(event.key)) step(event.key, event.shiftKey);
      else if (event.key === "Escape") end(false);
      else if (isPress(event) && !event.repeat) end(true);
      handled(event);
    };
    const release = (event: KeyboardEvent) => {
      if (event.key !== "Alt" || !isByAlt) return;
      event.preventDefault();
      end(true);
    };
    window.addEventListener("keydown", carry, options);
    window.addEventListener("keyup", release, options);
    window.addEventListener("pointerdown", leave, options);
    if (isByAlt) window.addEventListener("blur", leave, { signal: listening.signal });
  };
  area.addEventListener("keydown", begin);
  return () => {
    area.removeEventListener("keydown", begin);
    end(false);
  };
}

function handled(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
  if (event.key !== " ") return;
  // Firefox clicks a button when Space is released, even if its keydown was prevented.
  const release = (up: KeyboardEvent) => up.key === " " && up.preventDefault();
  window.addEventListener("keyup", release, { capture: true, once: true });
}

function isPress({ key }: KeyboardEvent): boolean {
  return key === " " || key === "Enter";
}

function isDirection(key: string): key is Direction {
  return key in directions;
}
