/**
 * Test household with a calendar account at a CalDAV server. The CalDAV server is another server of ours in the same
 * process.
 */

import { type Home, household, serverInProcess } from "../home/home.ts";
import { listeningServer } from "../home/live.ts";
import { davClient } from "./dav.ts";

export type Mode = "off" | "in" | "out" | "both";

export type Connected = Awaited<ReturnType<typeof connected>>;

/**
 * Creates two households and connects the first to the second by CalDAV. `far` is the household at the other server.
 * The calendar of its family is the one that is synced.
 */
export async function connected(mode: Mode = "both", settings: object = {}) {
  const far = await household({ server: listeningServer() });
  const { origin } = far.server;
  const phone = davClient(far, undefined, { name: "Far phone" });
  const home = await household({ server: serverInProcess({ CALENDAR_ORIGINS: origin }) });
  const anna = home.as(home.members.anna);
  const body = { name: "Anna's cloud", url: origin, username: phone.username, password: phone.password };
  const account = await anna.post("/app/calendar-accounts", body);
  if (account.status !== 200) throw new Error(`${account.status} ${JSON.stringify(account.body)}`);
  const at = `/app/calendar-accounts/${account.body.id}`;
  const externalCalendarId = `${origin}${phone.at("family")}`;

  const calendars = async () => (await anna.get(`${at}/calendars`)).body.calendars as any[];
  const calendar = async () => (await calendars()).find((each) => each.externalCalendarId === externalCalendarId);
  const { key } = await calendar();
  const target = { memberId: home.members.anna.id, provider: "provider_a" as const, externalCalendarId };

  async function idle(): Promise<void> {
    while ((await anna.get("/app/calendar-accounts")).body.accounts.some((each: any) => each.isSyncing)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function choose(wanted: Mode, more: object = {}) {
    const answer = await anna.call("PUT", `${at}/calendars/${key}`, { body: { mode: wanted, ...more } });
    await idle();
    return answer;
  }

  /** Advances the clocks of both servers, by default by a minute. */
  function pass(milliseconds = 60_000): void {
    home.clock.advance(milliseconds);
    far.clock.advance(milliseconds);
  }

  async function sync() {
    await idle();
    pass();
    return (await anna.call("POST", `${at}/sync`)).body;
  }

  if (mode !== "off") await choose(mode, settings);
  return { home, far, phone, anna, account: account.body, at, key, target, calendar, choose, sync, pass, idle };
}

export async function eventsOf(home: Pick<Home, "get">): Promise<any[]> {
  return (await home.get("/v1/events?from=2026-11-01T00:00:00Z&to=2027-06-01T00:00:00Z")).body.events;
}

/** Returns the texts of the activity feed, newest first. */
export function feedOf(home: Home): string[] {
  return home.entries().map(({ summary }) => summary);
}
