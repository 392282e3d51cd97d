import { useCommand } from "#web/forms/use-command.ts";
import { turnOnPush } from "./commands.ts";
import type { NotificationSettings } from "./preferences.ts";

/** Returns a function that turns push on and shows the outcome in a toast. */
export function useTurnOn(settings: NotificationSettings | undefined) {
  const { run, isBusy } = useCommand({ toastsErrors: true });
  const turnOn = async (label: string) => {
    if (settings) await run(turnOnPush, { settings, label });
  };
  return { turnOn, isBusy };
}
