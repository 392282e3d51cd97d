/**
 * `bun run bench:households`: one server for many households, with requests at a fixed rate. It reports the latency of reads
 * and writes from the moment at which each was due, the server's share of one core, and its memory. The file is in memory
 * unless FOLDER names a disk. Environment: HOMES, RATE (requests per second), WRITES (their share), SECONDS, FOLDER, KEEP (a
 * folder to fill once and use again), and TEST_BINARY for a built binary.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { startSession } from "#accounts/sign-in/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { createBlock, updateBlock } from "#lists/blocks/store.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { asMember, systemWork } from "#platform/work.ts";
import { createChore } from "#routines/chores/store.ts";
import { createTask, updateTask } from "#routines/tasks/store.ts";
import { cpuSeconds, memoryOf, percentile, portOf, startOurs } from "./figures.ts";

const homesCount = Number(process.env.HOMES ?? 8_000);
const perSecond = Number(process.env.RATE ?? 400);
const writeShare = Number(process.env.WRITES ?? 0.15);
const seconds = Number(process.env.SECONDS ?? 30);
/** During this time a start decides the reminders of all households. */
const warmUpSeconds = 15;
const homesPerTransaction = 50;
const dayMs = 86_400_000;
const reads = [
  "/v1/agenda",
  "/v1/tasks?completed=false",
  "/v1/lists",
  "/v1/activity?limit=50",
  "/v1/households/me/members",
  "/v1/chores",
];

type Home = { readonly memberId: string; readonly cookies: readonly string[] };
type Figures = {
  readonly reads: number[];
  readonly writes: number[];
  readonly byPath: Map<string, number[]>;
  readonly late: number[];
};

const kept = process.env.KEEP;
const folder = kept ?? mkdtempSync(join(process.env.FOLDER ?? "/dev/shm", "inglenook-bench-"));
try {
  const homes = readHomes() ?? fill();
  const begun = performance.now();
  const server = startOurs(folder);
  try {
    const origin = `http://localhost:${await portOf(server.stdout)}`;
    const startMs = performance.now() - begun;
    await load(origin, homes, warmUpSeconds);
    const before = cpuSeconds(server.pid);
    const figures = await load(origin, homes, seconds);
    const share = (cpuSeconds(server.pid) - before) / seconds;
    const of = (values: number[]) =>
      [0.5, 0.99, 1]
        .map((each) => percentile(values, each).toFixed(1))
        .join(", ")
        .concat(` ms (${values.length})`);
    const megabytes = (statSync(databasePath(folder)).size / 1e6).toFixed(0);
    console.log(
      `${homes.length} households, ${megabytes} MB, start ${startMs.toFixed(0)} ms; ${perSecond} requests a second:`,
    );
    console.log(`  reads  p50, p99, max ${of(figures.reads)}`);
    for (const [path, values] of figures.byPath) console.log(`    ${path.padEnd(28)} ${of(values)}`);
    console.log(`  writes p50, p99, max ${of(figures.writes)}`);
    console.log(`  sent late by p50, p99, max ${of(figures.late)}: a part of the above`);
    console.log(`  ${(share * 100).toFixed(0)} % of a core, ${memoryOf(server.pid).toFixed(0)} MB of memory`);
  } finally {
    server.kill("SIGTERM");
    await server.exited;
  }
} finally {
  if (!kept) rmSync(folder, { recursive: true });
}
process.exit(0);

function readHomes(): Home[] | null {
  const list = join(folder, "bench.json");
  return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : null;
}

function fill(): Home[] {
  mkdirSync(folder, { recursive: true });
  const begun = performance.now();
  const db = openDataDir(folder, { now: new Date() });
  db.$client.run("PRAGMA synchronous = OFF");
  const homes: Home[] = [];
  while (homes.length < homesCount) {
    const count = Math.min(homesPerTransaction, homesCount - homes.length);
    transact(db, () => {
      for (let index = 0; index < count; index++) homes.push(fillHome(db, homes.length));
    });
  }
  closeDatabase(db);
  writeFileSync(join(folder, "bench.json"), JSON.stringify(homes));
  console.log(`filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  return homes;
}

/** 140 entries of activity, and two devices for each of four people. */
function fillHome(db: Db, index: number): Home {
  const now = new Date();
  const zone = { name: `Bench ${index}`, timeZone: "Europe/Berlin", plan: "api" as const };
  const system = systemWork(db, createHousehold(db, zone, now), now);
  const members = ["Anna", "Ben", "Mia", "Leo"].map((name, at) =>
    addMember(system, { name, role: at < 2 ? "owner" : "child" }),
  );
  const [first] = members;
  if (!first) throw new Error("There is no member");
  const anna = asMember(system, first);
  const memberIds = members.map(({ id }) => id);
  const someone = (at: number) => memberIds[at % memberIds.length] ?? first.id;
  const on = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  for (let at = 0; at < 30; at++) {
    const { id } = createTask(anna, { label: `Call ${at}`, memberId: someone(at), dueDate: on(at - 15).slice(0, 10) });
    if (at < 20) updateTask(anna, id, { completedAt: now.toISOString() });
  }
  for (let at = 0; at < 20; at++) {
    const startsAt = on(at - 10);
    const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
    createEvent(anna, { title: `Visit ${at}`, startsAt, endsAt, memberIds: [someone(at)] });
  }
  const { id: sectionId } = createSection(anna, { name: "Home" });
  const { id: listId } = createList(anna, { name: "Groceries", sectionId });
  for (let at = 0; at < 30; at++) {
    const { id } = createBlock(anna, listId, { type: "task", content: `Thing ${at}` });
    if (at < 24) updateBlock(anna, listId, id, { done: true });
  }
  for (let at = 0; at < 4; at++) {
    const startDate = now.toISOString().slice(0, 10);
    createChore(anna, { name: `Chore ${at}`, memberIds, startDate, recurrenceRule: "FREQ=DAILY" });
  }
  const cookies = memberIds.flatMap((id) =>
    [1, 2].map(() => `inglenook_session=${startSession(system, id, "Bench browser")}`),
  );
  return { memberId: first.id, cookies };
}

/** Sends at the rate, however slow the answers are. A late answer counts from when its request was due. */
async function load(origin: string, homes: readonly Home[], duration: number): Promise<Figures> {
  const figures: Figures = { reads: [], writes: [], byPath: new Map(reads.map((path) => [path, []])), late: [] };
  const running: Promise<void>[] = [];
  const begun = performance.now();
  for (let sent = 0; sent < duration * perSecond; ) {
    const due = begun + (sent * 1_000) / perSecond;
    if (performance.now() < due) {
      await Bun.sleep(1);
      continue;
    }
    figures.late.push(performance.now() - due);
    running.push(send(origin, homes, sent++, due, figures));
  }
  await Promise.all(running);
  return figures;
}

async function send(origin: string, homes: readonly Home[], index: number, due: number, figures: Figures) {
  const home = homes[Math.floor(Math.random() * homes.length)];
  if (!home) throw new Error("There is no household");
  const isWrite = Math.random() < writeShare;
  const Cookie = home.cookies[index % home.cookies.length] ?? "";
  const headers = { Cookie, Origin: origin, "Content-Type": "application/json" };
  const path = isWrite ? "/v1/tasks" : (reads[index % reads.length] ?? "");
  // A child writes only for itself.
  const body = JSON.stringify({ label: "Written by the bench", memberId: home.memberId });
  const init = isWrite ? { method: "POST", headers: { ...headers, Cookie: home.cookies[0] ?? "" }, body } : { headers };
  const response = await fetch(`${origin}${path}`, init);
  await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  const took = performance.now() - due;
  (isWrite ? figures.writes : figures.reads).push(took);
  if (!isWrite) figures.byPath.get(path)?.push(took);
}
