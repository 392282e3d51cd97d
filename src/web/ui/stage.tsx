import { type ReactNode, useId } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { Dialog } from "./dialog.tsx";
import { X } from "./icons.ts";
import { useLabels } from "./labels.tsx";
import { personAttributes } from "./person-color.ts";

/** A dialog that fills the screen, for one thing at a time and nothing to press by mistake. Escape and the cross leave it. */
export function Stage(props: {
  onClose: () => void;
  title: ReactNode;
  /** Whose it is: the ground has their tint. */
  color?: string | null;
  className?: string;
  children: ReactNode;
}) {
  const labels = useLabels();
  const id = useId();
  return (
    <Dialog
      open
      onClose={props.onClose}
      className={cx("stage", props.className)}
      aria-labelledby={id}
      {...personAttributes(props.color)}
    >
      <header className="stage-header">
        <h2 className="sheet-title" id={id}>
          {props.title}
        </h2>
        <IconButton aria-label={labels.close} onClick={() => props.onClose()}>
          <X className="icon-l" />
        </IconButton>
      </header>
      <div className="stage-body">{props.children}</div>
    </Dialog>
  );
}
