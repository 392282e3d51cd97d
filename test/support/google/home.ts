/** Test household with an account at the fake Google. */
import type { AppDeps } from "#server/deps.ts";
import type { Mode } from "../calendar/accounts.ts";
import { household, serverInProcess } from "../home/home.ts";
import { TestTimers } from "../home/timers.ts";
import { calendarId } from "./account.ts";
import { FakeGoogle, googleClient } from "./google.ts";

type Caller = ReturnType<Awaited<ReturnType<typeof household>>["as"]>;

/**
 * Creates a household with an account at the fake Google. The server's timers do not run, so that nothing is sent
 * before a test syncs.
 */
export async function homeWithGoogle(env: Record<string, string> = {}, change: Partial<AppDeps> = {}) {
  const google = new FakeGoogle();
  const events = google.addCalendar({ id: calendarId, primary: true, summary: "Anna" });
  const settings = { GOOGLE_BASE_URL: google.origin, TRUSTED_PROXIES: "127.0.0.1", ...env };
  const home = await household({ server: serverInProcess(settings, { timers: new TestTimers(), ...change }) });
  events.clock = () => home.clock.now;
  const anna = home.as(home.members.anna);
  const setClient = (body: object = googleClient, by: Caller = anna) => by.call("PUT", "/app/google/client", { body });

  /** Agrees on Google's page for consent. Returns the address to which the page redirects. */
  async function consent(by: Caller = anna): Promise<string> {
    const { body } = await by.call("POST", "/app/google/authorization");
    const page = await fetch(body.url, { redirect: "manual" });
    return page.headers.get("location") ?? "";
  }

  const finish = (address: string, by: Caller = anna, accountId?: string) =>
    by.call("POST", "/app/google/done", { body: { address, ...(accountId && { accountId }) } });

  return { google, events, home, anna, setClient, consent, finish };
}

export type GoogleHome = Awaited<ReturnType<typeof connectedGoogle>>;

export async function connectedGoogle(mode: Mode = "both", settings: object = {}, change: Partial<AppDeps> = {}) {
  const all = await homeWithGoogle({}, change);
  const { anna, home, google } = all;
  await all.setClient();
  const account = await all.finish(await all.consent());
  if (account.status !== 200) throw new Error(`${account.status} ${JSON.stringify(account.body)}`);
  const at = `/app/calendar-accounts/${account.body.id}`;
  const { key } = (await anna.get(`${at}/calendars`)).body.calendars[0];
  const target = { memberId: home.members.anna.id, provider: "provider_b" as const, externalCalendarId: calendarId };

  const shownAccount = async () =>
    (await anna.get("/app/calendar-accounts")).body.accounts.find((each: any) => each.id === account.body.id);

  async function idle(): Promise<void> {
    while ((await shownAccount()).isSyncing) await new Promise((resolve) => setImmediate(resolve));
  }

  async function choose(wanted: Mode, more: object = {}) {
    const answer = await anna.call("PUT", `${at}/calendars/${key}`, { body: { mode: wanted, ...more } });
    await idle();
    return answer;
  }

  const pass = (milliseconds = 60_000) => home.clock.advance(milliseconds);

  async function sync() {
    await idle();
    pass();
    return (await anna.call("POST", `${at}/sync`)).body;
  }

  const calendar = async () => (await anna.get(`${at}/calendars`)).body.calendars[0];
  if (mode !== "off") await choose(mode, settings);
  google.takeCounts();
  return { ...all, account: account.body, at, key, target, calendar, shownAccount, choose, sync, pass, idle };
}
