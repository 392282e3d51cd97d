import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { toasts } from "#web/page/toasts.ts";
import { errorText } from "#web/sync/api/error-text.ts";
import type { NotificationSettings } from "./preferences.ts";
import { turnOn } from "./push.ts";

/** Returns a function that turns push on and shows the outcome in a toast. */
export function useTurnOn(settings: NotificationSettings | undefined) {
  const { device } = useText().notifications;
  const request = useRequest();
  const start = async (label: string) => {
    if (!settings) return;
    const message = await request.send(async () => {
      try {
        return { ok: await turnOn(settings, label), text: device.refused };
      } catch (error) {
        return { ok: false, text: error instanceof DOMException ? device.failed : errorText(error) };
      }
    });
    if (message) toasts.show(message.ok ? { message: device.turnedOn } : { message: message.text, tone: "error" });
  };
  return { turnOn: start, isBusy: request.isBusy };
}
