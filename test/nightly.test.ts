/** The nightly job: when it is due, what it keeps, and what becomes of a failure. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  isDue,
  lastDue,
  listNightlies,
  type NightlyOptions,
  startNightly,
  takeNightly,
} from "../src/backup/nightly.ts";
import { silentLog } from "../src/http/log.ts";
import { contentsOf, newPath, put } from "./support/folders.ts";

const now = new Date("2026-11-27T09:00:00.000Z");

function order(change: Partial<NightlyOptions> = {}): NightlyOptions & { lines: string[]; dataDir: string } {
  const dataDir = newPath();
  put(dataDir, "backups/inglenook-2020-01-01T000000.000Z.tar", "a person's");
  const lines: string[] = [];
  return {
    dataDir,
    lines,
    at: "03:30",
    zone: () => "Europe/Berlin",
    clock: () => now,
    log: { ...silentLog, info: (line) => lines.push(line), error: (line) => lines.push(`error ${line}`) },
    take: async (file) => put(dataDir, file.slice(dataDir.length + 1), "saved"),
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
  test("is not due without a household, nor once it was done since the last night", () => {
    const first = order();
    expect(isDue(first)).toBe(true);
    expect(isDue({ ...first, zone: () => null })).toBe(false);
    put(first.dataDir, "backups/nightly-2026-11-27T023000.000Z.tar", "");
    expect(isDue(first)).toBe(false);
    expect(isDue({ ...first, clock: () => new Date("2026-11-28T02:29:00Z") })).toBe(false);
    expect(isDue({ ...first, clock: () => new Date("2026-11-28T02:30:00Z") })).toBe(true);
  });

  test("is due where only an older night's is there, or one from a clock that was wrong", () => {
    const behind = order();
    put(behind.dataDir, "backups/nightly-2026-11-26T023000.000Z.tar", "");
    put(behind.dataDir, "backups/nightly-2099-01-01T023000.000Z.tar", "");
    expect(isDue(behind)).toBe(true);
  });

  test("keeps the seven newest of its own, and touches nothing else", async () => {
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

  test("removes no older one where the new one failed", async () => {
    const failing = order({ take: () => Promise.reject(new Error("no room")) });
    for (let day = 10; day < 20; day++) put(failing.dataDir, `backups/nightly-2026-11-${day}T030000.000Z.tar`, "");
    await expect(takeNightly(failing, never)).rejects.toThrow("no room");
    expect(listNightlies(failing.dataDir, now).length).toBe(10);
  });
});

describe("a failure", () => {
  test("is logged in one line, and tried again later, not at once", async () => {
    const tries: number[] = [];
    const fail = async () => {
      tries.push(performance.now());
      throw new Error("no room");
    };
    const failing = order({ take: fail });
    const stop = startNightly(failing, { firstTickMs: 1, tickMs: 5, retryMs: 120 });
    while (tries.length < 2) await Bun.sleep(5);
    await stop();
    const [first = 0, second = 0] = tries;
    expect(second - first).toBeGreaterThanOrEqual(120);
    expect(failing.lines).toEqual(tries.map(() => "error nightly backup failed, will be tried again: no room"));
  });

  test("to stop in time is none: the backup that runs is told, and waited for", async () => {
    let ended = "";
    const take = async (_: string, signal: AbortSignal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended = "told";
      throw new Error("stopped");
    };
    const slow = order({ take });
    const stop = startNightly(slow, { firstTickMs: 1, tickMs: 5, retryMs: 5 });
    await Bun.sleep(30);
    await stop();
    expect({ ended, lines: slow.lines }).toEqual({ ended: "told", lines: [] });
    await Bun.sleep(30);
    expect(slow.lines).toEqual([]);
  });
});
