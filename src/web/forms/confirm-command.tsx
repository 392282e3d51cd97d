import type { ComponentChildren } from "preact";
import type { Command } from "#web/sync/command.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { useCommand } from "./use-command.ts";

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
