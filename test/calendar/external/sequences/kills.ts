/** The program itself with an account, killed at random points while it synchronises. */
import { openDataDir } from "#platform/db/migrate.ts";
import { household, type Server, start as startTime, TestClock } from "../../../support/home/home.ts";
import { emptyFolder, start } from "../../../support/home/program.ts";
import type { Dice } from "../../../support/random/rules.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";
import type { Stage } from "./sequence.ts";
import { type Account, type CalendarLogin, connectTo, untilQuiet } from "./stage.ts";

const killsPerRound = 5;
const longestLifeMs = 400;
const mostRequests = 8;
const moments = ["any time", "before a request", "after a request"] as const;

export type Kills = Record<(typeof moments)[number] | "idle", number>;

/** `kills`: counted there; `idle` are those after the end of a run. */
export async function killedStageAt(login: CalendarLogin, dice: Dice, kills: Kills) {
  const { origin, pathname } = new URL(login.url);
  const proxy = await startFaultyProxy(origin, dice, () => {});
  const cwd = emptyFolder();
  const dataDir = `${cwd}/data`;
  const db = openDataDir(dataDir, { now: new Date() });
  const clock = new TestClock(startTime);
  const env = {
    PORT: String(freePort()),
    CALENDAR_ORIGINS: proxy.origin,
    NIGHTLY_BACKUP: "off",
    RATE_LIMIT_BURST: "1000000",
    RATE_LIMIT_PER_MINUTE: "1000000",
  };
  const program = { now: await start(["serve"], { cwd, env }) };
  const server: Server = {
    db,
    clock,
    origin: program.now.url,
    dataDir,
    handle(request) {
      clock.now = new Date();
      return fetch(request.url.replace("http://localhost", program.now.url), request);
    },
  };
  clock.now = new Date();
  const home = await household({ server });
  const account = await connectTo(home, { ...login, url: proxy.origin + pathname });
  const stage: Stage = {
    home,
    side: login.side,
    target: account.target,
    pass: () => {
      clock.now = new Date();
    },
    async syncUntilIdle(settleDice) {
      for (let count = 0; count < killsPerRound; count++) {
        const moment = settleDice.pick(moments);
        const isDuring = await killDuringSync(account, proxy, moment, settleDice, () => program.now.stop("SIGKILL"));
        kills[isDuring ? moment : "idle"]++;
        program.now = await start(["serve"], { cwd, env });
      }
      await untilQuiet(account, () => {});
    },
  };
  const stop = async () => {
    await program.now.stop("SIGKILL");
    proxy.stop();
  };
  return { stage, stop };
}

/** Returns whether it was killed before the run ended. */
async function killDuringSync(
  account: Account,
  { state }: FaultyProxy,
  moment: (typeof moments)[number],
  dice: Dice,
  kill: () => Promise<unknown>,
): Promise<boolean> {
  await account.idle();
  let isRunning = true;
  let left = dice.whole(1, mostRequests);
  let killing: Promise<unknown> | null = null;
  let wasRunning = false;
  const killNow = () => {
    wasRunning = isRunning;
    killing ??= kill();
    return killing;
  };
  const countDown = async () => {
    left--;
    if (left === 0) await killNow();
  };
  if (moment === "before a request") state.beforeForward = countDown;
  if (moment === "after a request") state.beforeAnswer = countDown;
  const run = account.sync().then(
    () => {
      isRunning = false;
    },
    () => {},
  );
  if (moment === "any time") {
    const deadline = performance.now() + dice.whole(0, longestLifeMs);
    while (isRunning && performance.now() < deadline) await Bun.sleep(2);
    await killNow();
  }
  await run;
  state.beforeForward = async () => {};
  state.beforeAnswer = async () => {};
  await killNow();
  return wasRunning;
}

function freePort(): number {
  const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = free;
  free.stop(true);
  return port;
}
