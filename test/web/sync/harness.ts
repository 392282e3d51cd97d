/**
 * Runs tabs of the app without a browser. Each tab has its own sync with the household's real server. Tests can break
 * the network between tab and server. Time passes only while a test waits.
 */
import "../document.ts";
import { onlineManager } from "@tanstack/react-query";
import { IDBFactory } from "fake-indexeddb";
import { h, render } from "preact";
import { useEffect } from "preact/hooks";
import { bringText, currentText, startText } from "#web/page/text.ts";
import { pauseQueries } from "#web/sync/connection.ts";
import { createSync } from "#web/sync/create-sync.ts";
import type { Message } from "#web/sync/environment.ts";
import { createLive } from "#web/sync/live.ts";
import type { Source } from "#web/sync/source.ts";
import { createUndo } from "#web/sync/undo.ts";
import { SyncContext, useSource } from "#web/sync/use-source.ts";
import { writes } from "#web/writes.ts";
import { afterEachTest } from "../../support/home/clean-up.ts";
import { type Home, household, type Server, type SignedIn } from "../../support/home/home.ts";
import { listeningServer } from "../../support/home/live.ts";
import { TestTimers } from "../../support/home/timers.ts";

await startText();
await bringText("later");

export type Sent = { readonly method: string; readonly path: string; readonly body: any; readonly headers: Headers };

/** Handles a request in place of the network. `send` sends the request to the server. */
type Fault = (sent: Sent, send: () => Promise<Response>) => Promise<Response>;

const open = new Set<Tab>();
afterEachTest(() => {
  for (const tab of open) tab.close();
});

/** Advances the time of all open tabs. */
export async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    for (const tab of open) tab.pass(100);
    await Bun.sleep(1);
  }
}

/**
 * Lets time pass until `check` returns true.
 * @throws Error that names `what`, after 45 s
 */
export async function until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 45_000;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`It never came to this: ${what}`);
    for (const tab of open) tab.pass(20);
    await Bun.sleep(2);
  }
}

/** Lets time pass until `read` returns a value that equals `wanted`. */
export async function becomes<Value>(read: () => Value | Promise<Value>, wanted: NoInfer<Value>): Promise<void> {
  let last: unknown;
  await until(JSON.stringify(wanted), async () => {
    last = await read();
    return Bun.deepEquals(last, wanted);
  }).catch((error: Error) => {
    throw new Error(`${error.message}. Instead: ${JSON.stringify(last)}`);
  });
}

/** Device with its storage, its cookies and its network. Its tabs share them. */
export class Browser {
  readonly databases = new IDBFactory();
  readonly local = new Map<string, string>();
  readonly sent: Sent[] = [];
  readonly sockets = new Set<TestSocket>();
  readonly tabs = new Set<Tab>();
  fault: Fault | null = null;
  /** Function that can change each message of the live channel. If it returns null, the message is not delivered. */
  hear: (message: any) => any = (message) => message;
  private isUp = true;

  constructor(
    readonly home: Home,
    public cookies: SignedIn | null,
  ) {}

  get isOnline(): boolean {
    return this.isUp;
  }

  /** Breaks every connection, and prevents new ones. */
  disconnect(): void {
    this.isUp = false;
    for (const socket of this.sockets) socket.end(1006);
  }

  connect(): void {
    this.isUp = true;
  }

  /** Lets the next matching request reach the server, but loses the response. */
  loseAnswer(method: string, path: RegExp): void {
    this.fault = async (sent, send) => {
      if (sent.method !== method || !path.test(sent.path)) return send();
      this.fault = null;
      await send();
      throw new TypeError("Failed to fetch");
    };
  }

  /** Holds back requests to a path until `release` is called. `asked` waits for the first such request. */
  hold(path: RegExp) {
    const released = Promise.withResolvers<void>();
    let isAsked = false;
    this.fault = async (sent, send) => {
      if (!path.test(sent.path)) return send();
      isAsked = true;
      await released.promise;
      return send();
    };
    return { asked: () => until(`${path} is asked for`, () => isAsked), release: () => released.resolve() };
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const sent = {
      method: init.method ?? "GET",
      path,
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      headers: new Headers(init.headers),
    };
    const send = async () => {
      if (!this.isUp) throw new TypeError("Failed to fetch");
      this.sent.push(sent);
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(this.cookies ?? {})) headers.set(name, value);
      const answer = await this.home.server.handle(new Request(`http://localhost${path}`, { ...init, headers }));
      if (!this.isUp) throw new TypeError("Failed to fetch");
      return answer;
    };
    return this.fault ? this.fault(sent, send) : send();
  }
}

/** WebSocket with only the members that the app uses. A test can end the connection. */
class TestSocket {
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private readonly wire: WebSocket | null;
  private isOver = false;

  constructor(
    private readonly browser: Browser,
    path: string,
  ) {
    const { home, cookies, isOnline } = browser;
    browser.sockets.add(this);
    const address = home.server.origin.replace("http", "ws") + path;
    this.wire = isOnline ? new WebSocket(address, { headers: { ...cookies } } as unknown as string[]) : null;
    if (!this.wire) {
      setTimeout(() => this.end(1006));
      return;
    }
    this.wire.onmessage = ({ data }) => {
      const message = browser.hear(JSON.parse(String(data)));
      if (message && !this.isOver) this.onmessage?.({ data: JSON.stringify(message) });
    };
    this.wire.onclose = ({ code }) => this.end(code);
  }

  get readyState(): number {
    return this.isOver ? WebSocket.CLOSED : (this.wire?.readyState ?? WebSocket.CONNECTING);
  }

  send(text: string): void {
    this.wire?.send(text);
  }

  close(): void {
    this.end(1000);
  }

  end(code: number): void {
    if (this.isOver) return;
    this.isOver = true;
    this.browser.sockets.delete(this);
    this.wire?.close();
    this.onclose?.({ code });
  }
}

export class Tab {
  readonly broadcast = new EventTarget();
  readonly timers = new TestTimers();
  /** Toast that is shown; at most one at a time. */
  toast: Message | null = null;
  readonly toasts: Message[] = [];
  reloads = 0;
  readonly sync: ReturnType<typeof createSync>;
  readonly undo: ReturnType<typeof createUndo>;
  readonly live: ReturnType<typeof createLive>;
  readonly refused: { status: number; message: string; lost: number }[] = [];
  private time: number;
  private readonly stops: (() => unknown)[] = [];

  constructor(
    readonly browser: Browser,
    private readonly session: Map<string, string>,
    private readonly storage: { readonly [name in "databases" | "local"]?: () => never } = {},
  ) {
    this.time = browser.home.clock.now.getTime();
    this.sync = createSync({
      storage: {
        databases: () => browser.databases,
        local: () => this.localStorage(),
        session: () => storageOf(session),
        ...storage,
      },
      fetch: (path, init) => browser.fetch(path, init),
      socket: (path) => new TestSocket(browser, path) as unknown as WebSocket,
      now: () => this.time,
      timers: this.timers,
      broadcast: this.broadcast,
      isVisible: () => true,
      reload: () => this.reloads++,
      text: currentText,
      messages: {
        show: (message) => {
          this.toast = message;
          this.toasts.push(message);
        },
        dismissTopics: (topics) => {
          if (this.toast?.topic && topics.includes(this.toast.topic)) this.toast = null;
        },
        clear: () => {
          this.toast = null;
        },
      },
    });
    this.undo = createUndo(this.sync);
    this.live = createLive(this.sync, this.undo);
    this.sync.outbox.onRefusal(({ failure, lost }) =>
      this.refused.push({ status: failure.status, message: failure.message, lost }),
    );
    onlineManager.setOnline(true);
    pauseQueries(this.sync.connection.isConnected);
    open.add(this);
    browser.tabs.add(this);
  }

  async start(build = "build"): Promise<this> {
    await passWhile(this.sync.restoreData(build));
    await passWhile(this.sync.start(async () => writes));
    return this;
  }

  /** Connects the live channel, as a screen of a signed-in member does. */
  async goLive(): Promise<this> {
    this.stops.push(this.live.stayLive());
    await until("the channel is live", () => this.sync.connection.isLive.get());
    return this;
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    this.timers.advance(milliseconds);
  }

  setClock(time: number): void {
    this.time = time;
  }

  /** Opens a screen that shows this source. */
  screen<Params, Data>(source: Source<Params, Data>, params: Params) {
    const screen = this.render(() => useSource(source, params));
    return {
      get data() {
        return screen.shown.data;
      },
      close: screen.close,
    };
  }

  /** Renders a component that uses a hook. `shown` is what the hook returns. */
  render<Shown>(hook: () => Shown) {
    let shown: Shown;
    const closed = Promise.withResolvers<void>();
    const Screen = () => {
      shown = hook();
      // Preact runs effects and their cleanup a moment later.
      useEffect(() => closed.resolve, []);
      return null;
    };
    const root = {
      ...{ nodeType: 1, childNodes: [], firstChild: null, ownerDocument: null },
      ...{ insertBefore() {}, removeChild() {}, addEventListener() {} },
    } as unknown as HTMLElement;
    render(h(SyncContext.Provider, { value: this.sync, children: h(Screen, {}) }), root);
    const close = () => {
      render(null, root);
      return closed.promise;
    };
    this.stops.push(close);
    return {
      get shown() {
        return shown;
      },
      close,
    };
  }

  waiting(): readonly { readonly name: string; readonly attempts: number }[] {
    return this.sync.outbox.pending.get().map(({ name, attempts }) => ({ name, attempts }));
  }

  /** Waits until all data on the screens are current and nothing is being fetched. */
  async isCurrent(): Promise<void> {
    const { queryClient } = this.sync.cache;
    await until("nothing is being read", () => queryClient.isFetching() === 0);
    await pass(200);
    await until("nothing is being read again", () => queryClient.isFetching() === 0);
  }

  nothingWaits(): Promise<void> {
    return becomes(() => this.waiting().length, 0);
  }

  /** Ends the tab without any event, as in a crash. */
  close(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.sync.cache.queryClient.clear();
    open.delete(this);
    this.browser.tabs.delete(this);
  }

  /** Reloads the page. Returns a new tab object, which replaces this one and has the same session storage. */
  async reload(build?: string): Promise<Tab> {
    this.broadcast.dispatchEvent(new Event("pagehide"));
    await pass(100);
    this.close();
    return new Tab(this.browser, this.session, this.storage).start(build);
  }

  private localStorage(): Storage {
    const { local, tabs } = this.browser;
    return storageOf(local, (key, oldValue, newValue) => {
      for (const tab of tabs) {
        const event = Object.assign(new Event("storage"), { key, oldValue, newValue });
        if (tab !== this) tab.broadcast.dispatchEvent(event);
      }
    });
  }
}

/** Lets the timers of all tabs run until `work` is done. */
async function passWhile(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  await until("it is done", () => isDone);
  await ended;
}

function storageOf(
  values: Map<string, string>,
  onChange: (key: string, oldValue: string | null, newValue: string | null) => void = () => {},
): Storage {
  const change = (key: string, value: string | null) => {
    const former = values.get(key) ?? null;
    if (value === null) values.delete(key);
    else values.set(key, value);
    onChange(key, former, value);
  };
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => change(key, value),
    removeItem: (key: string) => change(key, null),
  } as Storage;
}

let server: Server | undefined;

/** Returns Anna's browser in a new household. All households share one server. */
export async function browserOfAnna(): Promise<Browser> {
  server ??= listeningServer();
  const home = await household({ server });
  const { anna } = home.members;
  const browser = new Browser(home, home.signIn(anna));
  browser.local.set("inglenook-member", anna.id);
  return browser;
}

export function openTab(browser: Browser): Promise<Tab> {
  return new Tab(browser, new Map()).start();
}
