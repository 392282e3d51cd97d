/**
 * Positions panels near elements. The app has its own code for this: the browsers of some tablets lack CSS anchor
 * positioning, and Floating UI is about 7 kB compressed.
 */
import { cloneElement, type RefObject, type VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * Space in CSS pixels between a panel and its anchor. The constant `margin` is the smallest space between a panel and
 * the window's edge.
 */
const gap = 6;
const margin = 8;

/** Placement of a panel: under or above its anchor and aligned with the anchor's start or end, or beside the anchor. */
type Placement = "start" | "end" | "beside";

export type TriggerProps = {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  "aria-controls"?: string | undefined;
  onClick?: () => void;
};

/**
 * Adds a panel to a button. The panel is under the button, or above it if there is more room. It stays inside the
 * window.
 */
export function useFloating(role: "menu" | "dialog", trigger: VNode<TriggerProps>, align: "start" | "end") {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    anchor.current?.querySelector<HTMLElement>("button")?.focus();
  };
  usePanel(isOpen, close, () => anchor.current, panel, align);
  usePressOutside(isOpen, close, anchor, panel);
  const button = cloneElement<TriggerProps>(trigger, {
    "aria-haspopup": role,
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  });
  const panelProps = { id, ref: panel, popover: "manual" } as const;
  return { isOpen, setOpen, close, anchor, button, panel, panelProps };
}

/**
 * Shows `panel` near the element that `anchor` returns, while `isOpen` is true. Moves the panel when this element
 * moves. `anchor` may return a different element at each call. Calls `onEscape` if the user presses Escape while the
 * panel is open.
 */
export function usePanel(
  isOpen: boolean,
  onEscape: () => void,
  anchor: () => HTMLElement | null,
  panel: RefObject<HTMLElement | null>,
  placement: Placement,
): void {
  const latest = useRef({ onEscape, anchor });
  useLayoutEffect(() => {
    latest.current = { onEscape, anchor };
    // The render may have moved the anchor.
    if (isOpen && panel.current?.matches(":popover-open")) follow(panel.current, anchor(), placement);
  });
  useLayoutEffect(() => {
    const floating = panel.current;
    if (!isOpen || !floating) return;
    const keepUp = () => follow(floating, latest.current.anchor(), placement);
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // One Escape closes only the panel, not also a sheet around it.
      event.stopPropagation();
      latest.current.onEscape();
    };
    floating.showPopover();
    keepUp();
    window.addEventListener("resize", keepUp);
    window.addEventListener("scroll", keepUp, true);
    window.addEventListener("keydown", leave, true);
    return () => {
      window.removeEventListener("resize", keepUp);
      window.removeEventListener("scroll", keepUp, true);
      window.removeEventListener("keydown", leave, true);
    };
  }, [isOpen, panel, placement]);
}

function usePressOutside(
  isOpen: boolean,
  onClose: () => void,
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const press = ({ target }: Event) => {
      const isInside = target instanceof Node && (anchor.current?.contains(target) || panel.current?.contains(target));
      if (!isInside) close.current();
    };
    window.addEventListener("pointerdown", press, true);
    return () => window.removeEventListener("pointerdown", press, true);
  }, [isOpen, anchor, panel]);
}

function follow(panel: HTMLElement, anchor: HTMLElement | null, placement: Placement): void {
  if (!anchor) return;
  if (placement !== "beside") place(panel, anchor, placement);
  else if (!placeBeside(panel, anchor)) place(panel, anchor, "start");
}

/**
 * Places the panel after the anchor in the direction of reading. If there is no room, places the panel before the
 * anchor. Returns false if neither side has room, or if the anchor is wider than half the window.
 */
function placeBeside(panel: HTMLElement, anchor: HTMLElement): boolean {
  const at = anchor.getBoundingClientRect();
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  if (at.width > width / 2) return false;
  panel.style.maxBlockSize = `${height - 2 * margin}px`;
  const places = [at.right + gap, at.left - gap - panel.offsetWidth];
  if (getComputedStyle(anchor).direction === "rtl") places.reverse();
  const left = places.find((each) => each >= margin && each + panel.offsetWidth <= width - margin);
  if (left === undefined) return false;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(margin, Math.min(at.top, height - panel.offsetHeight - margin))}px`;
  return true;
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
