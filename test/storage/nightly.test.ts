/** The nightly job: when it is due, which files it keeps, and how it handles a failure. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  isDue,
  lastDue,
  listNightlies,
  type NightlyOptions,
  startNightly,
  takeNightly,
} from "../../src/backup/nightly.ts";
import { silentLog } from "../../src/http/log.ts";
import { minute } from "../../src/lib/time.ts";
import { contentsOf, newPath, put } from "../support/folders.ts";
import { TestTimers } from "../support/timers.ts";

const now = new Date("2026-11-27T09:00:00.000Z");

function order(change: Partial<Omit<NightlyOptions, "timers">> = {}) {
  const dataDir = newPath();
  put(dataDir, "backups/inglenook-2020-01-01T000000.000Z.tar", "a person's");
  const lines: string[] = [];
  const timers = new TestTimers();
  return {
    dataDir,
    lines,
    at: "03:30",
    zone: () => "Europe/Berlin",
    clock: () => now,
    timers,
    log: {
      ...silentLog,
      info: (line: string) => lines.push(line),
      error: (line: string) => lines.push(`error ${line}`),
    },
    take: async (file: string) => put(dataDir, file.slice(dataDir.length + 1), "saved"),
    ...change,
  };
}

const never = new AbortController().signal;

describe("a nightly backup is due at", () => {
  test.each([
    ["an ordinary day, after", "2026-11-27T09:00:00Z", "03:30", "Europe/Berlin", "2026-11-27T02:30:00Z"],
    ["an ordinary day, before", "2026-11-27T02:29:59Z", "03:30", "Europe/Berlin", "2026-11-26T02:30:00Z"],
    ["the very moment", "2026-11-27T02:30:00Z", "03:30", "Europe/Berlin", "2026-11-27T02:30:00Z"],
    ["a time that the clock skips", "2026-03-29T10:00:00Z", "02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"],
    ["a time that comes twice: the first", "2026-10-25T00:45:00Z", "02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"],
    ["a zone far ahead", "2026-11-27T09:00:00Z", "00:00", "Pacific/Kiritimati", "2026-11-26T10:00:00Z"],
    ["a zone far behind", "2026-11-27T09:00:00Z", "23:59", "Pacific/Pago_Pago", "2026-11-26T10:59:00Z"],
  ])("%s", (_, at, time, zone, due) => {
    expect(lastDue(new Date(at), time, zone)).toEqual(new Date(due));
  });
});

describe("the job", () => {
  test("is not due without a household, or after it ran since the last night", () => {
    const first = order();
    expect(isDue(first)).toBe(true);
    expect(isDue({ ...first, zone: () => null })).toBe(false);
    put(first.dataDir, "backups/nightly-2026-11-27T023000.000Z.tar", "");
    expect(isDue(first)).toBe(false);
    expect(isDue({ ...first, clock: () => new Date("2026-11-28T02:29:00Z") })).toBe(false);
    expect(isDue({ ...first, clock: () => new Date("2026-11-28T02:30:00Z") })).toBe(true);
  });

  test("is due if the newest backup is from an earlier night, or from a clock that was wrong", () => {
    const behind = order();
    put(behind.dataDir, "backups/nightly-2026-11-26T023000.000Z.tar", "");
    put(behind.dataDir, "backups/nightly-2099-01-01T023000.000Z.tar", "");
    expect(isDue(behind)).toBe(true);
  });

  test("keeps its seven newest backups, and deletes no other files", async () => {
    const nightly = order();
    put(nightly.dataDir, "backups/nightly-2099-01-01T023000.000Z.tar", "from a wrong clock");
    put(nightly.dataDir, "backups/nightly-of-mine.txt", "a person's");
    put(nightly.dataDir, "backups/before-v2-2026-11-27T090000.000Z.db", "a migration's");
    for (let day = 10; day < 20; day++) {
      const clock = () => new Date(`2026-11-${day}T03:00:00Z`);
      await takeNightly({ ...nightly, clock }, never);
    }
    const kept = [13, 14, 15, 16, 17, 18, 19].map((day) => `nightly-2026-11-${day}T030000.000Z.tar`);
    expect(listNightlies(nightly.dataDir, now)).toEqual(kept);
    expect(Object.keys(contentsOf(join(nightly.dataDir, "backups")))).toEqual([
      "before-v2-2026-11-27T090000.000Z.db",
      "inglenook-2020-01-01T000000.000Z.tar",
      ...kept,
      "nightly-of-mine.txt",
    ]);
  });

  test("deletes no older backup if the new one failed", async () => {
    const failing = order({ take: () => Promise.reject(new Error("no room")) });
    for (let day = 10; day < 20; day++) put(failing.dataDir, `backups/nightly-2026-11-${day}T030000.000Z.tar`, "");
    await expect(takeNightly(failing, never)).rejects.toThrow("no room");
    expect(listNightlies(failing.dataDir, now).length).toBe(10);
  });
});

/** Lets the job's promises settle after its timers have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the running job", () => {
  test("checks soon after the start, then every minute, and makes each night's backup once", async () => {
    let time = now;
    const nightly = order({ clock: () => time });
    const stop = startNightly(nightly);
    const taken = () => nightly.lines.length;
    nightly.timers.advance(2_999);
    await settled();
    expect(taken()).toBe(0);
    nightly.timers.advance(1);
    await until(() => taken() === 1);
    nightly.timers.advance(10 * minute);
    await settled();
    expect(taken()).toBe(1);
    time = new Date("2026-11-28T02:30:00Z");
    nightly.timers.advance(minute);
    await until(() => taken() === 2);
    await stop();
    expect(nightly.timers.size).toBe(0);
  });

  test("logs a failure in one line and retries half an hour later", async () => {
    let tries = 0;
    const fail = async () => {
      tries++;
      throw new Error("no room");
    };
    const failing = order({ take: fail });
    const stop = startNightly(failing);
    failing.timers.advance(3_000);
    await settled();
    failing.timers.advance(30 * minute - 1);
    await settled();
    expect(tries).toBe(1);
    failing.timers.advance(minute + 1);
    await settled();
    expect(tries).toBe(2);
    await stop();
    const line = "error nightly backup failed, will be tried again: no room";
    expect(failing.lines).toEqual([line, line]);
    expect(failing.timers.size).toBe(0);
  });

  test("does not start a second backup while one runs", async () => {
    let tries = 0;
    const running = Promise.withResolvers<void>();
    const slow = order({
      take: () => {
        tries++;
        return running.promise;
      },
    });
    const stop = startNightly(slow);
    slow.timers.advance(5 * minute);
    await settled();
    expect(tries).toBe(1);
    running.resolve();
    await stop();
  });

  test("aborts the running backup when it is stopped, waits for it, and logs no failure", async () => {
    let hasEnded = false;
    const take = async (_: string, signal: AbortSignal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await settled();
      hasEnded = true;
      throw new Error("stopped");
    };
    const slow = order({ take });
    const stop = startNightly(slow);
    slow.timers.advance(3_000);
    await stop();
    expect({ hasEnded, lines: slow.lines, timers: slow.timers.size }).toEqual({ hasEnded: true, lines: [], timers: 0 });
  });
});

/** Polls until the condition holds; only the test's own time limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settled();
}
