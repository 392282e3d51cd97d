import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import type { NotificationSettings } from "./preferences.ts";
import { turnOn } from "./push.ts";
import type { NoticeAction } from "./writes.ts";

/**
 * Action on the notice that is shown. `notice` is the id of the notice. If the page was opened by a link, `notice` is
 * the token of that link.
 */
export type NoticeStep = { readonly notice: string; readonly action: NoticeAction; readonly minutes?: number };

/** Performs an action on a notice that was opened by a link. Needs no sign-in. */
export const actOnLinkedNotice = command({
  send: ({ notice: token, ...step }: NoticeStep, api) => read(api.n({ token }).post(step)),
});

/** Performs an action on a notice, and returns the state of the notice after the action. */
export const actOnShownNotice = command({
  send: ({ notice: id, ...step }: NoticeStep, api) => read(api.app.notices({ id }).post(step)),
  invalidates: ["all"],
});

/** Turns off notifications by mail. `token` is the token of a link in a mail. */
export const stopMail = command({
  send: ({ token }: { token: string }, api) => read(api.app.mail.off({ token }).post(undefined)),
});

/** Error that is thrown if the user has not permitted notifications in the browser. */
class PermissionDenied extends Error {}

/** Turns push on for this browser. `label` is the name under which the settings list this browser. */
export const turnOnPush = command({
  send: async ({ settings, label }: { settings: NotificationSettings; label: string }) => {
    if (!(await turnOn(settings, label))) throw new PermissionDenied();
    return true;
  },
  refetches: [notificationsSource],
  done: ({ notifications }) => notifications.device.turnedOn,
  errorMessage: ({ notifications: { device } }, _, failure) => {
    if (failure instanceof PermissionDenied) return device.refused;
    return failure instanceof DOMException ? device.failed : null;
  },
});
