import { type ComponentChildren, cloneElement, type VNode } from "preact";
import { useId, useLayoutEffect, useState } from "preact/hooks";
import type { TriggerProps } from "./menu.tsx";
import { useFloating } from "./use-floating.ts";

/** Something small beside the button that opens it: a filter, a preview. What has more than a few controls is a Sheet. */
export function Popover(props: {
  /** A button with its own text or `aria-label`, and no `onClick`. */
  trigger: VNode<TriggerProps>;
  /** The name of what opens; shown as its heading. */
  title: string;
  /** The content; as a function it gets what closes it. */
  children: ComponentChildren | ((close: () => void) => ComponentChildren);
  align?: "start" | "end";
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    anchor.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const { anchor, panel } = useFloating(isOpen, close, props.align ?? "start");
  useLayoutEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen, panel]);
  const trigger = cloneElement<TriggerProps>(props.trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  });
  return (
    <span className="floating-anchor" ref={anchor}>
      {trigger}
      {isOpen && (
        <div
          id={id}
          ref={panel}
          popover="manual"
          role="dialog"
          tabIndex={-1}
          aria-labelledby={`${id}-title`}
          className="floating popover"
          // The Tab key leads out of it, into the page; then it is in the way.
          onBlur={(event) => {
            const next = event.relatedTarget as Node | null;
            if (next && !anchor.current?.contains(next)) setOpen(false);
          }}
        >
          <p className="popover-title" id={`${id}-title`}>
            {props.title}
          </p>
          {typeof props.children === "function" ? props.children(close) : props.children}
        </div>
      )}
    </span>
  );
}
