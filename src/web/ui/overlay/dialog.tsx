/**
 * The base of every dialog. It is not a native `<dialog>`: `showModal` makes toasts and live regions inert too, and Chrome lets
 * a second Escape close it without asking. It is our own because a library weighs about 2 kB compressed (a11y-dialog, without
 * nesting), 6 kB (focus-trap with tabbable, the focus alone) or at least 30 kB (Base UI).
 */
import type { ComponentProps, RefObject, TargetedMouseEvent } from "preact";
import { createPortal } from "preact/compat";
import { useLayoutEffect, useRef } from "preact/hooks";
import { openLayer } from "./dialog/layers.ts";
import { usePresence } from "./dialog/use-presence.ts";

/** What a {@link Dialog} takes, and every property of a `div`. */
export type DialogProps = Omit<ComponentProps<"div">, "ref" | "role"> & {
  open: boolean;
  /** Escape, or a press outside; the dialog stays until `open` is false. */
  onClose: () => void;
  /** A question that a press outside does not answer is an `alertdialog`. */
  role?: "dialog" | "alertdialog";
  /** The id of its heading. */
  "aria-labelledby": string;
  /** The class of the room it stands in, over a scrim; without one it fills the screen itself. */
  place?: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  finalFocus?: RefObject<HTMLElement | null> | undefined;
};

/**
 * A modal dialog, the last child of the page. The focus moves in, goes round and comes back; what is behind is inert and
 * does not scroll; one that opens over it is in front.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, role = "dialog", place, initialFocus, finalFocus, ...rest } = props;
  const layer = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ onClose, initialFocus, finalFocus });
  const isThere = usePresence(open, layer);
  useLayoutEffect(() => {
    latest.current = { onClose, initialFocus, finalFocus };
  });
  useLayoutEffect(() => {
    if (!open || !layer.current || !box.current) return;
    return openLayer({
      element: layer.current,
      box: box.current,
      close: () => latest.current.onClose(),
      firstFocus: () => latest.current.initialFocus?.current ?? null,
      lastFocus: () => latest.current.finalFocus?.current ?? null,
    });
  }, [open]);
  if (!isThere) return null;
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have it
  const dialog = <div {...rest} ref={box} role={role} aria-modal="true" tabIndex={-1} />;
  return createPortal(
    <div ref={layer} className="dialog-layer" data-closing={!open || undefined}>
      {place === undefined ? (
        dialog
      ) : (
        <>
          <div className="scrim" />
          <Place className={place} onPress={role === "dialog" ? onClose : null}>
            {dialog}
          </Place>
        </>
      )}
    </div>,
    document.body,
  );
}

/** Only a press that begins and ends outside is one: text that is selected in a field may be dragged over its edge. */
function Place(props: {
  className: string;
  onPress: (() => void) | null;
  children: ComponentProps<"div">["children"];
}) {
  const began = useRef(false);
  const isOutside = (event: TargetedMouseEvent<HTMLElement>) => event.target === event.currentTarget;
  const click = (event: TargetedMouseEvent<HTMLElement>) => {
    const ended = document.elementFromPoint(event.clientX, event.clientY);
    if (began.current && isOutside(event) && ended === event.currentTarget) props.onPress?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the dialog's own buttons do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={props.className}
      onMouseDown={(event) => {
        began.current = isOutside(event);
        // The focus stays where it is.
        if (began.current) event.preventDefault();
      }}
      onClick={click}
    >
      {props.children}
    </div>
  );
}
