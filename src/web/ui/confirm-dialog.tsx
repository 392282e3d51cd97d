import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { useLabels } from "./labels.tsx";

/** Asks before what can't be undone. `danger` starts on Cancel; a press outside answers nothing. */
export function ConfirmDialog(props: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The question: "Revoke this key?" */
  title: string;
  /** What will happen. */
  children?: ReactNode;
  /** The act itself, never "OK": "Revoke". */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
}) {
  const labels = useLabels();
  const no = useRef<HTMLButtonElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Viewport className="sheet-place">
          <AlertDialog.Popup className="sheet sheet-s confirm" initialFocus={props.danger ? no : yes}>
            <AlertDialog.Title className="sheet-title">{props.title}</AlertDialog.Title>
            {props.children && (
              <AlertDialog.Description render={<div />} className="confirm-text">
                {props.children}
              </AlertDialog.Description>
            )}
            <div className="sheet-footer">
              <AlertDialog.Close ref={no} render={<Button />}>
                {props.cancel ?? labels.cancel}
              </AlertDialog.Close>
              <Button
                ref={yes}
                variant={props.danger ? "danger" : "primary"}
                busy={props.busy ?? false}
                onClick={props.onConfirm}
              >
                {props.confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
