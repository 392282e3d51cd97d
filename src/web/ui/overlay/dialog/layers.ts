/** The dialogs that are open, one over the other. Only the topmost one hears keys; what is behind it is inert. */
import { enter, goBack, type WayBack, wayBack } from "./focus.ts";
import { lockScroll, unlockScroll } from "./scroll-lock.ts";
import { goRound, tabbable } from "./tabbable.ts";

/** An open dialog. */
export type Layer = {
  /** A child of the body, of the class `dialog-layer`. */
  readonly element: HTMLElement;
  /** The dialog itself, inside of it. */
  readonly box: HTMLElement;
  /** Asks for it to be closed. */
  readonly close: () => void;
  readonly firstFocus: () => HTMLElement | null;
  readonly lastFocus: () => HTMLElement | null;
};

/** Beside a dialog these stay in use, and are heard. */
const beside = ".toasts, [aria-live]";
const stack: (Layer & { way: WayBack })[] = [];

/** Puts a dialog on top and moves the focus into it. The answer takes it away and moves the focus back. */
export function openLayer(layer: Layer): () => void {
  const opened = { ...layer, way: wayBack(stack.at(-1)?.way ?? []) };
  stack.push(opened);
  if (stack.length === 1) {
    lockScroll();
    document.addEventListener("keydown", hearKey);
  }
  holdBack();
  enter(layer.box, layer.firstFocus());
  return () => {
    const last = layer.lastFocus();
    stack.splice(stack.indexOf(opened), 1);
    if (stack.length === 0) {
      unlockScroll();
      document.removeEventListener("keydown", hearKey);
    }
    holdBack();
    goBack(last ? [last, ...opened.way] : opened.way, () => stack.at(-1)?.box);
  };
}

/** A layer that is not on top is behind one, or on its way out. */
function holdBack(): void {
  const top = stack.at(-1)?.element;
  for (const child of document.body.children) {
    if (!(child instanceof HTMLElement)) continue;
    const isLayer = child.matches(".dialog-layer");
    child.inert = isLayer ? child !== top : top !== undefined && !child.matches(beside);
  }
}

function hearKey(event: KeyboardEvent): void {
  const top = stack.at(-1);
  if (!top || event.defaultPrevented) return;
  if (event.key === "Tab") goRound(event, top.box, [tabbable(top.box), ...tabbableBeside()]);
  // Escape also ends a composition, of which Safari tells by the key's code alone.
  if (event.key !== "Escape" || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  top.close();
}

function tabbableBeside(): HTMLElement[][] {
  return [...document.body.querySelectorAll(`:scope > :is(${beside})`)].map(tabbable);
}
