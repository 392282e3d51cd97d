/**
 * Base of every dialog. The native `<dialog>` is not used for two reasons. `showModal` also makes toasts and live
 * regions inert. Chrome closes the dialog on a second Escape, even if the app prevents this. Libraries are not used
 * either: a11y-dialog (about 2 kB compressed) does not support a dialog inside a dialog, focus-trap with tabbable takes
 * 6 kB, and Base UI takes at least 30 kB.
 */
import type { ComponentProps, RefObject, TargetedMouseEvent } from "preact";
import { createPortal } from "preact/compat";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useDialogs } from "./dialog/layers.ts";
import { useToasts } from "./toast-store.ts";

export type DialogProps = Omit<ComponentProps<"div">, "ref" | "role"> & {
  open: boolean;
  /** Called on Escape and on a press outside. The dialog stays open until the caller sets `open` to false. */
  onClose: () => void;
  /** ARIA role of the dialog. A press outside an `alertdialog` does nothing. */
  role?: "dialog" | "alertdialog";
  "aria-labelledby": string;
  /** CSS class of the darkened area around the dialog. Without a class, the dialog fills the screen. */
  place?: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  finalFocus?: RefObject<HTMLElement | null> | undefined;
};

export function Dialog(props: DialogProps) {
  const { open, onClose, role = "dialog", place, initialFocus, finalFocus, ...rest } = props;
  const dialogs = useDialogs();
  const toasts = useToasts();
  const layer = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ onClose, initialFocus, finalFocus });
  const isThere = usePresence(open, layer);
  useLayoutEffect(() => {
    latest.current = { onClose, initialFocus, finalFocus };
  });
  useLayoutEffect(() => {
    if (!open || !layer.current || !box.current) return;
    toasts.dismissRead();
    return dialogs.open({
      element: layer.current,
      box: box.current,
      close: () => latest.current.onClose(),
      firstFocus: () => latest.current.initialFocus?.current ?? null,
      lastFocus: () => latest.current.finalFocus?.current ?? null,
    });
  }, [dialogs, toasts, open]);
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
          <Backdrop className={place} onPress={role === "dialog" ? onClose : null}>
            {dialog}
          </Backdrop>
        </>
      )}
    </div>,
    document.body,
  );
}

/**
 * Area around a dialog. A press closes the dialog only if the press begins and ends in this area. Otherwise, the dialog
 * would close when a user selects text in a field and releases the pointer outside the dialog. If `onPress` is null, a
 * press does nothing.
 */
function Backdrop(props: {
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
        if (began.current) event.preventDefault();
      }}
      onClick={click}
    >
      {props.children}
    </div>
  );
}

/**
 * Maximum time in milliseconds to wait for animations. The limit is needed, because some animations are long, and
 * animations in a hidden tab are paused.
 */
const maxMs = 400;

/** Whether the layer must be rendered. True until the closing animations have ended. */
function usePresence(open: boolean, layer: RefObject<HTMLElement | null>): boolean {
  const [isThere, setThere] = useState(open);
  if (open && !isThere) setThere(true);
  useLayoutEffect(() => {
    const leaving = layer.current;
    if (open || !leaving) return;
    let isNews = true;
    const gone = () => {
      if (isNews) setThere(false);
      isNews = false;
    };
    const motions = leaving.getAnimations({ subtree: true }).filter(({ effect }) => hasEnd(effect));
    Promise.allSettled(motions.map(({ finished }) => finished)).then(gone);
    const timer = setTimeout(gone, maxMs);
    return () => {
      isNews = false;
      clearTimeout(timer);
    };
  }, [open, layer]);
  return open || isThere;
}

/** Whether the animation ends. False for endless animations, such as a progress ring. */
function hasEnd(effect: AnimationEffect | null): boolean {
  return effect !== null && effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
}
