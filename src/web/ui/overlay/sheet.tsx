import type { ComponentChildren, RefObject } from "preact";
import { useId } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { useLabels } from "../display/labels.tsx";
import { Form } from "../forms/form.tsx";
import { X } from "../icons.ts";
import { Dialog } from "./dialog.tsx";
import { useKeyboardInset } from "./use-keyboard-inset.ts";

/** What a {@link Sheet} takes. */
export type SheetProps = {
  open: boolean;
  /** The cross, Escape, or a press outside; the sheet stays until `open` is false. */
  onClose: () => void;
  title: ComponentChildren;
  /** A line under the title. */
  sub?: ComponentChildren;
  /** Stays in sight under the scrolling part, above the keyboard. Buttons, the most wanted one last. */
  footer?: ComponentChildren;
  /** Makes the sheet a form: Enter and a `type="submit"` button in the footer call it. */
  onSubmit?: () => void;
  /** On wide screens: in the middle (default), or at the end, beside what it is about. On phones always at the bottom. */
  side?: boolean;
  size?: "s" | "m" | "l";
  /** What gets the focus first; otherwise the first control (the sheet itself after a touch). */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where the focus goes afterwards; otherwise back to where it was. */
  finalFocus?: RefObject<HTMLElement | null>;
  children: ComponentChildren;
};

/** The app's one dialog: a sheet from below on phones, a window or a side panel on wider screens. */
export function Sheet({ open, onClose, title, sub, footer, onSubmit, side, size, children, ...focus }: SheetProps) {
  const labels = useLabels();
  const id = useId();
  useKeyboardInset(open);
  const content = (
    <>
      <header className="sheet-header">
        <div>
          <h2 className="sheet-title" id={`${id}-title`}>
            {title}
          </h2>
          {sub && (
            <p className="sheet-sub" id={`${id}-sub`}>
              {sub}
            </p>
          )}
        </div>
        <IconButton aria-label={labels.close} onClick={() => onClose()}>
          <X className="icon-l" />
        </IconButton>
      </header>
      <div className="sheet-body">{children}</div>
      {footer && <footer className="sheet-footer">{footer}</footer>}
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      place={cx("sheet-place", side && "sheet-place-side")}
      className={cx("sheet", `sheet-${size ?? "m"}`)}
      aria-labelledby={`${id}-title`}
      aria-describedby={sub ? `${id}-sub` : undefined}
      {...focus}
    >
      {onSubmit ? (
        <Form className="sheet-content" onSubmit={onSubmit}>
          {content}
        </Form>
      ) : (
        <div className="sheet-content">{content}</div>
      )}
    </Dialog>
  );
}
