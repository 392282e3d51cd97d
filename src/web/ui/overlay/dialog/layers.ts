import { useShared } from "#web/lib/shared.ts";
import { createDialogFocus, type ReturnChain, tabbable, trapTab } from "./focus.ts";

export type Layer = {
  readonly element: HTMLElement;
  readonly box: HTMLElement;
  readonly close: () => void;
  readonly firstFocus: () => HTMLElement | null;
  readonly lastFocus: () => HTMLElement | null;
};

/** Selector of the parts of the page that stay usable, also with a screen reader, while a dialog is open. */
const beside = ".toasts, [aria-live]";

/**
 * Creates the stack of the open dialogs of a page. Only the topmost dialog receives keys; everything behind it is
 * inert.
 */
function createDialogs() {
  const focus = createDialogFocus();
  const stack: (Layer & { chain: ReturnChain })[] = [];

  const updateInert = (): void => {
    const top = stack.at(-1)?.element;
    for (const child of document.body.children) {
      if (!(child instanceof HTMLElement)) continue;
      const isLayer = child.matches(".dialog-layer");
      child.inert = isLayer ? child !== top : top !== undefined && !child.matches(beside);
    }
  };

  const handleKey = (event: KeyboardEvent): void => {
    const top = stack.at(-1);
    if (!top || event.defaultPrevented) return;
    if (event.key === "Tab") trapTab(event, top.box, [tabbable(top.box), ...tabbableBeside()]);
    // Escape also cancels the composition of a character; Safari shows that only by the key code.
    if (event.key !== "Escape" || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    top.close();
  };

  return {
    /** Adds the layer of a dialog to the stack. Returns a function that removes the layer. */
    open(layer: Layer): () => void {
      const opened = { ...layer, chain: focus.returnChain(stack.at(-1)?.chain ?? []) };
      stack.push(opened);
      if (stack.length === 1) {
        lockScroll();
        document.addEventListener("keydown", handleKey);
      }
      updateInert();
      focus.focusDialog(layer.box, layer.firstFocus());
      return () => {
        const last = layer.lastFocus();
        stack.splice(stack.indexOf(opened), 1);
        if (stack.length === 0) {
          unlockScroll();
          document.removeEventListener("keydown", handleKey);
        }
        updateInert();
        focus.returnFocus(last ? [last, ...opened.chain] : opened.chain, () => stack.at(-1)?.box);
      };
    },
  };
}

function tabbableBeside(): HTMLElement[][] {
  return [...document.body.querySelectorAll(`:scope > :is(${beside})`)].map(tabbable);
}

/**
 * Returns the stack of dialogs of the page. The first call starts to observe presses, because a dialog needs to know
 * which press opened it. So `routes.tsx` calls this when a page renders, before the user can press anything.
 */
export const useDialogs = () => useShared(createDialogs);

/** Stops the page from scrolling, and reserves the space of its scroll bar. */
function lockScroll(): void {
  const root = document.documentElement;
  const bar = window.innerWidth - root.clientWidth;
  root.style.overflow = "hidden";
  if (bar === 0) return;
  if (CSS.supports("scrollbar-gutter", "stable")) root.style.setProperty("scrollbar-gutter", "stable");
  else root.style.paddingInlineEnd = `${bar}px`;
}

function unlockScroll(): void {
  for (const name of ["overflow", "scrollbar-gutter", "padding-inline-end"]) {
    document.documentElement.style.removeProperty(name);
  }
}
