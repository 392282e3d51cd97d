import { useRef, useState } from "preact/hooks";
import { commandError, runCommand } from "#web/page/sync.ts";
import type { Command } from "#web/sync/command.ts";

type Fault = { readonly failure: unknown; readonly message: string };

/**
 * Runs commands and keeps the state that a form or a button shows. `run` resolves to null if the command failed. If
 * another command is running, `run` sends nothing and resolves to null. So the app sends a command only once if the
 * user presses a button twice before the button shows that it is busy.
 */
export function useCommand() {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  /** Progress of the running command, from 0 to 1. Null if the command has not reported any progress. */
  const [share, setShare] = useState<number | null>(null);
  const isRunning = useRef(false);
  const run = async <Variables, Answer>(
    command: Command<Variables, Answer>,
    variables: Variables,
  ): Promise<Answer | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy(true);
    setFault(null);
    try {
      return await runCommand(command, variables, setShare);
    } catch (failure) {
      const message = commandError(command, variables, failure);
      setFault({ failure, message });
      return null;
    } finally {
      isRunning.current = false;
      setBusy(false);
      setShare(null);
    }
  };
  return {
    run,
    isBusy,
    share,
    failure: fault?.failure ?? null,
    error: fault?.message ?? null,
    clear: () => setFault(null),
  };
}
