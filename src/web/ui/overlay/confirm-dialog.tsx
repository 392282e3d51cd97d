import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { Button } from "../controls/button.tsx";
import { FormError } from "../controls/form.tsx";
import { useLabels } from "../display/labels.tsx";
import { Dialog } from "./dialog.tsx";

/**
 * Dialog that asks for confirmation. A press outside the dialog does nothing. If `danger` is true, the button Cancel
 * has the focus at first, so that Enter does not confirm by mistake. Otherwise, the button that confirms has the focus.
 */
export function ConfirmDialog(props: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Question, such as "Revoke this key?". */
  title: string;
  children?: ComponentChildren;
  /** Label of the button that confirms. The label names the action, such as "Revoke", never "OK". */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  error?: string | null;
}) {
  const labels = useLabels();
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      role="alertdialog"
      place="sheet-place"
      className="sheet sheet-s confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={props.children ? `${id}-text` : undefined}
      initialFocus={props.danger ? no : yes}
    >
      <h2 className="sheet-title" id={`${id}-title`}>
        {props.title}
      </h2>
      {props.children && (
        <div className="confirm-text" id={`${id}-text`}>
          {props.children}
        </div>
      )}
      {props.error !== undefined && <FormError error={props.error} />}
      <div className="sheet-footer">
        <Button ref={no} onClick={() => props.onClose()}>
          {props.cancel ?? labels.cancel}
        </Button>
        <Button
          ref={yes}
          variant={props.danger ? "danger" : "primary"}
          busy={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
