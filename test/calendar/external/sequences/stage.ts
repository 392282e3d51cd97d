/** A household with an account at a calendar of any server. */

import { household, serverInProcess } from "../../../support/home/home.ts";
import { TestTimers } from "../../../support/home/timers.ts";
import type { Dice } from "../../../support/random/rules.ts";
import type { DavSide, Login } from "../../dav/clients/dav-side.ts";
import { startFaultyProxy } from "./faulty-proxy.ts";
import type { Side, Stage } from "./sequence.ts";

/** `url`: of the calendar. */
export type CalendarLogin = Login & { readonly url: string; readonly side: Side };

const mostRuns = 8;
const pushDelayMs = 2_000;
/** Longer than the client waits. */
const requestTimeoutMs = 31_000;
const faultyRuns = 3;

export function sideOf(dav: DavSide): Side {
  return {
    read: () => dav.read(),
    put: (id, text) => dav.put(id, text),
    delete: (id) => dav.delete(id),
    idFor: (uid) => new URL(`${encodeURIComponent(uid)}.ics`, dav.url).pathname,
  };
}

export type Account = Awaited<ReturnType<typeof connectTo>>;

/** Timers run only when the stage advances them, so that a seed plays the same again. */
export async function stageAt(login: CalendarLogin) {
  const timers = new TestTimers();
  const { origin } = new URL(login.url);
  const home = await household({ server: serverInProcess({ CALENDAR_ORIGINS: origin }, { timers }) });
  const account = await connectTo(home, login);
  const pass = (milliseconds: number) => home.clock.advance(milliseconds);
  const stage: Stage = {
    home,
    side: login.side,
    target: account.target,
    pass,
    async syncUntilIdle(dice) {
      await account.idle();
      // What is pushed beside the runs.
      if (dice.chance(0.3)) timers.advance(pushDelayMs);
      await untilQuiet(account, () => pass(60_000));
    },
  };
  return { stage, account, timers };
}

/** The account reaches its server through a proxy whose faults begin with each round, and end before it is quiet. */
export async function faultyStageAt(login: CalendarLogin, dice: Dice) {
  const { origin, pathname } = new URL(login.url);
  const clock = { stall: () => {} };
  const proxy = await startFaultyProxy(origin, dice, () => clock.stall());
  const { stage, account, timers } = await stageAt({ ...login, url: proxy.origin + pathname });
  clock.stall = () => timers.advance(requestTimeoutMs);
  const signedIn = async () => (await account.state()).state === "ready" || (await account.signIn()) === 200;
  const syncUntilIdle: Stage["syncUntilIdle"] = async (settleDice) => {
    proxy.state.isFaulty = true;
    if (settleDice.chance(0.3)) timers.advance(pushDelayMs);
    for (let run = 0; run < faultyRuns; run++) {
      await account.idle();
      stage.pass(60_000);
      if (await signedIn()) await account.sync();
    }
    await account.idle();
    proxy.state.isFaulty = false;
    if (!(await signedIn())) throw new Error("The password is not accepted");
    await untilQuiet(account, () => stage.pass(60_000));
  };
  return { stage: { ...stage, syncUntilIdle }, proxy };
}

/** Connects an account of the household's first member. */
export async function connectTo(home: Stage["home"], { url, username, password }: CalendarLogin) {
  const anna = home.as(home.members.anna);
  const account = await anna.post("/app/calendar-accounts", { name: "Cloud", url, username, password });
  if (account.status !== 200) throw new Error(`${account.status} ${JSON.stringify(account.body)}`);
  const at = `/app/calendar-accounts/${account.body.id}`;
  const target = { memberId: home.members.anna.id, provider: "provider_a" as const, externalCalendarId: url };
  const calendar = async (): Promise<any> => {
    const { calendars } = (await anna.get(`${at}/calendars`)).body;
    return calendars.find((each: any) => each.externalCalendarId === url);
  };
  const state = async (): Promise<any> =>
    (await anna.get("/app/calendar-accounts")).body.accounts.find((each: any) => each.id === account.body.id);
  async function idle(): Promise<void> {
    while ((await state()).isSyncing) await new Promise((resolve) => setImmediate(resolve));
  }
  const found = await calendar();
  if (!found) throw new Error(`The account offers no calendar ${url}`);
  const chosen = await anna.call("PUT", `${at}/calendars/${found.key}`, { body: { mode: "both", privacy: "full" } });
  if (chosen.status !== 200) throw new Error(JSON.stringify(chosen.body));
  await idle();
  return {
    target,
    calendar,
    state,
    idle,
    sync: () => anna.post(`${at}/sync`, undefined),
    /** Enters the password again, as the app asks for it. Returns the status. */
    signIn: async () => (await anna.patch(at, { password })).status,
  };
}

/** @throws Error if runs do not come to an end */
export async function untilQuiet(account: Account, pass: () => void): Promise<void> {
  const runs: any[] = [];
  for (let count = 0; count < mostRuns; count++) {
    await account.idle();
    pass();
    const before = (await account.calendar()).runs[0]?.at;
    const { status, body } = await account.sync();
    // A scheduled run was faster.
    if (status === 409) continue;
    if (status !== 200 || body.error !== null) throw new Error(`A run failed: ${JSON.stringify(body)}`);
    const { runs: all, error, failures } = await account.calendar();
    const [run] = all;
    const isNew = run !== undefined && run.at !== before;
    const changes = isNew ? run.added + run.changed + run.deleted + run.sent : 0;
    // Each run tries again what its server refuses.
    const isSettled = failures.every((each: any) => each.error === "refused");
    if (changes === 0 && error === null && isSettled) return;
    runs.push(run, failures);
  }
  throw new Error(`It is not quiet after ${mostRuns} runs: ${JSON.stringify(runs)}`);
}
