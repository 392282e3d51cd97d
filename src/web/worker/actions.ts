/**
 * Handles clicks on notifications. Sends the actions Done and Snooze to the server, now or later. All other clicks open
 * the app.
 */
import type { Table } from "#web/sync/idb-table.ts";
import { randomId } from "#web/sync/ids.ts";
import { icon, type NoticeData, type Notifications, textsOf, toRecord } from "./push.ts";

/** Action that was clicked and waits until the server responds. */
export type KeptAction = {
  readonly id: string;
  readonly action: string;
  readonly token: string;
  /** Title of the notification that was clicked. This field and the next three are copied from the notification. */
  readonly title: string;
  readonly lang: string;
  readonly tag: string;
  readonly address: string;
  /** Time of the click in milliseconds since 1970. Actions are sent in the order of these times. */
  readonly at: number;
};

export type ClickedNotification = {
  readonly title: string;
  readonly lang: string;
  readonly tag: string;
  readonly data: Partial<NoticeData> | null;
};

type OpenWindow = {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(address: string): Promise<unknown>;
};

/** Functions of the browser that are needed to handle a click. */
export type WorkerEnvironment = {
  readonly origin: string;
  readonly notifications: Notifications;
  readonly kept: Table<KeptAction>;
  now(): number;
  /** Sends a POST request to the server. Rejects if there is no response. */
  post(path: string, body: object): Promise<Response>;
  /**
   * Runs a function under a lock. While it runs, no other function that was passed to `alone` runs in any worker or
   * page of the app.
   */
  alone<Answer>(run: () => Promise<Answer>): Promise<Answer>;
  /** Asks the browser to start the worker when the device is online again. */
  requestSync(): Promise<void>;
  /** Returns the open pages of the app that this worker controls, because the worker can navigate only these pages. */
  openWindows(): Promise<readonly OpenWindow[]>;
  openWindow(address: string): Promise<unknown>;
};

/** Actions of a notification that the service worker sends to the server. All other actions open the app. */
const remoteActions = ["done", "snooze"];
/** Status codes of refusals that are temporary: the same request may succeed later. */
const passing = [408, 425, 429];

export async function clicked(
  action: string,
  notification: ClickedNotification,
  environment: WorkerEnvironment,
): Promise<void> {
  const { token, address = `${environment.origin}/`, addresses = {} } = notification.data ?? {};
  if (token && remoteActions.includes(action)) return act({ action, token, address }, notification, environment);
  await openApp((Object.hasOwn(addresses, action) && addresses[action]) || address, environment);
}

/** Sends the waiting actions. Resolves to false if some actions still wait. */
export function sendKept(environment: WorkerEnvironment): Promise<boolean> {
  return environment.alone(async () => {
    const waiting = (await environment.kept.all()).sort((a, b) => a.at - b.at);
    for (const each of waiting) {
      // The next requests would also wait in vain, each until its timeout.
      if ((await send(each, environment)) === "unreachable") return false;
    }
    return (await environment.kept.all()).length === 0;
  });
}

async function act(
  { action, token, address }: Pick<KeptAction, "action" | "token" | "address">,
  { title, lang, tag }: ClickedNotification,
  environment: WorkerEnvironment,
): Promise<void> {
  const entry = { id: randomId(), action, token, title, lang, tag, address, at: environment.now() };
  const isSettled = await environment.alone(async () => {
    // It is stored first, because the browser may end the worker while it waits for the server.
    const isKept = await environment.kept.put(entry.id, entry);
    if ((await send(entry, environment)) === "settled") return true;
    await showNote(entry, isKept ? "kept" : "notKept", environment);
    return false;
  });
  if (isSettled) await sendKept(environment);
  else await environment.requestSync().catch(() => {});
}

async function send(entry: KeptAction, environment: WorkerEnvironment): Promise<"settled" | "waiting" | "unreachable"> {
  const response = await environment.post(`/n/${entry.token}`, { action: entry.action }).catch(() => null);
  if (!response) return "unreachable";
  const { status, headers } = response;
  // A proxy's page has no such field.
  const isDone = response.ok && "state" in toRecord(await response.json().catch(() => null));
  // A proxy in front of a stopped server may answer 404 or 403 too, but without this header.
  const isRefused = status >= 400 && status < 500 && !passing.includes(status) && headers.has("x-error-code");
  if (!isDone && !isRefused) return "waiting";
  await environment.kept.remove(entry.id);
  if (isRefused) await showNote(entry, "refused", environment);
  else await closeNote(entry, environment);
  return "settled";
}

/** Replaces the clicked notification by a note that says what happened to the action. */
async function showNote(
  entry: KeptAction,
  text: "kept" | "notKept" | "refused",
  environment: WorkerEnvironment,
): Promise<void> {
  const { id, title, lang, tag, address } = entry;
  const data = { address, entry: id };
  const options = { body: textsOf(lang)[text], lang, tag, icon, silent: text === "kept", data };
  await environment.notifications.showNotification(title, options);
}

async function closeNote({ id, tag }: KeptAction, { notifications }: WorkerEnvironment): Promise<void> {
  for (const note of await notifications.getNotifications({ tag }).catch(() => [])) {
    if (toRecord(note.data).entry === id) note.close();
  }
}

async function openApp(address: string, environment: WorkerEnvironment): Promise<void> {
  const windows = await environment.openWindows();
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (!window) return void (await environment.openWindow(address));
  await window.focus().catch(() => {});
  if (window.url !== address) await window.navigate(address);
}
