import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { X } from "./icons.ts";
import { useLabels } from "./labels.tsx";
import { useKeyboardInset } from "./use-keyboard-inset.ts";

/** What a {@link Sheet} takes. */
export type SheetProps = {
  open: boolean;
  /** The cross, Escape, or a press outside; the sheet stays until `open` is false. */
  onClose: () => void;
  title: ReactNode;
  /** A line under the title. */
  sub?: ReactNode;
  /** Stays in sight under the scrolling part, above the keyboard. Buttons, the most wanted one last. */
  footer?: ReactNode;
  /** Makes the sheet a form: Enter and a `type="submit"` button in the footer call it. */
  onSubmit?: () => void;
  /** On wide screens: in the middle (default), or at the end, beside what it is about. On phones always at the bottom. */
  side?: boolean;
  size?: "s" | "m" | "l";
  /** What gets the focus first; otherwise the first control (the sheet itself after a touch). */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where the focus goes afterwards; otherwise back to where it was. */
  finalFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** The app's one dialog: a sheet from below on phones, a window or a side panel on wider screens. */
export function Sheet({ open, onClose, title, sub, footer, onSubmit, side, size, children, ...focus }: SheetProps) {
  const labels = useLabels();
  useKeyboardInset(open);
  const content = (
    <>
      <header className="sheet-header">
        <div>
          <Dialog.Title className="sheet-title">{title}</Dialog.Title>
          {sub && <Dialog.Description className="sheet-sub">{sub}</Dialog.Description>}
        </div>
        <Dialog.Close render={<IconButton aria-label={labels.close} />}>
          <X className="icon-l" />
        </Dialog.Close>
      </header>
      <div className="sheet-body">{children}</div>
      {footer && <footer className="sheet-footer">{footer}</footer>}
    </>
  );
  return (
    <Dialog.Root open={open} onOpenChange={(next, details) => closeBy(next, details, onClose)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Viewport className={cx("sheet-place", side && "sheet-place-side")}>
          <Dialog.Popup className={cx("sheet", `sheet-${size ?? "m"}`)} {...focus}>
            {onSubmit ? (
              <form
                className="sheet-content"
                noValidate
                onSubmit={(event) => {
                  event.preventDefault();
                  // A form inside of a portal still bubbles through React to the form around it.
                  event.stopPropagation();
                  onSubmit();
                }}
              >
                {content}
              </form>
            ) : (
              <div className="sheet-content">{content}</div>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A press on a toast is no press outside: Undo must not cost what is being written. */
function closeBy(open: boolean, details: Dialog.Root.ChangeEventDetails, onClose: () => void) {
  const target = details.event.target;
  if (details.reason === "outside-press" && target instanceof Element && target.closest(".toasts")) details.cancel();
  else if (!open) onClose();
}
