import type { ComponentChildren, VNode } from "preact";
import { useId, useLayoutEffect } from "preact/hooks";
import { type TriggerProps, useFloating } from "./use-floating.ts";

/** For a few controls; more need a Sheet. */
export function Popover(props: {
  /** A button with its own text or `aria-label`, and no `onClick`. */
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
