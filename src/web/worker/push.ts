/**
 * Reads and shows push messages, and renews the push subscription of the browser. The messages are declarative push
 * messages (Push API).
 */
import { workerTexts } from "#web/i18n/worker.ts" with { type: "macro" };

type Action = { readonly action: string; readonly title: string };

/** Data of a notification that are needed after a click on the notification. */
export type NoticeData = {
  readonly notice: string;
  /**
   * Token with which the service worker can perform actions on the notice. Null if the notice permits no such actions.
   */
  readonly token: string | null;
  /** Address that a click opens. All addresses of a notification are in the app's own origin. */
  readonly address: string;
  /**
   * Addresses that the buttons of the notification open, by the name of the button's action. Null if the button opens
   * the same address as a click on the notification.
   */
  readonly addresses: Readonly<Record<string, string | null>>;
};

/** Options of a notification. TypeScript's own type does not have `actions`. */
export type NoticeOptions = {
  readonly body: string;
  readonly lang: string;
  readonly dir: "auto" | "ltr" | "rtl";
  readonly tag: string;
  readonly silent: boolean;
  readonly icon: string;
  readonly actions: readonly Action[];
  readonly data: NoticeData;
};

/** Notification to show. If `badge` is null, the badge on the app's icon does not change. */
export type Message = { readonly title: string; readonly options: NoticeOptions; readonly badge: number | null };

type ShownNotification = { readonly data: unknown; close(): void };

/** Part of `ServiceWorkerRegistration` that shows notifications. */
export type Notifications = {
  showNotification(title: string, options: object): Promise<void>;
  getNotifications(filter: { tag: string }): Promise<readonly ShownNotification[]>;
};

/** Event that reports a changed push subscription. Some browsers provide neither the old nor the new subscription. */
export type SubscriptionChange = {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

export const icon = "/icons/icon-192.png";
const maxActions = 2;
/** Maximum number on the badge of the app's icon. Phones show 99+ at most. */
const maxBadge = 999;

const { en, others } = workerTexts();

/**
 * Returns the texts for a language tag, such as `en-GB`. Returns the English texts if the app does not have the
 * language.
 */
export const textsOf = (tag: string) => others.find(([code]) => tag.startsWith(code))?.[1] ?? en;

/**
 * Reads a push message. Never throws. A message that cannot be read gives a notification that asks the member to open
 * the app. `language` is the browser's language.
 */
export function read(data: { json(): unknown } | null, origin: string, language: string): Message {
  const otherwise = { title: "Inglenook", body: textsOf(language).openApp };
  try {
    const { notification, app_badge } = toRecord(data?.json());
    const shown = toRecord(notification);
    const isReadable = toText(shown.title, 1) !== "";
    return toMessage(isReadable ? shown : otherwise, isReadable ? app_badge : null, origin, language);
  } catch {
    return toMessage(otherwise, null, origin, language);
  }
}

function toMessage(
  shown: Readonly<Record<string, unknown>>,
  count: unknown,
  origin: string,
  language: string,
): Message {
  const data = toRecord(shown.data);
  const [notice, token, lang] = [toText(data.notice, 100), toText(data.token, 201), toText(shown.lang, 20)];
  const actions = (Array.isArray(shown.actions) ? shown.actions : []).slice(0, maxActions).map((each: unknown) => {
    const { action, title, navigate } = toRecord(each);
    return { action: toText(action, 40), title: toText(title, 60), address: ownAddress(navigate, origin) };
  });
  return {
    title: toText(shown.title, 200),
    badge: Number.isSafeInteger(count) ? Math.min(Math.max(Number(count), 0), maxBadge) : null,
    options: {
      body: toText(shown.body, 500),
      lang: lang || language,
      dir: shown.dir === "ltr" || shown.dir === "rtl" ? shown.dir : "auto",
      tag: toText(shown.tag, 100) || notice || "inglenook",
      silent: shown.silent === true,
      icon,
      actions,
      data: {
        notice,
        token: /^[\w-]{1,200}$/.test(token) ? token : null,
        address: ownAddress(shown.navigate, origin) ?? `${origin}/`,
        addresses: Object.fromEntries(actions.map(({ action, address }) => [action, address])),
      },
    },
  };
}

/**
 * Shows a notification for every push message, because browsers withdraw the permission of sites that show nothing for
 * a push message.
 */
export async function show(shown: Notifications, { title, options }: Message): Promise<void> {
  const { body, tag, data } = options;
  const replaced = await shown.getNotifications({ tag }).catch(() => []);
  // A message that comes twice must not ring twice, but the next message with this tag must ring.
  const renotify = !options.silent && replaced.some((each) => toRecord(each.data).notice !== data.notice);
  await shown
    .showNotification(title, { ...options, renotify })
    .catch(() => shown.showNotification(title, { body, tag, data }));
}

export async function setBadge(count: number | null): Promise<void> {
  if (count !== null) await navigator.setAppBadge?.(count).catch(() => {});
}

/**
 * Sends a new push subscription to the server after the browser has ended the old one. If the browser provides no new
 * subscription, creates one with the server's key from the old subscription. If the browser provides neither, does
 * nothing, because the app subscribes again at its next start.
 */
export async function subscribeAgain(
  manager: Pick<PushManager, "subscribe">,
  { oldSubscription, newSubscription }: SubscriptionChange,
  send: typeof fetch,
): Promise<void> {
  const { applicationServerKey } = oldSubscription?.options ?? {};
  if (!newSubscription && !applicationServerKey) return;
  const subscription = newSubscription ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = subscription.toJSON();
  const headers = { "Content-Type": "application/json" };
  await send("/app/notifications/push", { method: "PUT", headers, body: JSON.stringify({ endpoint, keys }) });
}

/** Returns the address, or null if the address is not in the app's own origin. */
function ownAddress(value: unknown, origin: string): string | null {
  try {
    const { href } = new URL(toText(value, 2_000), origin);
    return typeof value === "string" && href.startsWith(`${origin}/`) ? href : null;
  } catch {
    return null;
  }
}

export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function toText(value: unknown, maxLength: number): string {
  return typeof value === "string" ? value.slice(0, maxLength) : "";
}
