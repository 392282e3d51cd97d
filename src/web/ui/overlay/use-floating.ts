/**
 * Ours, because Floating UI is about 7 kB compressed, and CSS anchor positioning is missing on the tablets that the app runs on.
 */
import { cloneElement, type RefObject, type VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

/** CSS pixels between button and panel, and between panel and window. */
const gap = 6;
const margin = 8;

export type TriggerProps = {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  "aria-controls"?: string | undefined;
  onClick?: () => void;
};

/** Under the button, or above it if there is more room, and inside the window. */
export function useFloating(role: "menu" | "dialog", trigger: VNode<TriggerProps>, align: "start" | "end") {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    anchor.current?.querySelector<HTMLElement>("button")?.focus();
  };
  useOutside(isOpen, close, anchor, panel, align);
  const button = cloneElement<TriggerProps>(trigger, {
    "aria-haspopup": role,
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  });
  const panelProps = { id, ref: panel, popover: "manual" } as const;
  return { isOpen, setOpen, close, anchor, button, panel, panelProps };
}

function useOutside(
  isOpen: boolean,
  onClose: () => void,
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  align: "start" | "end",
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const [from, floating] = [anchor.current, panel.current];
    if (!isOpen || !from || !floating) return;
    const follow = () => place(floating, from, align);
    const press = ({ target }: Event) => {
      if (target instanceof Node && !from.contains(target) && !floating.contains(target)) close.current();
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // One Escape closes one thing, not also a sheet around it.
      event.stopPropagation();
      close.current();
    };
    floating.showPopover();
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
  }, [isOpen, anchor, panel, align]);
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
