/** Fake of Google on this machine: sign-in, calendar list and events, as in Google's Calendar API v3. */
/// <reference types="@maxim_mazurok/gapi.client.calendar-v3" />
import { afterAllTests } from "../home/clean-up.ts";
import { FakeError, FakeEvents, type GoogleEvent } from "./events.ts";

export type RequestKind = "token" | "calendarList" | "list" | "get" | "insert" | "patch" | "delete" | "instances";

export type SeenRequest = {
  readonly kind: RequestKind;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: any;
};

type Failure = {
  readonly kind: RequestKind;
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  /** Whether the request is carried out, although it fails for the client: only its response is lost. */
  readonly isDone: boolean;
};

const allScopes = [
  "https://www.googleapis.com/auth/calendar.events",
  "https://www.googleapis.com/auth/calendar.calendarlist.readonly",
];

export const googleClient = { clientId: "client-1.apps.example", clientSecret: "planted-client-secret" };

export class FakeGoogle {
  readonly seen: SeenRequest[] = [];
  readonly calendars = new Map<string, FakeEvents>();
  calendarList: gapi.client.calendar.CalendarListEntry[] = [];
  pageSize = 1_000;
  /** Scopes that the member grants on Google's page for consent. */
  grantedScopes = allScopes;
  isDeclined = false;
  isGrantRevoked = false;
  /** Whether deleted events and cancelled instances have only the fields that Google guarantees. */
  hasBareDeletions = true;
  refreshToken = "planted-refresh-token";
  readonly #codes = new Map<string, { challenge: string; redirectUri: string }>();
  readonly #failures: Failure[] = [];
  #accessToken = "";
  #tokenCount = 0;
  #oldestToken = 0;
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: (request) => this.#answer(request),
  });

  constructor() {
    afterAllTests(() => this.#server.stop(true));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  addCalendar(entry: gapi.client.calendar.CalendarListEntry & { id: string }, zone = "Europe/Berlin"): FakeEvents {
    const events = new FakeEvents(zone);
    this.calendars.set(entry.id, events);
    this.calendarList.push({ kind: "calendar#calendarListEntry", summary: entry.id, accessRole: "owner", ...entry });
    return events;
  }

  /** Makes the next request of a kind fail. Several calls make as many requests fail. */
  failNext(kind: RequestKind, status: number, reason: string, message = reason): void {
    this.#failures.push({ kind, status, reason, message, isDone: false });
  }

  /** Makes the next request of a kind succeed but lose its response. */
  loseNextAnswer(kind: RequestKind): void {
    this.#failures.push({ kind, status: 502, reason: "backendError", message: "", isDone: true });
  }

  /** Removes all failures that were planned for later requests. Returns how many there were. */
  dropFailures(): number {
    return this.#failures.splice(0).length;
  }

  /** Makes all sync tokens that were given until now fail with 410. */
  expireSyncTokens(): void {
    this.#oldestToken = Math.max(...[...this.calendars.values()].map((each) => each.version)) + 1;
    for (const each of this.calendars.values()) while (each.version < this.#oldestToken) each.touch();
  }

  expireAccessToken(): void {
    this.#accessToken = "";
  }

  /** Returns the number of requests of each kind since the last call. */
  takeCounts(): Partial<Record<RequestKind, number>> {
    const counts: Partial<Record<RequestKind, number>> = {};
    for (const { kind } of this.seen.splice(0)) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    try {
      return await this.#route(request, url, text);
    } catch (error) {
      if (!(error instanceof FakeError)) throw error;
      const { status, reason, message } = error;
      const body = { error: { code: status, message, errors: [{ domain: "global", reason, message }] } };
      return Response.json(body, { status });
    }
  }

  #route(request: Request, url: URL, text: string): Response {
    const { pathname } = url;
    if (pathname === "/o/oauth2/v2/auth") return this.#consent(url.searchParams);
    if (pathname === "/token") {
      this.#see("token", request, url, Object.fromEntries(new URLSearchParams(text)));
      return this.#token(new URLSearchParams(text));
    }
    const body = text === "" ? null : JSON.parse(text);
    const [list, calendarId, eventId, isInstances] = partsOf(pathname);
    const kind = list ? "calendarList" : kindOf(request.method, eventId, isInstances);
    this.#see(kind, request, url, body);
    if (request.headers.get("authorization") !== `Bearer ${this.#accessToken}` || this.#accessToken === "")
      throw new FakeError(401, "authError", "Invalid Credentials");
    const lost = this.#failOnDemand(kind);
    if (list) return this.#page(this.calendarList, url.searchParams, {});
    const events = this.calendars.get(calendarId);
    if (!events) throw new FakeError(404, "notFound");
    const answer = this.#events(kind, events, eventId, {
      query: url.searchParams,
      body,
      etag: request.headers.get("if-match"),
    });
    if (lost) throw lost;
    return answer;
  }

  #see(kind: RequestKind, request: Request, url: URL, body: unknown): void {
    const path = url.pathname;
    this.seen.push({ kind, path, query: url.searchParams, headers: new Headers(request.headers), body });
  }

  /**
   * Throws the error that a test has planned for a request. If the request is to be carried out first, returns the
   * error instead. Returns null if none is planned.
   */
  #failOnDemand(kind: RequestKind): FakeError | null {
    const index = this.#failures.findIndex((each) => each.kind === kind);
    const [failure] = index < 0 ? [] : this.#failures.splice(index, 1);
    const error = failure ? new FakeError(failure.status, failure.reason, failure.message) : null;
    if (error && !failure?.isDone) throw error;
    return error;
  }

  #events(
    kind: RequestKind,
    events: FakeEvents,
    id: string,
    { query, body, etag }: { query: URLSearchParams; body: GoogleEvent | null; etag: string | null },
  ): Response {
    if (kind === "list") return this.#list(events, query);
    if (kind === "instances") return this.#instances(events, id, query);
    if (kind === "get") return Response.json(events.get(id));
    if (kind === "insert") return Response.json(events.insert(body ?? {}));
    if (kind === "patch") return Response.json(events.patch(id, body ?? {}, etag));
    events.delete(id, etag);
    return new Response(null, { status: 204 });
  }

  #list(events: FakeEvents, query: URLSearchParams): Response {
    const syncToken = query.get("syncToken");
    if (syncToken !== null && query.has("timeMin")) throw new FakeError(400, "badRequest", "syncToken and timeMin");
    const since = syncToken === null ? null : Number(/^sync-(\d+)$/.exec(syncToken)?.[1] ?? Number.NaN);
    if (Number.isNaN(since)) throw new FakeError(400, "invalid", "Invalid sync token value.");
    if (since !== null && since < this.#oldestToken) throw new FakeError(410, "fullSyncRequired");
    const from = Date.parse(query.get("timeMin") ?? "1900-01-01T00:00:00Z");
    const items = since === null ? events.all(from) : events.changedSince(since);
    const shown = query.get("showDeleted") === "true" ? items : items.filter((each) => each.status !== "cancelled");
    const end = { nextSyncToken: `sync-${events.version}`, timeZone: events.zone };
    return this.#page(
      shown.map((each) => this.#asListed(each)),
      query,
      end,
    );
  }

  #instances(events: FakeEvents, id: string, query: URLSearchParams): Response {
    const [from, to] = ["timeMin", "timeMax"].map((name) => Date.parse(query.get(name) ?? ""));
    const all = events.instances(id, from || -Infinity, to || Infinity);
    const original = query.get("originalStart");
    const isAsked = ({ originalStartTime: time }: GoogleEvent) =>
      original === null || time?.date === original || Date.parse(time?.dateTime ?? "") === Date.parse(original);
    const shown = all.filter((each) => query.get("showDeleted") === "true" || each.status !== "cancelled");
    return this.#page(
      shown.filter(isAsked).map((each) => this.#asListed(each)),
      query,
      { timeZone: events.zone },
    );
  }

  #asListed(event: GoogleEvent): GoogleEvent {
    if (event.status !== "cancelled" || !this.hasBareDeletions) return event;
    const { id, status, recurringEventId, originalStartTime } = event;
    return { id, status, ...(recurringEventId && { recurringEventId, originalStartTime }) };
  }

  #page(items: readonly object[], query: URLSearchParams, end: object): Response {
    const from = Number(query.get("pageToken") ?? 0);
    const size = Math.min(this.pageSize, Number(query.get("maxResults") ?? 250));
    const to = from + size;
    const { nextSyncToken, ...rest } = end as { nextSyncToken?: string };
    const next = to < items.length ? { nextPageToken: `${to}` } : nextSyncToken === undefined ? {} : { nextSyncToken };
    return Response.json({ ...rest, ...next, items: items.slice(from, to) });
  }

  /** Responds like Google's page for consent, as if the member agreed at once. */
  #consent(query: URLSearchParams): Response {
    const redirectUri = query.get("redirect_uri") ?? "";
    const url = new URL(redirectUri);
    url.searchParams.set("state", query.get("state") ?? "");
    if (this.isDeclined) url.searchParams.set("error", "access_denied");
    else {
      const code = `4/code-${this.#codes.size + 1}`;
      this.#codes.set(code, { challenge: query.get("code_challenge") ?? "", redirectUri });
      url.searchParams.set("code", code);
      url.searchParams.set("scope", this.grantedScopes.join(" "));
    }
    return new Response(null, { status: 302, headers: { Location: url.href } });
  }

  #token(form: URLSearchParams): Response {
    const refuse = (status: number, error: string) => Response.json({ error, error_description: error }, { status });
    this.#failOnDemand("token");
    const isClient = form.get("client_id") === googleClient.clientId;
    if (!isClient || form.get("client_secret") !== googleClient.clientSecret) return refuse(401, "invalid_client");
    const isRefresh = form.get("grant_type") === "refresh_token";
    const isGranted = isRefresh ? form.get("refresh_token") === this.refreshToken : this.#takeCode(form);
    if (!isGranted || (isRefresh && this.isGrantRevoked)) return refuse(400, "invalid_grant");
    this.#accessToken = `planted-access-token-${++this.#tokenCount}`;
    const answer = { access_token: this.#accessToken, expires_in: 3_599, token_type: "Bearer" };
    const refreshToken = isRefresh ? {} : { refresh_token: this.refreshToken };
    return Response.json({ ...answer, ...refreshToken, scope: this.grantedScopes.join(" ") });
  }

  #takeCode(form: URLSearchParams): boolean {
    const code = form.get("code") ?? "";
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = new Bun.CryptoHasher("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
    return known?.challenge === challenge && known.redirectUri === form.get("redirect_uri");
  }
}

function partsOf(path: string): [isList: boolean, calendarId: string, eventId: string, isInstances: boolean] {
  const below = path
    .replace(/^\/calendar\/v3\//, "")
    .split("/")
    .map(decodeURIComponent);
  if (below.join("/") === "users/me/calendarList") return [true, "", "", false];
  const [, calendarId = "", , eventId = "", last] = below;
  return [false, calendarId, eventId, last === "instances"];
}

function kindOf(method: string, eventId: string, isInstances: boolean): RequestKind {
  if (method === "POST") return "insert";
  if (method === "PATCH") return "patch";
  if (method === "DELETE") return "delete";
  return isInstances ? "instances" : eventId === "" ? "list" : "get";
}
