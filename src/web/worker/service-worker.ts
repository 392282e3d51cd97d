/**
 * Service worker. It caches the page and its files, so that the app starts offline. It also shows reminders as
 * notifications. It does not cache the household's data, because the page does that.
 */

import { timers } from "#web/lib/timers.ts";
import { createTables } from "#web/sync/idb-table.ts";
import { type ClickedNotification, clicked, sendKept, type WorkerEnvironment } from "./actions.ts";
import { type Notifications, read, type SubscriptionChange, setBadge, show, subscribeAgain } from "./push.ts";

/**
 * Files of the app, which `src/client/pages/build/app.ts` defines. `sections` are the first segments of the paths of
 * the app's pages.
 */
declare const SHELL: Shell;

type Shell = {
  readonly name: string;
  readonly assets: readonly string[];
  readonly sections: readonly string[];
};

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetch = Extendable & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Message = Extendable & { readonly data: unknown };
type Push = Extendable & { readonly data: { json(): unknown } | null; readonly notification?: object | null };
type Click = Extendable & { readonly action: string; readonly notification: ClickedNotification & { close(): void } };
type Registration = Notifications & {
  readonly pushManager: PushManager;
  /** Background sync. Only Chromium has this feature. */
  readonly sync?: { register(tag: string): Promise<void> };
};
type Clients = {
  claim(): Promise<void>;
  matchAll(options: { type: "window" }): ReturnType<WorkerEnvironment["openWindows"]>;
  openWindow(address: string): Promise<unknown>;
};
type Scope = {
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetch) => void): void;
  addEventListener(type: "message", listener: (event: Message) => void): void;
  addEventListener(type: "push", listener: (event: Push) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Click) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: Extendable & SubscriptionChange) => void): void;
  addEventListener(type: "sync", listener: (event: Extendable & { readonly tag: string }) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: Clients;
  readonly location: Location;
  readonly registration: Registration;
};

const timeoutMs = 3_000;
const actionTimeoutMs = 8_000;
const prefix = "shell-";
const shell = SHELL;
/** Global scope of the worker. The scope needs another type, because the project's types describe a window. */
const worker = globalThis as unknown as Scope;

const { origin } = worker.location;

const environment: WorkerEnvironment = {
  origin,
  notifications: worker.registration,
  kept: createTables(() => indexedDB, timers)("kept-actions"),
  now: Date.now,
  post: (path, body) => {
    const signal = AbortSignal.timeout(actionTimeoutMs);
    const headers = { "Content-Type": "application/json" };
    return fetch(path, { method: "POST", body: JSON.stringify(body), headers, redirect: "error", signal });
  },
  alone: (run) => navigator.locks.request("kept-actions", run),
  requestSync: async () => worker.registration.sync?.register("notices"),
  openWindows: async () => {
    const windows = await worker.clients.matchAll({ type: "window" });
    return windows.filter(({ url }) => isScreen(new URL(url).pathname));
  },
  openWindow: (address) => worker.clients.openWindow(address),
};

worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => worker.clients.claim())));

// A new build waits until the pages of the old build are closed, or until a page asks for it.
worker.addEventListener("message", (event) => {
  if (event.data === "activate") event.waitUntil(worker.skipWaiting());
  if (event.data === "send kept") event.waitUntil(sendKept(environment));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin: target, pathname } = new URL(request.url);
  if (request.method !== "GET" || target !== origin) return;
  if (shell.assets.includes(pathname)) event.respondWith(keptOr(pathname, () => fetch(request)));
  else if (request.mode === "navigate" && isScreen(pathname))
    event.respondWith(fromServer(request).catch(() => keptOr("/", () => fetch(request))));
});

worker.addEventListener("push", (event) => {
  // This browser reads and shows the message itself.
  if (event.notification) return;
  const message = read(event.data, origin, navigator.language);
  event.waitUntil(show(worker.registration, message).then(() => sendKept(environment)));
  event.waitUntil(setBadge(message.badge));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clicked(event.action, event.notification, environment));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(worker.registration.pushManager, event, fetch));
});

worker.addEventListener("sync", (event) => {
  if (event.tag === "notices") event.waitUntil(sendKept(environment).then(retryUnless));
});

/** Throws if actions still wait, so that the browser repeats the event `sync` later. */
function retryUnless(isEmpty: boolean): void {
  if (!isEmpty) throw new Error("No answer in time");
}

function isScreen(pathname: string): boolean {
  return shell.sections.includes(pathname.split("/")[1] ?? "");
}

/**
 * Caches the page, and then its assets. If the server already has a newer build, it no longer has the assets of this
 * build. The installation then fails.
 */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell.name);
  await cache.add(new Request("/", { cache: "reload" }));
  await cache.addAll([...shell.assets]);
}

async function dropOthers(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== shell.name);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function keptOr(address: string, ask: () => Promise<Response>): Promise<Response> {
  const cache = await caches.open(shell.name);
  return (await cache.match(address, { ignoreVary: true })) ?? ask();
}

/** Fetches a request from the server. @throws Error after a timeout or for a status of 5xx */
async function fromServer(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("No answer in time")), timeoutMs));
  const answer = await Promise.race([fetch(request), late]);
  if (answer.status >= 500) throw new Error(`The server answered ${answer.status}`);
  return answer;
}
