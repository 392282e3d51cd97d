import type { ComponentChildren } from "preact";
import { invalidate } from "#web/page/sync.ts";
import type { Command } from "#web/sync/command.ts";
import type { Kind } from "#web/sync/source.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { toasts } from "#web/ui/overlay/toast-store.ts";
import { useCommand } from "./use-command.ts";
import { useRequest } from "./use-request.ts";

/** Dialog that asks for confirmation, then runs a command. Closes after the command has succeeded. */
export function ConfirmCommand<Variables, Answer>(props: {
  title: string;
  children: ComponentChildren;
  /** Label of the button that runs the command. */
  confirm: string;
  command: Command<Variables, Answer>;
  variables: Variables;
  /** Called after the command has succeeded, before `onClose`. */
  onDone?: () => void;
  onClose: () => void;
}) {
  const { title, children, confirm, command, variables, onDone, onClose } = props;
  const { run, isBusy, error } = useCommand();
  const send = async () => {
    if ((await run(command, variables)) === null) return;
    onDone?.();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void send()}
      title={title}
      confirm={confirm}
      danger
      busy={isBusy}
      error={error}
    >
      {children}
    </ConfirmDialog>
  );
}

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
