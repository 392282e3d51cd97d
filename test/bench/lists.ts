/**
 * `bun run bench:lists`: measures `GET /v1/lists` for a household with 50 lists and 5,000 blocks. In process, it measures
 * uncached reads after a write, and responses with status 304. Over HTTP, it measures cached reads, also compressed ones, and
 * uncached reads, and compares them with a bare server that returns the same bytes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { applyCreate } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { asMember, systemWork } from "#platform/work.ts";
import { createApp } from "#server/app.ts";
import { testDeps } from "../support/home/home.ts";
import { median, portOf, report, startBare, startOurs } from "./figures.ts";
import { type Measured, measure } from "./load.ts";

const rounds = Number(process.env.ROUNDS ?? 3);
const connections = 4;
const seconds = 3;
/**
 * Number of keys. The server caches fewer responses of this size, so a read with each key in turn never hits the cache.
 */
const keyCount = 20;

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const now = new Date();
const keys = fill();
try {
  await inProcess();
  await overHttp();
} finally {
  rmSync(folder, { recursive: true });
}

function fill(): string[] {
  const db = openDataDir(folder, { now });
  const made = transact(db, () => {
    const household = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now);
    const work = systemWork(db, household, now);
    const anna = asMember(work, addMember(work, { name: "Anna", role: "owner" }));
    for (let section = 0; section < 10; section++) {
      const { id: sectionId } = createSection(anna, { name: `Section ${section}` });
      for (let list = 0; list < 5; list++) {
        const { id } = createList(anna, { name: `List ${list} of section ${section}`, sectionId });
        let parentId = "";
        for (let block = 0; block < 100; block++) {
          const content = `Item number ${block} of a list in the house`;
          const isSubtask = block % 5 === 4;
          const { answer } = applyCreate(anna, findList(anna, id), {
            type: "task",
            content,
            ...(isSubtask ? { parentId } : {}),
          });
          if (!isSubtask) parentId = answer.id;
        }
      }
    }
    return Array.from(
      { length: keyCount },
      (_, index) =>
        createApiKey(work, { name: `Bench ${index}`, scopes, expiresAt: null, memberId: anna.memberId }).key,
    );
  });
  closeDatabase(db);
  return made;
}

async function inProcess(): Promise<void> {
  const db = openDataDir(folder, { now });
  const app = createApp({
    ...testDeps({ RATE_LIMIT_BURST: "1000000000", RATE_LIMIT_PER_MINUTE: "1000000000" }),
    db,
    clock: () => now,
  });
  const headers = new Headers({ Authorization: `Bearer ${keys[0]}` });
  const ask = async () => {
    const begun = Bun.nanoseconds();
    const answer = await app.handle(new Request("http://localhost/v1/lists", { headers }));
    const text = await answer.text();
    return { microseconds: (Bun.nanoseconds() - begun) / 1_000, status: answer.status, length: text.length, answer };
  };
  const raise = () => db.$client.run("UPDATE household SET revision = revision + 1");
  const anew: number[] = [];
  let last = await ask();
  for (let count = 0; count < 200; count++) {
    raise();
    last = await ask();
    anew.push(last.microseconds);
  }
  headers.set("If-None-Match", last.answer.headers.get("ETag") ?? "");
  const unchanged: number[] = [];
  for (let count = 0; count < 200; count++) {
    const { microseconds, status } = await ask();
    if (status !== 304) throw new Error(`expected 304, got ${status}`);
    unchanged.push(microseconds);
  }
  closeDatabase(db);
  console.log(`GET /v1/lists, 50 lists, 5,000 blocks, ${last.length} characters, in process:`);
  for (const [name, times] of Object.entries({ "read anew": anew, "304": unchanged })) {
    const sorted = times.sort((a, b) => a - b);
    console.log(`  ${name.padEnd(10)} p50 ${Math.round(median(sorted))} µs  p99 ${Math.round(sorted[197] ?? 0)} µs`);
  }
}

async function overHttp(): Promise<void> {
  const ours = startOurs(folder);
  try {
    const port = await portOf(ours.stdout);
    const address = `http://localhost:${port}/v1/lists`;
    const warmUp = () => fetch(address, { headers: { Authorization: `Bearer ${keys[0]}`, "Accept-Encoding": "br" } });
    const { bare, body } = await startBare(await warmUp());
    const barePort = await portOf(bare.stdout);
    const requests = keys.map((key) => get(key));
    const results: Record<"bare" | "unchanged" | "compressed" | "changed", Measured[]> = {
      bare: [],
      unchanged: [],
      compressed: [],
      changed: [],
    };
    const compressed = [get(keys[0]!, "Accept-Encoding: br\r\n")];
    for (let round = 0; round < rounds; round++) {
      const first = requests.slice(0, 1);
      results.bare.push(await measure({ port: barePort, connections, seconds, requests: first }));
      results.unchanged.push(await measure({ port, connections, seconds, requests: first }));
      await (await warmUp()).arrayBuffer(); // The first compressed answer has no Content-Length.
      results.compressed.push(await measure({ port, connections, seconds, requests: compressed }));
      results.changed.push(await measure({ port, connections, seconds, requests }));
    }
    bare.kill();
    console.log(
      `\nover HTTP, ${Buffer.byteLength(body)} bytes, ${connections} connections, ${rounds} rounds of ${seconds} s:`,
    );
    const base = median(results.bare.map(({ perSecond }) => perSecond));
    for (const [name, measured] of Object.entries(results)) report(name, measured, base);
  } finally {
    ours.kill();
    await ours.exited;
  }
}

function get(key: string, more = ""): string {
  return `GET /v1/lists HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
}
