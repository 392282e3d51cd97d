/** The weekly check for a newer version: when it runs, what it reads, and how it handles errors. */
import { describe, expect, test } from "bun:test";
import { day, hour, minute } from "#lib/time.ts";
import { examineWork } from "#operations/backup/doctor-work.ts";
import { weeklyUpdateCheck } from "#operations/update/check.ts";
import { outboundFor } from "#operations/update/release.ts";
import { readUpdateState, switchUpdateCheck } from "#operations/update/state.store.ts";
import { readConfig } from "#platform/config.ts";
import { transact } from "#platform/db/client.ts";
import { silentLog } from "#platform/http/log.ts";
import { command } from "#platform/program.ts";
import { version } from "#platform/version.ts";
import { serverInProcess } from "../../support/home/home.ts";
import { publish, signer } from "../../support/releases.ts";
import { createJobDeps, runJobs, until } from "../../support/reminders/jobs.ts";

const key = signer();

function installation(announced = "9.0.0") {
  const { db, clock } = serverInProcess();
  const files = { "SHA256SUMS.minisig": key.sign("sums", `inglenook v${announced}`) };
  const published = publish(files);
  const config = readConfig({ UPDATE_URL: published.url, UPDATE_KEY: key.publicKey });
  const outbound = outboundFor(config.updateUrl);
  const kind = weeklyUpdateCheck({ db, clock: () => clock.now, log: silentLog, config, outbound });
  const turn = (isOn: boolean) => transact(db, () => switchUpdateCheck(db, isOn, clock.now));
  const run = () => kind.run("", new AbortController().signal);
  const examine = (env: Record<string, string> = {}) => {
    const given = { UPDATE_URL: published.url, UPDATE_KEY: key.publicKey, ...env };
    return examineWork(db, readConfig(given), clock.now).find(({ check }) => check === "version");
  };
  const dueIn = () => {
    const next = kind.next(clock.now, "");
    return next && next.getTime() - clock.now.getTime();
  };
  return { db, clock, files, kind, turn, run, examine, dueIn, ...published };
}

test("The weekly check for updates reads nothing while the check is turned off", async () => {
  const { run, seen, dueIn, turn, db } = installation();
  await run();
  expect([dueIn(), seen.length, readUpdateState(db).isOn]).toEqual([null, 0, false]);
  turn(true);
  turn(false);
  await run();
  expect([dueIn(), seen.length]).toEqual([null, 0]);
});

test("The check for updates reads one file once a week, and sends no version and no id", async () => {
  const { run, seen, dueIn, turn, db, clock } = installation();
  turn(true);
  await run();
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /latest/SHA256SUMS.minisig"]);
  const { host, ...headers } = seen[0]?.headers ?? {};
  expect(headers).toEqual({ accept: "*/*", "accept-encoding": "identity", "user-agent": "Inglenook" });
  const checkedAt = clock.now.toISOString();
  expect(readUpdateState(db)).toEqual({ isOn: true, newest: "9.0.0", checkedAt, fault: null });
  expect(dueIn()).toBe(7 * day);
});

test("The check for updates runs immediately when it is turned on, and then each week", async () => {
  const own = installation();
  const parts = createJobDeps(own);
  const { stop } = runJobs(parts, [own.kind]);
  await parts.pass(hour);
  expect(parts.row("update-check")).toBeNull();
  const row = () => parts.row("update-check");
  /** Passes the time until the next look, and lets it end. Returns the time. */
  const look = async () => {
    const before = own.seen.length;
    const time = Date.parse(row()?.nextAt ?? "") - own.clock.now.getTime();
    await parts.pass(Math.max(time, minute));
    await until(() => own.seen.length > before && row()?.runningSince === null);
    expect(own.seen.length).toBe(before + 1);
    return time;
  };
  own.turn(true);
  expect(await look()).toBe(0);
  const week = await look();
  expect(week).toBeWithin(7 * day - minute, 7 * day + 6 * hour);
  own.turn(false);
  await parts.pass(15 * day);
  expect([own.seen.length, row()]).toEqual([2, null]);
  await stop();
});

test("A failed check for updates is stored and repeated the next day, and the last known version stays", async () => {
  const { run, dueIn, turn, db, files, clock, examine } = installation(version);
  turn(true);
  await run();
  const checkedAt = clock.now.toISOString();
  clock.advance(7 * day);
  files["SHA256SUMS.minisig"] = signer().sign("sums", "inglenook v9.0.0");
  await run();
  const fault = expect.stringContaining("it is by the key");
  expect(readUpdateState(db)).toEqual({ isOn: true, newest: version, checkedAt, fault });
  expect(dueIn()).toBe(day);
  expect(examine()).toMatchObject({ level: "notice", todo: command("update --check") });
});

test("An unreachable update server is reported by the command “doctor” only as a notice", async () => {
  const { run, turn, db, stop, examine } = installation();
  turn(true);
  await stop();
  await run();
  expect(readUpdateState(db).fault).toContain("/latest/SHA256SUMS.minisig can't be read: ");
  expect(examine()?.level).toBe("notice");
});

test("A check for updates saves nothing if the checks are turned off while it runs", async () => {
  const own = installation();
  own.turn(true);
  const running = own.run();
  own.turn(false);
  await running;
  expect(readUpdateState(own.db)).toEqual({ isOn: false, newest: null, checkedAt: null, fault: null });
});

test("A stop of the server aborts the check for updates without storing an error", async () => {
  const { kind, turn, db } = installation();
  turn(true);
  const stopped = AbortSignal.abort(new Error("the server stops"));
  await expect(kind.run("", stopped)).rejects.toThrow("the server stops");
  expect(readUpdateState(db).fault).toBeNull();
});

describe("the command “doctor” about updates", () => {
  test("The command “doctor” names a newer version and the command that installs the newer version", async () => {
    const { turn, run, examine } = installation();
    expect(examine()).toMatchObject({ level: "ok", says: `${version}; the weekly look for newer ones is off` });
    turn(true);
    expect(examine()?.says).toBe(`${version}; none newer as of the first check`);
    await run();
    const todo = "git pull && npm install";
    expect(examine()).toEqual({ check: "version", level: "notice", says: `9.0.0 is out; this is ${version}`, todo });
  });

  test("The command “doctor” says that a build without a public key can't check for newer versions", async () => {
    const { turn, run, examine, clock } = installation("0.0.1");
    turn(true);
    await run();
    const says = `${version}; none newer as of ${clock.now.toISOString()}`;
    expect(examine()).toMatchObject({ level: "ok", says });
    expect(examine({ UPDATE_KEY: "" })).toMatchObject({
      level: "ok",
      says: `${version}; this build can't look for newer ones`,
    });
  });
});
