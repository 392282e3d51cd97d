import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
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
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className={cx("stage", props.className)} {...personAttributes(props.color)}>
          <header className="stage-header">
            <Dialog.Title className="sheet-title">{props.title}</Dialog.Title>
            <Dialog.Close render={<IconButton aria-label={labels.close} />}>
              <X className="icon-l" />
            </Dialog.Close>
          </header>
          <div className="stage-body">{props.children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
