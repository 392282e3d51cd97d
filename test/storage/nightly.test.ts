/** The nightly job: when it is due, which files it keeps, and how it handles a failure. */
import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { hour, minute } from "#lib/time.ts";
import { isDue, listNightlies, type NightlyOptions, nightlyBackup, takeNightly } from "#operations/backup/nightly.ts";
import { lastDue, nextDue } from "#platform/jobs/nightly.ts";
import { contentsOf, newPath, put } from "../support/home/folders.ts";
import { TestClock } from "../support/home/home.ts";
import { createJobDeps, type JobDeps, runJobs, settled, until } from "../support/reminders/jobs.ts";

const now = new Date("2026-11-27T09:00:00.000Z");

function order(change: Partial<NightlyOptions> = {}) {
  const dataDir = newPath();
  put(dataDir, "backups/inglenook-2020-01-01T000000.000Z.tar", "a person's");
  const parts = createJobDeps({ clock: new TestClock(now) });
  return {
    dataDir,
    parts,
    at: "03:30",
    zone: () => "Europe/Berlin",
    clock: () => parts.clock.now,
    log: parts.log,
    take: async (file: string) => put(dataDir, file.slice(dataDir.length + 1), "saved"),
    ...change,
  };
}

const never = new AbortController().signal;

describe("the time of a nightly backup", () => {
  test.each([
    ["an ordinary day, after", "2026-11-27T09:00:00Z", "03:30", "Europe/Berlin", "2026-11-27T02:30:00Z"],
    ["an ordinary day, before", "2026-11-27T02:29:59Z", "03:30", "Europe/Berlin", "2026-11-26T02:30:00Z"],
    ["the very moment", "2026-11-27T02:30:00Z", "03:30", "Europe/Berlin", "2026-11-27T02:30:00Z"],
    ["a time that the clock skips", "2026-03-29T10:00:00Z", "02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"],
    ["a time that comes twice: the first", "2026-10-25T00:45:00Z", "02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"],
    ["a zone far ahead", "2026-11-27T09:00:00Z", "00:00", "Pacific/Kiritimati", "2026-11-26T10:00:00Z"],
    ["a zone far behind", "2026-11-27T09:00:00Z", "23:59", "Pacific/Pago_Pago", "2026-11-26T10:59:00Z"],
  ])("A nightly backup is due at the right instant: %s", (_, at, time, zone, due) => {
    expect(lastDue(new Date(at), time, zone)).toEqual(new Date(due));
    const next = nextDue(new Date(at), time, zone);
    expect(lastDue(next, time, zone)).toEqual(next);
    expect(lastDue(new Date(next.getTime() - 1), time, zone)).toEqual(new Date(due));
  });
});

describe("the nightly backup", () => {
  test("A nightly backup is not due without a household, or if the last night's backup exists", () => {
    const first = order();
    expect(isDue(first, now)).toBe(true);
    expect(isDue({ ...first, zone: () => null }, now)).toBe(false);
    put(first.dataDir, "backups/nightly-2026-11-27T023000.000Z.tar.zst", "");
    expect(isDue(first, now)).toBe(false);
    expect(isDue(first, new Date("2026-11-28T02:29:00Z"))).toBe(false);
    expect(isDue(first, new Date("2026-11-28T02:30:00Z"))).toBe(true);
  });

  test("A nightly backup is due if the newest backup is from an earlier night or from the future", () => {
    const behind = order();
    put(behind.dataDir, "backups/nightly-2026-11-26T023000.000Z.tar.zst", "");
    put(behind.dataDir, "backups/nightly-2099-01-01T023000.000Z.tar.zst", "");
    expect(isDue(behind, now)).toBe(true);
  });

  test("A nightly backup keeps the newest seven nightly backups, and deletes no other files", async () => {
    const nightly = order();
    put(nightly.dataDir, "backups/nightly-2099-01-01T023000.000Z.tar.zst", "from a wrong clock");
    put(nightly.dataDir, "backups/nightly-of-mine.txt", "a person's");
    put(nightly.dataDir, "backups/before-v2-2026-11-27T090000.000Z.db", "a migration's");
    for (let day = 10; day < 20; day++) {
      const clock = () => new Date(`2026-11-${day}T03:00:00Z`);
      await takeNightly({ ...nightly, clock }, never);
    }
    const kept = [13, 14, 15, 16, 17, 18, 19].map((day) => `nightly-2026-11-${day}T030000.000Z.tar.zst`);
    expect(listNightlies(nightly.dataDir, now)).toEqual(kept);
    expect(Object.keys(contentsOf(join(nightly.dataDir, "backups")))).toEqual([
      "before-v2-2026-11-27T090000.000Z.db",
      "inglenook-2020-01-01T000000.000Z.tar",
      ...kept,
      "nightly-of-mine.txt",
    ]);
  });

  test("A failed nightly backup deletes no older backup", async () => {
    const failing = order({ take: () => Promise.reject(new Error("no room")) });
    for (let day = 10; day < 20; day++) put(failing.dataDir, `backups/nightly-2026-11-${day}T030000.000Z.tar.zst`, "");
    await expect(takeNightly(failing, never)).rejects.toThrow("no room");
    expect(listNightlies(failing.dataDir, now).length).toBe(10);
  });
});

describe("the job of the nightly backup", () => {
  const run = (nightly: NightlyOptions & { parts: JobDeps }) => runJobs(nightly.parts, [nightlyBackup(nightly)]).stop;

  test("The job for nightly backups runs soon after the start, and then once a night at the set time", async () => {
    const nightly = order();
    const { parts } = nightly;
    const stop = run(nightly);
    const taken = () => parts.lines.length;
    await parts.pass(2_999);
    expect(taken()).toBe(0);
    await parts.pass(1);
    await until(() => taken() === 1);
    const tonight = new Date("2026-11-28T02:30:00Z");
    await parts.pass(tonight.getTime() - parts.clock.now.getTime() - 1);
    await settled();
    expect(taken()).toBe(1);
    await parts.pass(1);
    await until(() => taken() === 2);
    await parts.pass(10 * minute);
    expect(listNightlies(nightly.dataDir, parts.clock.now)).toEqual([
      "nightly-2026-11-27T090003.000Z.tar.zst",
      "nightly-2026-11-28T023000.000Z.tar.zst",
    ]);
    await stop();
    expect(parts.timers.size).toBe(0);
  });

  test("The job for nightly backups makes up for a missed backup soon after the next start", async () => {
    const nightly = order();
    const { parts } = nightly;
    const stop = run(nightly);
    await parts.pass(3_000);
    await until(() => parts.lines.length === 1);
    await stop();
    parts.clock.advance(30 * hour);
    const stopAgain = run(nightly);
    await parts.pass(3_000);
    await until(() => parts.lines.length === 2);
    await stopAgain();
  });

  test("The job for nightly backups makes a backup after a start only if tonight's file is missing", async () => {
    const nightly = order();
    const { parts } = nightly;
    put(nightly.dataDir, "backups/nightly-2026-11-27T023000.000Z.tar.zst", "a person's copy");
    const stop = run(nightly);
    await parts.pass(minute);
    await stop();
    expect(parts.lines).toEqual([]);
    rmSync(join(nightly.dataDir, "backups/nightly-2026-11-27T023000.000Z.tar.zst"));
    const stopAgain = run(nightly);
    await parts.pass(3_000);
    await until(() => parts.lines.length === 1);
    await stopAgain();
  });

  test("The job for nightly backups makes the first backup soon after the first household is created", async () => {
    let zone: string | null = null;
    const nightly = order({ zone: () => zone });
    const stop = run(nightly);
    await nightly.parts.pass(hour);
    expect({ lines: nightly.parts.lines, row: nightly.parts.row("backup") }).toEqual({ lines: [], row: null });
    zone = "Europe/Berlin";
    await nightly.parts.pass(minute);
    await until(() => nightly.parts.lines.length === 1);
    await stop();
  });

  test("The job for nightly backups logs each failure in one line, and retries after a minute", async () => {
    let tries = 0;
    const fail = async () => {
      tries++;
      throw new Error("no room");
    };
    const failing = order({ take: fail });
    const { parts } = failing;
    const stop = run(failing);
    await parts.pass(3_000);
    expect(tries).toBe(1);
    await parts.pass(0.8 * minute - 1);
    expect(tries).toBe(1);
    await parts.pass(0.4 * minute + 1);
    expect(tries).toBe(2);
    await parts.pass(6 * hour);
    expect(tries).toBe(9);
    await stop();
    const line = "error nightly backup failed, will be tried again: no room";
    expect(parts.lines).toEqual(Array(9).fill(line));
    expect(parts.timers.size).toBe(0);
  });

  test("The job for nightly backups does not start a second backup while a backup runs", async () => {
    let tries = 0;
    const running = Promise.withResolvers<void>();
    const slow = order({
      take: () => {
        tries++;
        return running.promise;
      },
    });
    const stop = run(slow);
    await slow.parts.pass(5 * hour);
    expect(tries).toBe(1);
    running.resolve();
    await stop();
  });

  test("A stop of the job for nightly backups aborts a running backup, and logs no failure", async () => {
    let hasEnded = false;
    const take = async (_: string, signal: AbortSignal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await settled();
      hasEnded = true;
      throw new Error("stopped");
    };
    const slow = order({ take });
    const { parts } = slow;
    const stop = run(slow);
    await parts.pass(3_000);
    await stop();
    expect({ hasEnded, lines: parts.lines, timers: parts.timers.size }).toEqual({
      hasEnded: true,
      lines: [],
      timers: 0,
    });
  });
});
