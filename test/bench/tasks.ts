/**
 * `bun run bench`: `GET /v1/tasks` with 50 tasks, a key and the log, beside a bare server that returns the same bytes, in one
 * run; and `POST /v1/tasks` beside what the disk takes to make one page durable.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemWork } from "../../src/actor.ts";
import { createApiKey } from "../../src/api-keys/store.ts";
import { scopes } from "../../src/auth/scopes.ts";
import { closeDatabase, transact } from "../../src/db/client.ts";
import { openDataDir } from "../../src/db/migrate.ts";
import { createHousehold } from "../../src/households/store.ts";
import { addMember } from "../../src/members/store.ts";
import { createTask } from "../../src/tasks/store.ts";
import { median, portOf, report, startBare, startOurs } from "./figures.ts";
import { type Measured, measure } from "./load.ts";

const rounds = Number(process.env.ROUNDS ?? 5);
const connections = 16;
const seconds = 2;

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const { key, memberId } = fill();
const ours = startOurs(folder);

try {
  const port = await portOf(ours.stdout);
  const answer = await fetch(`http://localhost:${port}/v1/tasks`, { headers: { Authorization: `Bearer ${key}` } });
  const { bare, body } = await startBare(answer);
  const barePort = await portOf(bare.stdout);
  const unchanged = [get("/v1/tasks")];
  const changed = spellings(memberId).map((spelling) => get(`/v1/tasks?memberId=${spelling}`));

  const results: Record<"bare" | "unchanged" | "changed", Measured[]> = { bare: [], unchanged: [], changed: [] };
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await measure({ port: barePort, connections, seconds, requests: unchanged }));
    results.unchanged.push(await measure({ port, connections, seconds, requests: unchanged }));
    results.changed.push(await measure({ port, connections, seconds, requests: changed }));
  }
  bare.kill();
  console.log(
    `GET /v1/tasks, 50 tasks, ${body.length} bytes, ${connections} connections, ${rounds} rounds of ${seconds} s:`,
  );
  const base = median(results.bare.map(({ perSecond }) => perSecond));
  for (const [name, measured] of Object.entries(results)) report(name, measured, base);

  const alone = await measure({ port, connections: 1, seconds, requests: [post()] });
  const together = await measure({ port, connections, seconds, requests: [post()] });
  console.log(`\nPOST /v1/tasks, each on disk with its activity before the answer:`);
  report("alone", [alone]);
  report(`${connections} at once`, [together]);
  const disk = diskSync();
  console.log(
    `  one 4 KiB page made durable by this disk: ${disk} µs; a write alone takes ${(alone.p50 / disk).toFixed(1)} times that`,
  );
} finally {
  ours.kill();
  await ours.exited;
  rmSync(folder, { recursive: true });
}

function fill() {
  const db = openDataDir(folder, { now: new Date() });
  const now = new Date();
  const made = transact(db, () => {
    const work = systemWork(
      db,
      createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now),
      now,
    );
    const { id: memberId } = addMember(work, { name: "Anna", role: "owner" });
    for (let index = 0; index < 50; index++) {
      const dueDate = index % 5 === 0 ? null : `2031-05-${String(1 + (index % 28)).padStart(2, "0")}`;
      createTask(work, { label: `Task number ${index} of the house`, memberId, dueDate });
    }
    return { memberId, key: createApiKey(work, { name: "Bench", scopes, expiresAt: null, memberId: null }).key };
  });
  closeDatabase(db);
  return made;
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}

function post(): string {
  const body = JSON.stringify({ label: "Written by the bench", memberId });
  const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
  return `POST /v1/tasks HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** The same id in 4,096 mixtures of capitals: as many addresses of one answer, so that none is found kept. */
function spellings(id: string): string[] {
  const places = [...id].flatMap((each, index) => (/[a-f]/.test(each) ? [index] : [])).slice(0, 12);
  return Array.from({ length: 2 ** places.length }, (_, mixture) =>
    [...id]
      .map((each, index) =>
        (mixture >> places.indexOf(index)) & 1 && places.includes(index) ? each.toUpperCase() : each,
      )
      .join(""),
  );
}

/** Microseconds, the median of 200. */
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
