import type { ComponentChildren, RefObject } from "preact";
import { useId } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { Form } from "../controls/form.tsx";
import { cx } from "../cx.ts";
import { useLabels } from "../display/labels.tsx";
import { X } from "../icons.ts";
import { Dialog } from "./dialog.tsx";
import { useKeyboardInset } from "./use-keyboard-inset.ts";

export type SheetProps = {
  open: boolean;
  /**
   * Called on a press of the cross, on Escape, and on a press outside. The sheet stays open until the caller sets
   * `open` to false.
   */
  onClose: () => void;
  title: ComponentChildren;
  sub?: ComponentChildren;
  /** Button in the header, before the cross. */
  action?: ComponentChildren;
  /** Buttons below the content, which stay visible above the keyboard. The main button is the last one. */
  footer?: ComponentChildren;
  onSubmit?: () => void;
  /** Whether the sheet is at the side on wide screens, instead of in the middle. */
  side?: boolean;
  size?: "s" | "m" | "l";
  /** Control that gets the focus first. The default is the first control or, after a touch, the sheet itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Element that gets the focus after the sheet has closed. The default is the element that had the focus before. */
  finalFocus?: RefObject<HTMLElement | null>;
  children: ComponentChildren;
};

/** Sheet that slides in from the bottom on phones. On wider screens, it is a window or a side panel. */
export function Sheet({
  open,
  onClose,
  title,
  sub,
  action,
  footer,
  onSubmit,
  side,
  size,
  children,
  ...focus
}: SheetProps) {
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
        {action}
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
