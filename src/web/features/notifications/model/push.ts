/** Push subscription of this browser. */

import type { Channel } from "#notifications/channels/model.ts";
import { currentServerLanguage } from "#web/i18n/locale.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { api, refetchSource } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { read } from "#web/sync/api/client.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import type { NotificationSettings } from "./preferences.ts";
import { updatePreferences } from "./writes.ts";

export type DeviceState =
  | "on"
  | "off"
  | "blocked"
  /** The page was loaded without HTTPS. Browsers allow push only with HTTPS. */
  | "insecure"
  /**
   * The app is not on the home screen of the iPhone or iPad. Push is allowed there only for apps on the home screen.
   */
  | "uninstalled"
  /** The server has no contact address. Apple's push service requires one. */
  | "needsContact"
  | "unsupported";

type Facts = {
  readonly isSecure: boolean;
  readonly hasPush: boolean;
  readonly isAppleMobile: boolean;
  readonly isInstalled: boolean;
  readonly isApple: boolean;
  readonly permission: NotificationPermission;
  readonly isSubscribed: boolean;
  /** Whether Apple's push service can be used. False if the server has no contact address for this service. */
  readonly allowsApple: boolean;
};

/**
 * Returns the state of push in this browser. If something prevents push, the state names the obstacle that a person has
 * to remove first.
 */
export function deviceStateOf(facts: Facts): DeviceState {
  if (!facts.isSecure) return "insecure";
  if (facts.isAppleMobile && !facts.isInstalled) return "uninstalled";
  if (!facts.hasPush) return "unsupported";
  if (facts.permission === "denied") return "blocked";
  if (facts.permission === "granted" && facts.isSubscribed) return "on";
  return facts.isApple && !facts.allowsApple ? "needsContact" : "off";
}

/**
 * Name of the preference that stores the id of this browser's push channel. A push channel belongs to one push address,
 * which the browser gives to the app. The preference `push-endpoint` stores this address.
 */
const channelKey = "push-channel";
const endpointKey = "push-endpoint";
const workerTimeoutMs = 10_000;

export function isThisDevice({ id, kind, isThisDevice: isOwn }: Channel): boolean {
  return kind === "push" && (isOwn === true || id === getPreference(channelKey));
}

export async function readDeviceState({ channels, available }: NotificationSettings): Promise<DeviceState> {
  const isKnown = channels.some(isThisDevice);
  return deviceStateOf({
    isSecure: isSecureContext,
    hasPush: "serviceWorker" in navigator && "PushManager" in window && "Notification" in window,
    isAppleMobile: isAppleMobile(),
    isInstalled: matchMedia("(display-mode: standalone)").matches,
    isApple: isApple(),
    permission: "Notification" in window ? Notification.permission : "default",
    isSubscribed: isKnown && (await findSubscription()) !== null,
    allowsApple: available.push.apple,
  });
}

/**
 * Whether this is an iPhone or iPad, on which every browser uses Apple's engine. An iPad identifies itself as a Mac,
 * but Macs have no touch screen.
 */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (isApple() && /Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isApple(): boolean {
  return navigator.vendor.startsWith("Apple");
}

async function findSubscription(): Promise<PushSubscription | null> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    return (await registration?.pushManager.getSubscription()) ?? null;
  } catch {
    return null;
  }
}

/**
 * Turns push on for this browser. `label` is the name of the browser's channel. Must be called during a tap, because
 * browsers show their question for permission only during a tap. Returns false if the user denies permission.
 * @throws Failure, Unreachable, DOMException
 */
export async function turnOn({ available }: NotificationSettings, label: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await inTurn(() => subscribe(available.push.publicKey, label));
  return true;
}

export async function turnOff({ channels }: NotificationSettings): Promise<void> {
  const own = channels.find(isThisDevice);
  await inTurn(async () => {
    if (own) await read(api.app.notifications.channels({ id: own.id }).delete());
    await unsubscribe();
  });
  refetchSource(notificationsSource.name);
}

/**
 * Runs `change`, a change of the push subscription, after all earlier changes in this browser have ended. Otherwise,
 * `keepCurrent` could turn push on again while the member turns it off. An insecure page has no locks, so `change` runs
 * at once. Such a page cannot use push anyway.
 */
function inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
  return navigator.locks ? navigator.locks.request("inglenook-push", change) : change();
}

/**
 * Deletes this browser's push channel at a sign-out, so that the next person does not see this member's notices. Never
 * throws.
 */
export async function forgetThisDevice(): Promise<void> {
  const id = getPreference(channelKey);
  const ended = id === null ? null : read(api.app.notifications.channels({ id }).delete());
  await Promise.allSettled([ended, inTurn(unsubscribe)]);
}

async function unsubscribe(): Promise<void> {
  setPreference(channelKey, null);
  setPreference(endpointKey, null);
  await (await findSubscription())?.unsubscribe();
}

async function subscribe(publicKey: string, label?: string): Promise<void> {
  const registration = await withTimeout(navigator.serviceWorker.ready);
  const former = await registration.pushManager.getSubscription();
  // A subscription is bound to the server's key, and is useless after a new installation of the server.
  if (former && !hasKey(former, publicKey)) await former.unsubscribe();
  const applicationServerKey = bytesOf(publicKey);
  const { endpoint, keys } = (
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  ).toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  const body = { endpoint: endpoint ?? "", keys: { p256dh, auth }, ...(label === undefined ? {} : { label }) };
  const channel = await read(api.app.notifications.push.put(body));
  setPreference(channelKey, channel.id);
  setPreference(endpointKey, body.endpoint);
}

/**
 * Rejects if the promise is still pending after a time limit. `navigator.serviceWorker.ready` never resolves if the
 * worker cannot be installed.
 */
function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new DOMException("No service worker", "TimeoutError")), workerTimeoutMs),
  );
  return Promise.race([promise, late]);
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const wanted = bytesOf(publicKey);
  return own.length === wanted.length && own.every((byte, index) => byte === wanted[index]);
}

/** Decodes a base64url text to bytes, because older browsers do not accept a text as a push key. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
}

/** Sends the language of the app to the server, so that the server's messages to the member are in this language. */
export function noteLanguage({ preferences }: NotificationSettings): void {
  const language = currentServerLanguage();
  if (language !== preferences.language) perform(updatePreferences, { language });
}

/**
 * Sends the current push subscription of this browser to the server again, if the member has turned push on here. If
 * the channel was deleted on the server and the subscription is still the same, unsubscribes instead. Runs at each
 * start, because a browser may replace its subscription, and iOS sends no event when this happens. Never throws.
 */
export async function keepCurrent(): Promise<void> {
  try {
    const id = getPreference(channelKey);
    const settings = await read(api.app.notifications.get());
    noteLanguage(settings);
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    await inTurn(async () => {
      // If the member turned push on or off during the request, the settings are too old to decide anything.
      if (id === null || id !== getPreference(channelKey)) return;
      const isKnown = settings.channels.some((channel) => channel.id === id);
      const isSame = (await findSubscription())?.endpoint === getPreference(endpointKey);
      // The member deleted it on another device, or it belongs to another member.
      if (!isKnown && isSame) await unsubscribe();
      else await subscribe(settings.available.push.publicKey);
    });
  } catch {
    // It is tried again at the next start.
  }
}
