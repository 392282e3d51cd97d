/**
 * CalDAV server that validates nothing: objects may share a UID, and the test chooses how requests for an object fail.
 */

import { createAccounts } from "#calendar/external/accounts/service.ts";
import { Presence } from "#client/live/presence.ts";
import { escapeXml } from "#lib/xml/xml.ts";
import { readConfig } from "#platform/config.ts";
import { createSignals } from "#platform/deps.ts";
import { afterAllTests } from "../home/clean-up.ts";
import { household, serverInProcess } from "../home/home.ts";
import { TestTimers } from "../home/timers.ts";

type Fault = { readonly method: string; readonly status: number; readonly headers?: Record<string, string> };

const namespaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
const calendarType = "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>";

export class LooseCaldav {
  readonly texts = new Map<string, { text: string; etag: string }>();
  /**
   * Faults by the path of an object or a calendar. A text whose path has a fault is also left out of the answers to a
   * REPORT.
   */
  readonly faults = new Map<string, Fault>();
  readonly asked: string[] = [];
  private count = 0;
  private readonly server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: (request) => this.answer(request),
  });

  constructor(readonly calendars: readonly string[]) {
    afterAllTests(() => this.server.stop(true));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  put(path: string, text: string): void {
    this.texts.set(path, { text, etag: `"${++this.count}"` });
  }

  delete(path: string): void {
    this.texts.delete(path);
  }

  private async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const path = decodeURIComponent(pathname);
    const { method } = request;
    this.asked.push(`${method} ${path}`);
    const fault = this.faults.get(path);
    if (fault?.method === method) return new Response(null, { status: fault.status, headers: fault.headers ?? {} });
    const body = await request.text();
    if (method === "PROPFIND") return this.list(path, request.headers.get("depth") ?? "0");
    if (method === "REPORT")
      return body.includes("calendar-multiget") ? this.report(body) : new Response("", { status: 403 });
    const known = this.texts.get(path);
    const [isNew, wanted] = [request.headers.get("if-none-match") === "*", request.headers.get("if-match")];
    if ((isNew && known) || (wanted !== null && known?.etag !== wanted)) return new Response(null, { status: 412 });
    if (method === "PUT") {
      this.put(path, body);
      return new Response(null, { status: known ? 204 : 201, headers: { ETag: this.texts.get(path)?.etag ?? "" } });
    }
    if (!known) return new Response(null, { status: 404 });
    if (method === "DELETE") this.delete(path);
    return method === "DELETE"
      ? new Response(null, { status: 204 })
      : new Response(known.text, { headers: { ETag: known.etag } });
  }

  private list(path: string, depth: string): Response {
    if (path === "/") {
      return multistatus([found("/", "<C:calendar-home-set><D:href>/cal/</D:href></C:calendar-home-set>")]);
    }
    const calendars = this.calendars.map((each) =>
      found(each, `${calendarType}<D:displayname>${each}</D:displayname>`),
    );
    if (path === "/cal/") return multistatus([found("/cal/", ""), ...calendars]);
    const own = found(path, calendarType);
    if (depth === "0") return multistatus([own]);
    const objects = [...this.texts].filter(([id]) => id.startsWith(path));
    return multistatus([own, ...objects.map(([id, { etag }]) => found(id, tag(etag)))]);
  }

  private report(body: string): Response {
    const hrefs = [...body.matchAll(/href>([^<]*)</g)].map(([, href = ""]) => decodeURIComponent(href));
    const isShown = (id: string) => this.texts.has(id) && this.faults.get(id)?.method !== "GET";
    return multistatus(
      hrefs.filter(isShown).map((id) => {
        const { text, etag } = this.texts.get(id) ?? { text: "", etag: "" };
        return found(id, `${tag(etag)}<C:calendar-data>${escapeXml(text)}</C:calendar-data>`);
      }),
    );
  }
}

const tag = (etag: string) => `<D:getetag>${escapeXml(etag)}</D:getetag>`;

function found(href: string, props: string): string {
  return `<D:response><D:href>${escapeXml(href)}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
}

function multistatus(responses: readonly string[]): Response {
  const body = `<D:multistatus ${namespaces}>${responses.join("")}</D:multistatus>`;
  return new Response(body, { status: 207 });
}

/**
 * Creates a household with an account at such a server, whose calendars are synced both ways. The timers of the
 * household's server do not run.
 */
export async function looseAccount(calendars: readonly string[] = ["/cal/a/"]) {
  const there = new LooseCaldav(calendars);
  const lines: string[] = [];
  const write = (message: string) => void lines.push(message);
  const log = { request() {}, info: write, warn: write, error: write, flush() {} };
  const settings = { CALENDAR_ORIGINS: there.origin };
  const timers = new TestTimers();
  const home = await household({ server: serverInProcess(settings, { timers, log }) });
  const anna = home.as(home.members.anna);
  const body = { name: "Cloud", url: there.origin, username: "anna", password: "secret" };
  const { body: account } = await anna.post("/app/calendar-accounts", body);
  const at = `/app/calendar-accounts/${account.id}`;
  const shown = async (): Promise<any[]> => (await anna.get(`${at}/calendars`)).body.calendars;
  const calendar = async (path = calendars[0]) =>
    (await shown()).find((each) => each.externalCalendarId === `${there.origin}${path}`);
  const idle = async () => {
    while ((await anna.get("/app/calendar-accounts")).body.accounts[0].isSyncing) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  for (const { key } of await shown()) {
    await anna.call("PUT", `${at}/calendars/${key}`, { body: { mode: "both" } });
    await idle();
  }
  const config = readConfig({ ...settings, DATA_DIR: home.server.dataDir });
  const parts = { db: home.db, config, clock: () => home.clock.now, timers, log, ...createSignals() };
  const job = createAccounts({ ...parts, presence: new Presence() });
  /** Syncs the account as a member does by pressing the button. */
  const sync = async () => {
    home.clock.advance(60_000);
    return anna.call("POST", `${at}/sync`);
  };
  /** Syncs the account as the background job does, after `milliseconds`. */
  const run = async (milliseconds = 60_000) => {
    home.clock.advance(milliseconds);
    const { signal } = new AbortController();
    await job.runExclusively(account.id, () => job.sync(home.id, account.id, { aborted: signal }));
  };
  const target = (path: string) => ({
    memberId: home.members.anna.id,
    provider: "provider_a",
    externalCalendarId: `${there.origin}${path}`,
  });
  return { there, home, anna, lines, calendar, sync, run, target };
}
