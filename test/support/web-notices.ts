/** A stand-in for the operations on notices and channels, for tests of screens in states that a server reaches slowly. */
import type { BrowserContext, Page, Route, WebSocketRoute } from "playwright-core";
import type { Channel } from "../../src/channels/model.ts";
import type { Notice, NotificationSettings } from "../../src/notices/model.ts";
import { open } from "./browser.ts";
import type { Site, View } from "./browser-pages.ts";

export const noticeId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export function noticeOf(number: number, values: Partial<Notice> = {}): Notice {
  const at = new Date(Date.now() - number * 60_000).toISOString();
  return {
    id: noticeId(number),
    kind: "event",
    memberId: noticeId(900),
    subject: { type: "event", id: noticeId(500 + number) },
    listId: null,
    title: "In 10 min: Piano",
    body: "16:00, Music school",
    path: "/calendar",
    dueAt: at,
    createdAt: at,
    readAt: null,
    state: "open",
    actions: ["snooze"],
    names: [],
    ...values,
  };
}

export function channelOf(number: number, values: Partial<Channel> = {}): Channel {
  return {
    id: noticeId(700 + number),
    kind: "mail",
    label: "anna@example.org",
    address: "anna@example.org",
    details: null,
    state: "on",
    reason: null,
    lastSentAt: null,
    createdAt: "2026-11-20T08:00:00.000Z",
    subscribeUrl: null,
    ...values,
  };
}

export function settingsOf(values: Partial<NotificationSettings> = {}): NotificationSettings {
  const kinds = ["event", "task", "chore", "check_in", "item", "summary", "change", "system"];
  return {
    preferences: {
      quiet: { from: "21:30", to: "06:30" },
      allDayAt: null,
      summaryAt: "07:30",
      taskAt: null,
      general: true,
      alsoFor: null,
      details: "full",
      language: "en",
      kinds: Object.fromEntries(kinds.map((kind) => [kind, "all"])) as NotificationSettings["preferences"]["kinds"],
    },
    channels: [],
    available: {
      push: {
        publicKey: "BPcMbnWQL5GOYX_5LKZXT6sLmHiMsJSiEvIFvfcDvX7IZ9qqtq68onpTPEYmyxSQNiH7UD_98AUcQ12kBoxz_0s",
        apple: true,
      },
      mail: true,
      ntfy: ["https://ntfy.sh"],
      apprise: true,
      isDelivering: true,
    },
    unreachable: [],
    sent: [],
    ...values,
  };
}

type Permission = "granted" | "denied" | "default";
type Call = { readonly method: string; readonly path: string; readonly body: any };

export class NoticeServer {
  notices: Notice[] = [];
  settings = settingsOf();
  follows: string[] = [];
  /** By `METHOD path`: answers before anything else. */
  answers: Record<string, { status?: number; code?: string; body: unknown }> = {};
  /** Without reads. */
  readonly calls: Call[] = [];
  readonly #sockets: WebSocketRoute[] = [];

  /** Before the page that is to meet it is loaded. */
  async answer(context: BrowserContext): Promise<void> {
    const paths = /^\/(app\/(notices|notifications|mail)(\/|$)|app\/lists\/(follows|[\w-]+\/follow)$|n\/)/;
    const isOurs = ({ pathname }: URL) => paths.test(pathname) || /\/invitation\/mail$/.test(pathname);
    await context.route(isOurs, (route) => this.#handle(route));
    await context.routeWebSocket(/\/app\/live$/, (socket) => {
      socket.connectToServer();
      this.#sockets.push(socket);
    });
  }

  /** Tells the open pages that their notices changed. */
  tell(): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify({ type: "notice" }));
  }

  async #handle(route: Route): Promise<void> {
    const request = route.request();
    const { pathname: path } = new URL(request.url());
    const method = request.method();
    if (method === "GET" && path.startsWith("/n/")) return route.fallback();
    const text = request.postData();
    const body = text ? JSON.parse(text) : undefined;
    if (method !== "GET") this.calls.push({ method, path, body });
    const own = this.answers[`${method} ${path}`];
    const { status = 200, code, body: answer } = own ?? { body: this.#answerTo(method, path, body) };
    const headers = code ? { "X-Error-Code": code } : undefined;
    await route.fulfill({ status, json: answer, ...(headers ? { headers } : {}) });
  }

  #answerTo(method: string, path: string, body: any): unknown {
    const { settings } = this;
    const [, , area, first = "", second = ""] = path.split("/");
    if (path === "/app/notices") return this.#page();
    if (path === "/app/notices/read") {
      this.notices = this.notices.map((each) => ({ ...each, readAt: each.readAt ?? new Date().toISOString() }));
      return { unread: 0 };
    }
    if (area === "notices") return this.#act(first, body.action);
    if (path.startsWith("/n/")) return { state: body.action === "done" ? "done" : "snoozed", line: "Done: Dishwasher" };
    if (path === "/app/lists/follows") return { ids: this.follows };
    if (area === "lists") {
      this.follows = method === "PUT" ? [...this.follows, first] : this.follows.filter((id) => id !== first);
      return { id: first, followed: method === "PUT" };
    }
    if (area === "mail") return { address: "anna@example.org" };
    if (area === "members") return { address: body.address };
    if (path === "/app/notifications") {
      if (method === "PATCH") this.#patch(body);
      return this.settings;
    }
    if (first === "push") {
      // A browser may send its subscription twice: the server recognises it.
      const known = settings.channels.find(({ kind }) => kind === "push");
      return known ?? this.#add(channelOf(0, { kind: "push", label: body.label ?? "Browser", address: "push" }));
    }
    if (method === "POST" && second === "") return this.#add(madeOf(body));
    const change = (values: Partial<Channel>) => {
      const channels = settings.channels.map((each) => (each.id === second ? { ...each, ...values } : each));
      this.settings = { ...settings, channels };
      return channels.find(({ id }) => id === second);
    };
    if (path.endsWith("/test")) return { outcome: "sent", reason: null };
    if (path.endsWith("/verify")) return change({ state: "on" });
    if (path.endsWith("/code")) return change({});
    if (method === "DELETE") {
      this.settings = { ...settings, channels: settings.channels.filter(({ id }) => id !== second) };
      return {};
    }
    const { isOn, ...rest } = body;
    return change({ ...rest, ...(isOn === undefined ? {} : { state: isOn ? "on" : "off" }) });
  }

  #page() {
    return {
      notices: this.notices,
      unread: this.notices.filter(({ readAt }) => readAt === null).length,
      nextCursor: null,
    };
  }

  #act(id: string, action: "done" | "snooze" | "dismiss") {
    const state = ({ done: "done", snooze: "snoozed", dismiss: "dismissed" } as const)[action];
    this.notices = this.notices.map((each) => (each.id === id ? { ...each, state } : each));
    return { state, line: "Done: Dishwasher" };
  }

  #patch({ kinds, ...rest }: any) {
    const { preferences } = this.settings;
    const next = { ...preferences, ...rest, kinds: { ...preferences.kinds, ...kinds } };
    this.settings = { ...this.settings, preferences: next };
  }

  #add(channel: Channel): Channel {
    this.settings = { ...this.settings, channels: [...this.settings.channels, channel] };
    return channel;
  }
}

function madeOf({ kind, address, key }: any): Channel {
  if (kind === "mail") return channelOf(1, { label: address, address, state: "unverified" });
  if (kind === "apprise") return channelOf(3, { kind, label: "Apprise", address: key });
  const subscribeUrl = "https://ntfy.sh/ingle-abcdefghijklmnopqrst";
  return channelOf(2, { kind, label: "ntfy", address: "ntfy.sh", subscribeUrl });
}

/** Opens a page that meets the stand-in. With `push`, its browser has a push service, and the person gave this answer. */
export async function openWithNotices(
  site: Site,
  server: NoticeServer,
  { push, path = "/", allow = [], ...view }: View & { push?: Permission; allow?: RegExp[] } = {},
): Promise<Page> {
  const page = await open(site, { ...view, fresh: true, path: "/manifest.webmanifest", allow });
  await server.answer(page.context());
  if (push) await withPush(page, push);
  await page.goto((view.plainHttp ? site.plainUrl : site.url) + path);
  return page;
}

/** Stands for the push service of the browser, which the browser of tests lacks. */
async function withPush(page: Page, permission: Permission): Promise<void> {
  await page.addInitScript((initial) => {
    const global = globalThis as any;
    let current = sessionStorage.getItem("test-permission") ?? initial;
    let subscription: any = JSON.parse(sessionStorage.getItem("test-subscription") ?? "null");
    const wrap = (endpoint: string, key: number[]) => ({
      endpoint,
      options: { applicationServerKey: new Uint8Array(key).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
      unsubscribe: async () => {
        subscription = null;
        sessionStorage.removeItem("test-subscription");
        return true;
      },
    });
    if (subscription) subscription = wrap(subscription.endpoint, subscription.key);
    const pushManager = {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: any) => {
        const key = [...applicationServerKey];
        const endpoint = `https://push.example/${Math.random()}`;
        sessionStorage.setItem("test-subscription", JSON.stringify({ endpoint, key }));
        subscription = wrap(endpoint, key);
        return subscription;
      },
    };
    const registration = { pushManager, update: async () => {} };
    const serviceWorker = {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      register: async () => registration,
      addEventListener: () => {},
    };
    Object.defineProperty(global.navigator, "serviceWorker", { configurable: true, value: serviceWorker });
    global.PushManager = class {};
    global.Notification = {
      get permission() {
        return current;
      },
      requestPermission: async () => {
        if (current === "default") current = "granted";
        sessionStorage.setItem("test-permission", current);
        return current;
      },
    };
  }, permission);
}
