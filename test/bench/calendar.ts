/**
 * `bun run bench:calendar`: measures reads of the calendar in this process and compares them within one run. It reads a
 * household with 2,000 single and 200 recurring events over five years, the same household in a file of 10,000 households
 * (`HOUSEHOLDS` sets that number), and a daily rule at its start and 50 years later. Finally it reads three months over HTTP
 * and compares that with a bare server that returns the same bytes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import type { EventQuery } from "#calendar/events/model.ts";
import { listEvents } from "#calendar/events/pages.ts";
import { planOf } from "#calendar/events/paging.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, type Db, snapshot, transact } from "#platform/db/client.ts";
import { openDataDir, openInMemory } from "#platform/db/migrate.ts";
import { systemWork, type Work } from "#platform/work.ts";
import { portOf, report as reportLoad, startBare, startOurs } from "./figures.ts";
import { type Measured, measure } from "./load.ts";

const now = new Date("2026-11-21T12:00:00Z");
const dayMs = 86_400_000;
const from = Date.UTC(2024, 0, 1);
const fiveYears = 5 * 365;
const households = Number(process.env.HOUSEHOLDS ?? 10_000);

/** Seeded pseudo-random numbers from 0 to 1, so that every run has the same household. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const rules = [
  "FREQ=WEEKLY",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=DAILY",
  "FREQ=MONTHLY;BYDAY=2TU",
  "FREQ=WEEKLY;INTERVAL=2",
];

function fill(db: Db, { singles, series }: { singles: number; series: number }): Work {
  return transact(db, () => {
    const made = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now);
    const work = systemWork(db, made, now);
    const { id } = addMember(work, { name: "Anna", role: "owner" });
    const chance = chances(7);
    const add = (index: number, recurrenceRule: string | null) => {
      const start = from + Math.floor(chance() * fiveYears) * dayMs + Math.floor(chance() * 56) * 900_000;
      const isSeries = recurrenceRule !== null;
      const until = new Date(start + (90 + chance() * 700) * dayMs).toISOString().slice(0, 10).replaceAll("-", "");
      createEvent(work, {
        title: `Event ${index}`,
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + 3_600_000).toISOString(),
        memberIds: [id],
        reminderMinutes: 15,
        notes: "Bring the green book along",
        recurrenceRule: isSeries && chance() < 0.5 ? `${recurrenceRule};UNTIL=${until}` : recurrenceRule,
      });
    };
    for (let index = 0; index < singles; index++) add(index, null);
    for (let index = 0; index < series; index++) add(index, rules[index % rules.length] ?? null);
    return work;
  });
}

const page = (work: Work, query: EventQuery) => snapshot(work.db, () => listEvents(work, planOf(query, work)));

/** Returns the median time of a run in microseconds. `round` lets each run use a different query. */
function median(run: (round: number) => unknown, rounds = 400): number {
  for (let round = 0; round < rounds / 2; round++) run(round);
  const times = Array.from({ length: rounds }, (_, round) => {
    const begun = Bun.nanoseconds();
    run(round);
    return (Bun.nanoseconds() - begun) / 1_000;
  });
  return times.sort((one, other) => one - other)[rounds >> 1] ?? 0;
}

const iso = (instant: number) => new Date(instant).toISOString();
const windowAt = (round: number, days = 92) => {
  const start = Date.UTC(2026, 5, 1) + (round % 40) * dayMs;
  return { from: iso(start), to: iso(start + days * dayMs) };
};

function report(what: string, micros: number, more = ""): void {
  console.log(`  ${what.padEnd(62)} ${micros < 100 ? micros.toFixed(1) : Math.round(micros)} µs  ${more}`);
}

/** Reads all pages of a query. Returns the number of instances. */
function all(work: Work, query: EventQuery): number {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { events, nextCursor }: ReturnType<typeof page> = page(work, cursor === "" ? query : { ...query, cursor });
    count += events.length;
    cursor = nextCursor;
  }
  return count;
}

const work = fill(openInMemory(), { singles: 2_000, series: 200 });
console.log(`2,000 single and 200 recurring events over 5 years, ${all(work, windowAt(0))} instances in three months:`);
report(
  "three months, all instances",
  median((round) => all(work, windowAt(round))),
);
report(
  "three months, limit=100",
  median((round) => page(work, { ...windowAt(round), limit: 100 })),
);
report(
  "three months, raw",
  median((round) => page(work, { ...windowAt(round), raw: true })),
);
for (const direction of ["forward", "backward"] as const) {
  const anchor = (round: number) => iso(Date.UTC(2026, 5, 1) + round * 7_200_000);
  report(
    `agenda, 50 ${direction}`,
    median((round) => page(work, { anchor: anchor(round), direction, limit: 50 })),
  );
}

console.log("\nA daily rule, a month of it:");
const daily = fill(openInMemory(), { singles: 0, series: 0 });
transact(daily.db, () =>
  createEvent(daily, {
    title: "Daily",
    startsAt: "1990-01-01T08:00:00Z",
    endsAt: "1990-01-01T09:00:00Z",
    recurrenceRule: "FREQ=DAILY",
  }),
);
const monthAt = (year: number) => (round: number) => {
  const start = Date.UTC(year, 1, 1 + (round % 28));
  return page(daily, { from: iso(start), to: iso(start + 30 * dayMs) });
};
const near = median(monthAt(1990), 2_000);
const far = median(monthAt(2040), 2_000);
report("near its start, as answered", near);
report("50 years on, as answered", far, `${(far / near).toFixed(2)} of near`);

console.log(`\nThe same household in a file of ${households} others, each with 20 single and 4 recurring events:`);
const crowded = openInMemory();
for (let index = 0; index < households; index++) fill(crowded, { singles: 20, series: 4 });
const among = fill(crowded, { singles: 2_000, series: 200 });
for (const [name, query] of [
  ["three months, limit=100", (round: number) => ({ ...windowAt(round), limit: 100 })],
  ["a week", (round: number) => windowAt(round, 7)],
] as const) {
  const alone = median((round) => page(work, query(round)));
  const crowd = median((round) => page(among, query(round)));
  report(`${name}: alone`, alone);
  report(`${name}: among ${households}`, crowd, `${(crowd / alone).toFixed(2)} of alone`);
}

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const db = openDataDir(folder, { now });
const served = fill(db, { singles: 2_000, series: 200 });
const { key } = transact(db, () => createApiKey(served, { name: "Bench", scopes, expiresAt: null, memberId: null }));
closeDatabase(db);
const ours = startOurs(folder);
try {
  const { from: first, to } = windowAt(0);
  const path = `/v1/events?from=${first}&to=${to}`;
  const port = await portOf(ours.stdout);
  const answer = await fetch(`http://localhost:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  const { bare, body } = await startBare(answer);
  const barePort = await portOf(bare.stdout);
  const requests = [`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`];
  const load = { connections: 4, seconds: 2, requests };
  const results: Record<"bare" | "unchanged", Measured[]> = { bare: [], unchanged: [] };
  for (let round = 0; round < 5; round++) {
    results.bare.push(await measure({ port: barePort, ...load }));
    results.unchanged.push(await measure({ port, ...load }));
  }
  bare.kill();
  console.log(`\nThree months over HTTP, ${body.length} bytes, the household unchanged:`);
  const rates = results.bare.map(({ perSecond }) => perSecond).sort((one, other) => one - other);
  for (const [name, measured] of Object.entries(results)) reportLoad(name, measured, rates[rates.length >> 1]);
} finally {
  ours.kill();
  await ours.exited;
  rmSync(folder, { recursive: true });
}
