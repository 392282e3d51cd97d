/** Handling of push messages and clicks by the service worker, tested without a browser. */
import { describe, expect, test } from "bun:test";
import type { ClickedNotification, KeptAction, WorkerEnvironment } from "#web/worker/actions.ts";
import { clicked, sendKept } from "#web/worker/actions.ts";
import { read, show, subscribeAgain } from "#web/worker/push.ts";

const origin = "https://home.example";
const data = (value: unknown) => ({ json: () => value });
const message = (notification: object, more: object = {}) => ({ web_push: 8030, notification, ...more });

const full = {
  title: "Your turn: Dishwasher",
  body: "Until 19:00",
  lang: "en",
  dir: "ltr",
  tag: "chore-1",
  navigate: `${origin}/notice/1`,
  silent: false,
  data: { notice: "1", token: "abc_-9" },
  actions: [
    { action: "done", title: "Done" },
    { action: "snooze", title: "1 h", navigate: `${origin}/n/abc_-9` },
  ],
};

describe("a push message", () => {
  test("A push message is shown unchanged, and its addresses are stored for a later click", () => {
    expect<object>(read(data(message(full, { app_badge: 3, mutable: true })), origin, "de")).toEqual({
      title: "Your turn: Dishwasher",
      badge: 3,
      options: {
        ...{ body: "Until 19:00", lang: "en", dir: "ltr", tag: "chore-1", silent: false },
        icon: "/icons/icon-192.png",
        actions: [
          { action: "done", title: "Done", address: null },
          { action: "snooze", title: "1 h", address: `${origin}/n/abc_-9` },
        ],
        data: {
          ...{ notice: "1", token: "abc_-9", address: `${origin}/notice/1` },
          addresses: { done: null, snooze: `${origin}/n/abc_-9` },
        },
      },
    });
  });

  test.each([
    ["no data", null],
    ["no JSON", { json: () => JSON.parse("{") }],
    ["nothing", data(null)],
    ["a text", data("Hello")],
    ["a list", data([])],
    ["no notification", data({ web_push: 8030 })],
    ["a null for a notification", data({ notification: null })],
    ["no title", data(message({ body: "Secret" }))],
    ["an empty title", data(message({ title: "", body: "Secret" }))],
    ["a number for a title", data(message({ title: 7, body: "Secret" }, { app_badge: 4 }))],
  ])("A push message with %s is shown as a request to open the app, in the language of the browser", (_, content) => {
    for (const [language, body] of [
      ["en-GB", "Open the app"],
      ["de-AT", "Öffne die App"],
      ["fr", "Open the app"],
    ] as const) {
      const { title, options, badge } = read(content, origin, language);
      expect({ title, body: options.body, badge }).toEqual({ title: "Inglenook", body, badge: null });
      expect(options).toMatchObject({ tag: "inglenook", actions: [], data: { token: null, address: `${origin}/` } });
    }
  });

  test.each([
    ["https://elsewhere.example/x", "/"],
    ["https://home.example.evil/x", "/"],
    ["//elsewhere.example/x", "/"],
    ["https://home.example@elsewhere.example/", "/"],
    ["http://home.example/x", "/"],
    ["https://home.example:8443/x", "/"],
    ["javascript:alert(1)", "/"],
    ["data:text/html,x", "/"],
    ["blob:https://home.example/1", "/"],
    ["https://", "/"],
    ["https://elsewhere.example\\@home.example/", "/"],
    [[`${origin}/x`], "/"],
    ["/calendar?event=1#top", "/calendar?event=1#top"],
    [`${origin}/calendar`, "/calendar"],
  ])("A push message with the address %j leads to the page %s of the app's own origin", (navigate, path) => {
    const { options } = read(
      data(message({ title: "T", navigate, actions: [{ action: "a", navigate }] })),
      origin,
      "en",
    );
    expect(options.data.address).toBe(origin + path);
    expect(options.data.addresses.a ?? `${origin}/`).toBe(origin + path);
  });

  test("A push message with invalid values in its fields does not make the service worker throw", () => {
    const values = [null, undefined, 0, -1, 1.5, "", "x".repeat(100_000), true, [], {}, [[]], [null], [{}], Number.NaN];
    for (const name of ["title", "body", "lang", "dir", "tag", "navigate", "silent", "data", "actions"]) {
      for (const value of values) {
        const { title, options } = read(data(message({ ...full, [name]: value }, { app_badge: value })), origin, "en");
        expect(title.length).toBeGreaterThan(0);
        expect(JSON.stringify({ title, options }).length).toBeLessThan(4_000);
        expect(options.tag).not.toBe("");
      }
    }
  });

  test.each([
    [0, 0],
    [7, 7],
    [1e9, 999],
    [-3, 0],
    [1.5, null],
    ["7", null],
    [undefined, null],
  ])("A push message with the badge %j sets the badge of the app to %j; null means no change", (app_badge, badge) => {
    expect(read(data(message(full, { app_badge })), origin, "en").badge).toBe(badge);
  });

  test.each(["", "a/b", "../v1/tasks", "a b", "a?b", "x".repeat(201), 7])(
    "A push message with the invalid token %j offers no action that needs a token",
    (token) => {
      const { options } = read(data(message({ ...full, data: { notice: "1", token } })), origin, "en");
      expect(options.data.token).toBeNull();
    },
  );
});

/** Stub of the browser's notifications, which keeps one for each tag. */
function notifications() {
  const calls: { title: string; options: any }[] = [];
  const shown = new Map<string, { title: string; options: any }>();
  return {
    calls,
    shown,
    async showNotification(title: string, options: any) {
      calls.push({ title, options });
      shown.set(options.tag, { title, options });
    },
    async getNotifications({ tag }: { tag: string }) {
      const found = shown.get(tag);
      return found ? [{ data: found.options.data, close: () => void shown.delete(tag) }] : [];
    },
  };
}

describe("a notification", () => {
  const withNotice = (notice: string) => read(data(message({ ...full, data: { notice } })), origin, "en");

  test("A notification for a message that arrives twice is shown once and rings once", async () => {
    const browser = notifications();
    for (const notice of ["1", "1", "2"]) await show(browser, withNotice(notice));
    expect([browser.shown.size, ...browser.calls.map(({ options }) => options.renotify)]).toEqual([
      1,
      false,
      false,
      true,
    ]);
  });

  test("A notification is shown with its text alone if the browser refuses the notification's options", async () => {
    const plain: object[] = [];
    await show(
      {
        async showNotification(title, options) {
          if ("actions" in options) throw new TypeError("Not supported");
          plain.push({ title, ...options });
        },
        getNotifications: () => Promise.reject(new Error("Not supported")),
      },
      withNotice("1"),
    );
    expect(plain).toMatchObject([{ title: full.title, body: full.body, tag: full.tag, data: { notice: "1" } }]);
  });
});

type Answer = { status: number; body?: string; headers?: Record<string, string> } | null;
const done = { status: 200, body: '{"state":"done","line":"Done: Dishwasher"}' };
const refused = (status: number) => ({ status, body: "{}", headers: { "X-Error-Code": "forbidden" } });

/** Stubs of the browser. `answers` are the server's responses in order; null means that it does not respond. */
function browser(...answers: Answer[]) {
  const kept = new Map<string, KeptAction>();
  const posts: [string, object][] = [];
  const opened: string[] = [];
  const syncs: string[] = [];
  const windows: { url: string; focused: boolean; focus(): Promise<void>; navigate(to: string): Promise<void> }[] = [];
  let at = 0;
  const doors: WorkerEnvironment = {
    origin,
    notifications: notifications(),
    kept: {
      all: async () => [...kept.values()],
      put: async (id: string, entry: KeptAction) => {
        kept.set(id, entry);
        return true;
      },
      remove: async (id: string) => void kept.delete(id),
    } as WorkerEnvironment["kept"],
    now: () => at++,
    async post(path, body) {
      posts.push([path, body]);
      const answer = answers.shift() ?? null;
      if (!answer) throw new TypeError("Failed to fetch");
      return new Response(answer.body, answer);
    },
    alone: (run) => run(),
    requestSync: async () => void syncs.push("notices"),
    openWindows: async () => windows,
    openWindow: async (address) => void opened.push(address),
  };
  const shown = () => [...(doors.notifications as ReturnType<typeof notifications>).shown.values()];
  return { doors, kept, posts, opened, syncs, windows, shown, answers };
}

const notification: ClickedNotification = {
  ...{ title: "Your turn: Dishwasher", lang: "de", tag: "chore-1" },
  data: { notice: "1", token: "abc", address: `${origin}/notice/1`, addresses: { open: `${origin}/check-ins` } },
};

describe("a click on a notification", () => {
  test("A click on “Done” in a notification is sent to the server, and no other notification is shown", async () => {
    const { doors, posts, kept, shown, opened } = browser(done);
    await clicked("done", notification, doors);
    expect(posts).toEqual([["/n/abc", { action: "done" }]]);
    expect([kept.size, shown(), opened]).toEqual([0, [], []]);
  });

  test.each<[string, Answer]>([
    ["nothing answers", null],
    ["a proxy answers 502", { status: 502, body: "Bad gateway" }],
    ["a proxy answers 404", { status: 404, body: "Not found" }],
    ["a proxy answers with its own page", { status: 200, body: "<h1>Sign in</h1>" }],
    ["the server has an error", { status: 500, body: "{}", headers: { "X-Error-Code": "internal" } }],
    ["the server asks to wait", { status: 429, body: "{}", headers: { "X-Error-Code": "too_many_requests" } }],
  ])(
    "If %s, a click on a notification's button is stored, and is later sent again, but never twice",
    async (_, answer) => {
      const { doors, posts, kept, shown, syncs, answers } = browser(answer);
      await clicked("snooze", notification, doors);
      expect([kept.size, syncs]).toEqual([1, ["notices"]]);
      expect(shown()).toMatchObject([
        {
          title: notification.title,
          options: { tag: "chore-1", body: expect.stringMatching(/^Gemerkt/), data: { address: `${origin}/notice/1` } },
        },
      ]);
      answers.push(done);
      expect([await sendKept(doors), await sendKept(doors)]).toEqual([true, true]);
      expect(posts).toEqual([
        ["/n/abc", { action: "snooze" }],
        ["/n/abc", { action: "snooze" }],
      ]);
      expect([kept.size, shown()]).toEqual([0, []]);
    },
  );

  test("When a stored click is sent later, a newer notification with the same tag stays open", async () => {
    const { doors, shown, answers } = browser(null);
    await clicked("done", notification, doors);
    await doors.notifications.showNotification("Newer", { tag: "chore-1", data: { notice: "2" } });
    answers.push(done);
    await sendKept(doors);
    expect(shown()).toMatchObject([{ title: "Newer" }]);
  });

  test.each([400, 403, 404, 410, 422])(
    "If the server refuses the action of a notification's button with %i, a message is shown",
    async (status) => {
      const { doors, kept, shown, syncs } = browser(refused(status));
      await clicked("done", notification, doors);
      expect([kept.size, syncs]).toEqual([0, []]);
      expect(shown()).toMatchObject([
        { options: { body: "Das geht von hier aus nicht mehr. Öffne die App.", silent: false } },
      ]);
      expect(shown()[0]?.options.actions).toBeUndefined();
    },
  );

  test("If a click on a notification's button can be neither sent nor stored, a new notification says so", async () => {
    const { doors, shown } = browser(null);
    await clicked("done", notification, { ...doors, kept: { ...doors.kept, put: async () => false } });
    expect(shown()).toMatchObject([{ options: { body: expect.stringMatching(/^Nicht gesendet/) } }]);
  });

  test("A click on a notification's button is sent before the stored clicks, which then follow in order", async () => {
    const { doors, posts, kept, answers } = browser(null, null, null);
    for (const token of ["a", "b", "c"])
      await clicked("done", { ...notification, tag: token, data: { ...notification.data, token } }, doors);
    posts.length = 0;
    answers.push(done, null);
    expect(await sendKept(doors)).toBe(false);
    expect(posts.map(([path]) => path)).toEqual(["/n/a", "/n/b"]);
    answers.push(refused(403), done, done);
    await clicked("done", { ...notification, tag: "d", data: { ...notification.data, token: "d" } }, doors);
    expect(posts.slice(2).map(([path]) => path)).toEqual(["/n/d", "/n/b", "/n/c"]);
    expect(kept.size).toBe(0);
  });

  test.each([
    ["", `${origin}/notice/1`],
    ["open", `${origin}/check-ins`],
    ["constructor", `${origin}/notice/1`],
    ["dismiss", `${origin}/notice/1`],
  ])("A click on a notification with the action %j opens %s and sends nothing", async (action, address) => {
    const { doors, opened, posts } = browser();
    await clicked(action, notification, doors);
    expect([opened, posts]).toEqual([[address], []]);
  });

  test.each([[null], [{}], [{ token: null }]])(
    "A click on a notification with the data %j opens the app",
    async (own) => {
      const { doors, opened, posts } = browser();
      await clicked("done", { ...notification, data: own }, doors);
      expect([opened, posts]).toEqual([[`${origin}/`], []]);
    },
  );

  test("A click on a notification opens its page in the window that has the focus or had it last", async () => {
    for (const isFocused of [true, false]) {
      const { doors, windows, opened } = browser();
      const did: string[] = [];
      const add = (name: string, focused: boolean) =>
        windows.push({
          url: `${origin}/tasks`,
          focused,
          focus: () => Promise.reject(new Error("Not allowed")),
          navigate: async (to) => void did.push(`${name} ${to}`),
        });
      add("first", false);
      add("second", isFocused);
      await clicked("", notification, doors);
      expect([did, opened]).toEqual([[`${isFocused ? "second" : "first"} ${origin}/notice/1`], []]);
    }
  });
});

describe("a push subscription that the browser dropped", () => {
  const subscription = (endpoint: string) =>
    ({
      options: { applicationServerKey: new Uint8Array([4, 2]).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: "p", auth: "a" } }),
    }) as unknown as PushSubscription;

  async function change(oldSubscription: PushSubscription | null, newSubscription: PushSubscription | null) {
    const did: unknown[] = [];
    const subscribe = async (options?: PushSubscriptionOptionsInit) => {
      did.push([...new Uint8Array(options?.applicationServerKey as ArrayBuffer)]);
      return subscription("https://push.example/new");
    };
    const send = async (path: unknown, init?: RequestInit) => {
      did.push(path, init?.method, JSON.parse(String(init?.body)));
      return new Response("{}");
    };
    await subscribeAgain({ subscribe }, { oldSubscription, newSubscription }, send as typeof fetch);
    return did;
  }

  const put = (endpoint: string) => ["/app/notifications/push", "PUT", { endpoint, keys: { p256dh: "p", auth: "a" } }];

  test("A push subscription that the browser dropped is renewed with the same key", async () => {
    const old = subscription("https://push.example/old");
    expect(await change(old, null)).toEqual([[4, 2], ...put("https://push.example/new")]);
    expect(await change(old, subscription("https://push.example/own"))).toEqual(put("https://push.example/own"));
    expect(await change(null, null)).toEqual([]);
  });
});
