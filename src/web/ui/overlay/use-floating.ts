import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const gap = 6;
const margin = 8;

/**
 * Puts a panel beside its anchor while `open`: under it, or above it where there is more room, never off the screen;
 * in the browser's top layer, where nothing clips it. Escape and a press elsewhere call `onClose`.
 */
export function useFloating(
  open: boolean,
  onClose: () => void,
  align: "start" | "end",
): { anchor: RefObject<HTMLSpanElement | null>; panel: RefObject<HTMLDivElement | null> } {
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const [from, floating] = [anchor.current, panel.current];
    if (!open || !from || !floating) return;
    const follow = () => place(floating, from, align);
    const press = ({ target }: Event) => {
      if (target instanceof Node && !from.contains(target) && !floating.contains(target)) close.current();
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Before a sheet around it hears of it: one key closes one thing.
      event.stopPropagation();
      close.current();
    };
    // Older browsers have no top layer; it is fixed in its place all the same.
    if ("showPopover" in floating) floating.showPopover();
    follow();
    window.addEventListener("resize", follow);
    window.addEventListener("scroll", follow, true);
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("keydown", leave, true);
    return () => {
      window.removeEventListener("resize", follow);
      window.removeEventListener("scroll", follow, true);
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("keydown", leave, true);
    };
  }, [open, align]);
  return { anchor, panel };
}

function place(panel: HTMLElement, anchor: HTMLElement, align: "start" | "end"): void {
  const at = anchor.getBoundingClientRect();
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  const below = height - at.bottom - gap - margin;
  const above = at.top - gap - margin;
  const isBelow = below >= Math.min(panel.scrollHeight, above);
  panel.style.maxBlockSize = `${Math.max(isBelow ? below : above, 0)}px`;
  const atRight = (align === "end") === (getComputedStyle(anchor).direction === "ltr");
  const left = atRight ? at.right - panel.offsetWidth : at.left;
  panel.style.left = `${Math.max(margin, Math.min(left, width - panel.offsetWidth - margin))}px`;
  panel.style.top = `${isBelow ? at.bottom + gap : at.top - gap - panel.offsetHeight}px`;
}
