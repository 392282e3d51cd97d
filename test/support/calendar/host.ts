/**
 * Server on this machine that stands for the website of a school: it responds with the calendar that a test chooses.
 */
import { afterAllTests } from "../home/clean-up.ts";
import { type Home, household, serverInProcess } from "../home/home.ts";

type Reply = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };

export function startCalendarHost() {
  const seen: { readonly path: string; readonly headers: Headers }[] = [];
  const host = { reply: (_: Request): Reply | Promise<Reply> => ({}) };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      seen.push({ path: pathname + search, headers: new Headers(request.headers) });
      const { status = 200, headers = {}, body = "" } = await host.reply(request);
      return new Response(body, { status, headers: { "Content-Type": "text/calendar", ...headers } });
    },
  });
  afterAllTests(() => server.stop(true));
  return {
    origin: `http://127.0.0.1:${server.port}`,
    seen,
    answer(reply: Reply | ((request: Request) => Reply | Promise<Reply>)): void {
      host.reply = typeof reply === "function" ? reply : () => reply;
    },
  };
}

export type CalendarHost = ReturnType<typeof startCalendarHost>;

/** Creates a household whose server may read calendars from a host on this machine. */
export async function following(settings: Record<string, string> = {}, change = {}) {
  const host = startCalendarHost();
  return { host, ...(await followingFrom(host, settings, change)) };
}

export async function followingFrom(host: CalendarHost, settings: Record<string, string>, change: object) {
  const server = serverInProcess({ TRUSTED_PROXIES: "127.0.0.1", CALENDAR_ORIGINS: host.origin, ...settings }, change);
  const home = await household({ server });
  const anna = home.as(home.members.anna);
  const url = `${host.origin}/secret-path-4711/holidays.ics?token=planted-secret`;
  let followed = 0;
  /** Follows a calendar. Each call uses another address. */
  const follow = (more: Record<string, unknown> = {}) =>
    anna.post("/app/subscriptions", {
      url: followed++ === 0 ? url : `${url}&${followed}`,
      name: "School holidays",
      color: "leaf",
      memberIds: [],
      isGeneral: true,
      ...more,
    });
  const events = () => eventsOf(home);
  return { home, anna, url, follow, events };
}

/** Returns the events of two years, ordered by start. */
export async function eventsOf(home: Home): Promise<any[]> {
  const { status, body } = await home.get("/v1/events?from=2026-06-01T00:00:00Z&to=2028-06-01T00:00:00Z");
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.events;
}

export type TestEvent = { uid?: string; title?: string; day?: string; lines?: readonly string[] };

/** Returns the text of an all-day event. `lines` replace the line with the start. */
export function vevent({
  uid = "one@school",
  title = "Autumn break",
  day = "20261201",
  lines,
}: TestEvent = {}): string {
  const own = lines ?? [`DTSTART;VALUE=DATE:${day}`];
  return ["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20261101T000000Z", `SUMMARY:${title}`, ...own, "END:VEVENT"].join(
    "\r\n",
  );
}

export function calendarOf(events: readonly TestEvent[], head: readonly string[] = []): string {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//School//EN", ...head, ...events.map(vevent)];
  return [...lines, "END:VCALENDAR", ""].join("\r\n");
}

/** Returns all-day events, one on each day from 1 December 2026 on. */
export function comingDays(count: number): TestEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 11, 1 + index)).toISOString().slice(0, 10).replaceAll("-", "");
    return { uid: `day-${index}@school`, title: `Day ${index}`, day };
  });
}
