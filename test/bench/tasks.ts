/**
 * `bun run bench`: compares `GET /v1/tasks` (50 tasks, an API key, logging on) with a bare server that returns the same bytes,
 * and `POST /v1/tasks` with the time that the disk needs to make one page durable, in that household and in a full one.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { day, hour, isoOf } from "#lib/time.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { CachedResponse, ResponseCache } from "#platform/http/response-cache.ts";
import { systemWork, type Work } from "#platform/work.ts";
import { createTask } from "#routines/tasks/store.ts";
import { cpuSeconds, median, portOf, report, startBare, startOurs } from "./figures.ts";
import { type Measured, measure } from "./load.ts";

const rounds = Number(process.env.ROUNDS ?? 5);
const connections = 16;
const seconds = 2;
/**
 * Number of reads, more than the server's cache holds, so that it evicts each response before the same read comes
 * again.
 */
const differentReads = 4_096;

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const { small, full } = fill();
const { key, memberId } = small;
const ours = startOurs(folder);

try {
  const port = await portOf(ours.stdout);
  const answer = await fetch(`http://localhost:${port}/v1/tasks`, { headers: { Authorization: `Bearer ${key}` } });
  const { bare, body } = await startBare(answer);
  const barePort = await portOf(bare.stdout);
  const unchanged = [get("/v1/tasks")];
  await requireUnkept(port, body);

  const results: Record<"bare" | "unchanged" | "changed", Measured[]> = { bare: [], unchanged: [], changed: [] };
  const processorTimes: Record<keyof typeof results, number[]> = { bare: [], unchanged: [], changed: [] };
  const read = async (name: keyof typeof results, server: { pid: number }, port: number, requests: string[]) => {
    const before = cpuSeconds(server.pid);
    const measured = await measure({ port, connections, seconds, requests });
    processorTimes[name].push((cpuSeconds(server.pid) - before) / measured.answers);
    results[name].push(measured);
  };
  for (let round = 0; round < rounds; round++) {
    await read("bare", bare, barePort, unchanged);
    await read("unchanged", ours, port, unchanged);
    await read("changed", ours, port, reads(round).map(get));
  }
  bare.kill();
  console.log(
    `GET /v1/tasks, 50 tasks, ${body.length} bytes, ${connections} connections, ${rounds} rounds of ${seconds} s:`,
  );
  const base = median(results.bare.map(({ perSecond }) => perSecond));
  for (const name of ["bare", "unchanged", "changed"] as const) {
    report(name, results[name], base);
    console.log(`    ${(median(processorTimes[name]) * 1e6).toFixed(1)} µs of processor time each`);
  }
  console.log(
    `  changed: ${differentReads} different reads a round; none of their answers is kept when it is asked for again`,
  );

  console.log("\nPOST /v1/tasks, each on disk with its activity before the answer:");
  const alone = await writes("50 tasks", small, 1);
  await writes("50 tasks", small, connections);
  await writes("2,000 tasks and 200 events", full, 1);
  await writes("2,000 tasks and 200 events", full, connections);
  const disk = diskSync();
  console.log(
    `  one 4 KiB page made durable by this disk: ${disk} µs; a write alone takes ${(alone.p50 / disk).toFixed(1)} times that`,
  );

  async function writes(name: string, home: Filled, writers: number): Promise<Measured> {
    const before = cpuSeconds(ours.pid);
    const measured = await measure({ port, connections: writers, seconds, requests: [post(home)] });
    const perWrite = (cpuSeconds(ours.pid) - before) / measured.answers;
    report(`${name}, ${writers} at once`, [measured]);
    console.log(`    ${Math.round(perWrite * 1e6)} µs of processor time each`);
    return measured;
  }
} finally {
  ours.kill();
  await ours.exited;
  rmSync(folder, { recursive: true });
}

type Filled = { readonly key: string; readonly memberId: string };

function fill(): { small: Filled; full: Filled } {
  const db = openDataDir(folder, { now: new Date() });
  const now = new Date();
  const household = (taskCount: number, eventCount: number): Filled => {
    const made = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now);
    const work = systemWork(db, made, now);
    const { id: memberId } = addMember(work, { name: "Anna", role: "owner" });
    for (let index = 0; index < taskCount; index++) {
      const dueDate = index % 5 === 0 ? null : `2031-05-${String(1 + (index % 28)).padStart(2, "0")}`;
      createTask(work, { label: `Task number ${index} of the house`, memberId, dueDate });
    }
    for (let index = 0; index < eventCount; index++) addEvent(work, memberId, index - eventCount / 2);
    return { memberId, key: createApiKey(work, { name: "Bench", scopes, expiresAt: null, memberId: null }).key };
  };
  const made = transact(db, () => ({ small: household(50, 0), full: household(2_000, 200) }));
  closeDatabase(db);
  return made;
}

/** Adds one event every third day. Each fourth repeats weekly. */
function addEvent(work: Work, memberId: string, index: number): void {
  const startAt = work.now.getTime() + index * 3 * day;
  createEvent(work, {
    title: `Event number ${index}`,
    startsAt: isoOf(startAt),
    endsAt: isoOf(startAt + hour),
    memberIds: [memberId],
    reminderMinutes: 30,
    ...(index % 4 === 0 ? { recurrenceRule: "FREQ=WEEKLY" } : {}),
  });
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}

function post({ key, memberId }: Filled): string {
  const body = JSON.stringify({ label: "Written by the bench", memberId });
  const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
  return `POST /v1/tasks HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/**
 * Returns different URLs that have the same response. They differ in which digits of the member's id are percent-encoded.
 * Two rounds share no URL, because the cache still holds responses of the last round when the next begins.
 */
function reads(round: number): string[] {
  return Array.from({ length: differentReads }, (_, index) => {
    let mixture = round * differentReads + index;
    const spelling = memberId.replaceAll(/[0-9a-f]/g, (digit) => {
      const isEncoded = mixture % 2 === 1;
      mixture = Math.floor(mixture / 2);
      return isEncoded ? `%${digit.charCodeAt(0).toString(16)}` : digit;
    });
    return `/v1/tasks?memberId=${spelling}`;
  });
}

/**
 * Checks that the uncached reads never hit the cache. The server must treat the URLs as different (each ETag is derived from
 * the cache key), and the cache must evict each URL before it comes again.
 * @throws Error if the cache would return a response.
 */
async function requireUnkept(port: number, body: string): Promise<void> {
  const addresses = reads(rounds); // A round that the benchmark does not measure.
  const etags = new Set<string | null>();
  for (const address of addresses) {
    const answer = await fetch(`http://localhost:${port}${address}`, { headers: { Authorization: `Bearer ${key}` } });
    etags.add(answer.headers.get("ETag"));
    if ((await answer.text()) !== body) throw new Error(`another answer at ${address}`);
  }
  if (etags.size < differentReads) throw new Error(`only ${etags.size} different reads`);
  const cache = new ResponseCache();
  for (const address of [...addresses, ...addresses]) {
    if (cache.get(address)) throw new Error(`kept: ${address}`);
    cache.set(address, new CachedResponse(body, ""));
  }
}

/** Returns the median time of 200 writes, in microseconds. */
function diskSync(): number {
  const file = openSync(join(folder, "sync"), "w");
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 200 }, () => {
    const begun = Bun.nanoseconds();
    writeSync(file, page);
    fdatasyncSync(file);
    return (Bun.nanoseconds() - begun) / 1_000;
  });
  closeSync(file);
  return Math.round(median(times));
}
