import { commandError, runCommand } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import type { Command } from "#web/sync/command.ts";

/** Runs a command. If the command fails, shows the error message in a toast. */
export async function runWithToast<Variables, Answer>(command: Command<Variables, Answer>, variables: Variables) {
  try {
    await runCommand(command, variables);
  } catch (failure) {
    toasts.show({ message: commandError(command, variables, failure), tone: "error" });
  }
}
