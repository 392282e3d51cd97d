/**
 * `bun run bench:checkpoints`: measures how long the event loop stalls while tasks are written, with checkpoints in the
 * commits (as SQLite does them by itself) and in the worker, in turn. Environment: HOMES, WRITES (per second), SECONDS,
 * ROUNDS and FOLDER.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { systemTimers } from "#lib/timers.ts";
import { Checkpoints } from "#platform/db/checkpoints.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { silentLog } from "#platform/http/log.ts";
import { systemWork } from "#platform/work.ts";
import { createTask } from "#routines/tasks/store.ts";
import { median, percentile } from "./figures.ts";

const writesPerSecond = Number(process.env.WRITES ?? 100);
const seconds = Number(process.env.SECONDS ?? 10);
const rounds = Number(process.env.ROUNDS ?? 3);
const households = Number(process.env.HOMES ?? 8_000);
const probeEveryMs = 1;

const folder = mkdtempSync(join(process.env.FOLDER ?? tmpdir(), "inglenook-bench-"));
const db = openDataDir(folder, { now: new Date() });
const homes = transact(db, () =>
  Array.from({ length: households }, (_, index) => {
    const zone = { name: `Bench ${index}`, timeZone: "Europe/Berlin", plan: "api" as const };
    const work = systemWork(db, createHousehold(db, zone, new Date()), new Date());
    return { work, memberId: addMember(work, { name: "Anna", role: "owner" }).id };
  }),
);

type Figures = { p50: number; p99: number; max: number; over20: number; commitP99: number; log: number };

try {
  const all: { inCommits: Figures[]; inWorker: Figures[] } = { inCommits: [], inWorker: [] };
  for (let round = 0; round < rounds; round++) {
    db.$client.run("PRAGMA wal_autocheckpoint = 1000");
    all.inCommits.push(await measure());
    const checkpoints = new Checkpoints({ db, timers: systemTimers, log: silentLog });
    await Bun.sleep(1_500);
    all.inWorker.push(await measure());
    await checkpoints.stop(10_000);
  }
  console.log(`${writesPerSecond} writes a second, ${rounds} times ${seconds} s each, medians:`);
  for (const [name, figures] of Object.entries(all)) {
    const of = (field: keyof Figures) => median(figures.map((each) => each[field])).toFixed(1);
    console.log(
      `  ${name.padEnd(10)} loop late by p50 ${of("p50")} p99 ${of("p99")} max ${of("max")} ms, ${of("over20")} times over ` +
        `20 ms; commit p99 ${of("commitP99")} ms; log ${of("log")} MB`,
    );
  }
} finally {
  closeDatabase(db);
  rmSync(folder, { recursive: true });
}
process.exit(0);

/** Writes at the rate, and probes how late a timer fires. */
async function measure(): Promise<Figures> {
  const late: number[] = [];
  const commits: number[] = [];
  const begun = performance.now();
  let written = 0;
  let expected = performance.now() + probeEveryMs;
  while (performance.now() - begun < seconds * 1_000) {
    await Bun.sleep(probeEveryMs);
    const now = performance.now();
    late.push(Math.max(0, now - expected));
    if (now - begun >= (written * 1_000) / writesPerSecond) commits.push(write(written++));
    expected = now + probeEveryMs;
  }
  return {
    p50: percentile(late, 0.5),
    p99: percentile(late, 0.99),
    max: percentile(late, 1),
    over20: late.filter((ms) => ms > 20).length,
    commitP99: percentile(commits, 0.99),
    log: statSync(`${databasePath(folder)}-wal`).size / 1e6,
  };
}

function write(index: number): number {
  const begun = performance.now();
  const home = homes[(index * 4_877) % homes.length];
  if (home)
    transact(db, () => createTask({ ...home.work, now: new Date() }, { label: "Bench", memberId: home.memberId }));
  return performance.now() - begun;
}
