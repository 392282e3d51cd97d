import type { ComponentChildren } from "preact";
import { invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import type { Kind } from "#web/sync/source.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { useRequest } from "./use-request.ts";

export function ConfirmRequest(props: {
  title: string;
  children: ComponentChildren;
  confirm: string;
  send: () => Promise<unknown>;
  /** Message after success. Not set on screens that show the result themselves. */
  done?: string;
  /** Kinds of records to refetch after success. */
  kinds: readonly Kind[];
  onClose: () => void;
}) {
  const request = useRequest();
  const confirm = async () => {
    if ((await request.send(props.send)) === null) return;
    props.onClose();
    invalidate(props.kinds);
    if (props.done) toasts.show({ message: props.done });
  };
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => void confirm()}
      title={props.title}
      confirm={props.confirm}
      danger
      busy={request.isBusy}
      error={request.error}
    >
      {props.children}
    </ConfirmDialog>
  );
}
