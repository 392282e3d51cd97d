import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { X } from "../icons.ts";
import { Dialog } from "../overlay/dialog.tsx";
import { personAttributes } from "../person-color.ts";
import { useLabels } from "./labels.tsx";

export function FullScreenDialog(props: {
  onClose: () => void;
  title: ComponentChildren;
  /** Colour that tints the background. */
  color?: string | null;
  className?: string;
  children: ComponentChildren;
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
