import type { ComponentChildren, TargetedKeyboardEvent, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { useLabels } from "../display/labels.tsx";
import { X } from "../icons.ts";
import { tabbable } from "./dialog/focus.ts";
import { type TriggerProps, useFloating, usePanel } from "./use-floating.ts";

/** Popover for a few controls. Use a `Sheet` for more controls. */
export function Popover(props: {
  /** Button that opens the popover. It must have a text or an `aria-label`, and no `onClick`. */
  trigger: VNode<TriggerProps>;
  title: string;
  children: ComponentChildren | ((close: () => void) => ComponentChildren);
  align?: "start" | "end";
}) {
  const titleId = useId();
  const { isOpen, setOpen, close, anchor, button, panel, panelProps } = useFloating(
    "dialog",
    props.trigger,
    props.align ?? "start",
  );
  useLayoutEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen, panel]);
  return (
    <span className="floating-anchor" ref={anchor}>
      {button}
      {isOpen && (
        <div
          {...panelProps}
          role="dialog"
          tabIndex={-1}
          aria-labelledby={titleId}
          className="floating popover"
          // After Tab leaves the popover, it would cover the page.
          onBlur={(event) => {
            const next = event.relatedTarget as Node | null;
            if (next && !anchor.current?.contains(next)) setOpen(false);
          }}
        >
          <p className="popover-title" id={titleId}>
            {props.title}
          </p>
          {typeof props.children === "function" ? props.children(close) : props.children}
        </div>
      )}
    </span>
  );
}

/**
 * Popover near the element that `anchor` returns. The popover is open while the caller renders it. Escape, the cross
 * and a press outside close the popover, and the focus returns to the element. If a press outside hits a control, the
 * popover also closes, but the control handles the press, and the focus does not return.
 */
export function AnchoredPopover(props: {
  anchor: () => HTMLElement | null;
  /** Called on Escape, on a press of the cross, and on a press outside that hits no control. */
  onClose: () => void;
  /** Called instead of `onClose` if a press outside hits a control. The control handles the press in the same tick. */
  onReplaced?: (pressed: Element) => void;
  title: string;
  sub?: string;
  /** Whether the popover is beside the element instead of under it. */
  beside?: boolean;
  footer?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, sub, footer, anchor } = props;
  const labels = useLabels();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    anchor()?.focus({ preventScroll: true });
    props.onClose();
  };
  usePanel(true, close, anchor, panel, props.beside ? "beside" : "start");
  useLayoutEffect(() => {
    (panel.current?.querySelector("input") ?? panel.current)?.focus();
  }, []);
  const press = useRef<(event: MouseEvent) => void>(() => {});
  press.current = (event) => {
    const { target } = event;
    if (!(target instanceof Element) || panel.current?.contains(target)) return;
    const control = target.closest("a, button, input, select, textarea, label");
    if (control) return (props.onReplaced ?? props.onClose)(control);
    event.stopPropagation();
    close();
  };
  useEffect(() => {
    const listen = (event: MouseEvent) => press.current(event);
    window.addEventListener("click", listen, true);
    return () => window.removeEventListener("click", listen, true);
  }, []);
  const leaveByTab = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const stops = tabbable(event.currentTarget);
    const edge = event.shiftKey ? [event.currentTarget, stops[0]] : [stops.at(-1)];
    if (event.key !== "Tab" || !edge.includes(document.activeElement as HTMLElement)) return;
    event.preventDefault();
    close();
  };
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={sub ? `${id}-sub` : undefined}
      className="floating popover popover-anchored"
      onKeyDown={leaveByTab}
    >
      <header className="popover-header">
        <div>
          <h2 className="popover-title" id={`${id}-title`}>
            {title}
          </h2>
          {sub && (
            <p className="sheet-sub" id={`${id}-sub`}>
              {sub}
            </p>
          )}
        </div>
        <IconButton aria-label={labels.close} onClick={close}>
          <X className="icon-l" />
        </IconButton>
      </header>
      {props.children}
      {footer && <footer className="popover-footer">{footer}</footer>}
    </div>
  );
}
