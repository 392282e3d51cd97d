import { useState } from "preact/hooks";
import { runWithToast } from "#web/forms/run-with-toast.ts";
import { turnOnPush } from "./commands.ts";
import type { NotificationSettings } from "./preferences.ts";

/** Returns a function that turns push on and shows the outcome in a toast. */
export function useTurnOn(settings: NotificationSettings | undefined) {
  const [isBusy, setBusy] = useState(false);
  const turnOn = async (label: string) => {
    if (!settings || isBusy) return;
    setBusy(true);
    await runWithToast(turnOnPush, { settings, label });
    setBusy(false);
  };
  return { turnOn, isBusy };
}
