/** Caches the page and its files for offline starts; the page itself caches the household's data. */

/** Defined by `src/pages/build/app.ts`. `sections` are the first path segments of the app's addresses. */
declare const SHELL: Shell;

type Shell = {
  readonly name: string;
  readonly assets: readonly string[];
  readonly sections: readonly string[];
};

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetch = Extendable & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Message = Extendable & { readonly data: unknown };
type Scope = {
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetch) => void): void;
  addEventListener(type: "message", listener: (event: Message) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
};

const timeoutMs = 3_000;
const prefix = "shell-";
const shell = SHELL;
/** The project's types describe a window, not a worker. */
const worker = globalThis as unknown as Scope;

worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => worker.clients.claim())));

// A new build waits until the pages of the old build are closed, or until a page asks for it.
worker.addEventListener("message", (event) => {
  if (event.data === "activate") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (shell.assets.includes(pathname)) event.respondWith(keptOr(pathname, () => fetch(request)));
  else if (request.mode === "navigate" && shell.sections.includes(pathname.split("/")[1] ?? ""))
    event.respondWith(fromServer(request).catch(() => keptOr("/", () => fetch(request))));
});

/** Fetches the page first: if it is of another build, this build's assets are missing, and the installation fails. */
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

/** @throws Error for a timeout or a 5xx status */
async function fromServer(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("No answer in time")), timeoutMs));
  const answer = await Promise.race([fetch(request), late]);
  if (answer.status >= 500) throw new Error(`The server answered ${answer.status}`);
  return answer;
}
