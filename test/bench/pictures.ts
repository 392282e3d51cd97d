/**
 * `bun run prove:pictures`: checks the peak memory of a new server that receives hostile pictures, and of one that receives the
 * largest pictures it accepts, one after the other and eight at a time. Exits with code 1 if a run exceeds its limit. Linux
 * only. COUNT sets the pictures per run (default 400). ONLY selects runs by a part of their name.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { systemWork } from "#platform/work.ts";
import { upload } from "../support/home/multipart.ts";
import { hostilePictures, refusals } from "../support/pictures/hostile-pictures.ts";
import { damagedPictures } from "./damaged-pictures.ts";
import { portOf, startOurs } from "./figures.ts";
import { largestPictures, lateFailures } from "./largest-pictures.ts";

type Picture = { name: string; bytes: Uint8Array; expected: string };

const count = Number(process.env.COUNT ?? 400);
const only = process.env.ONLY ?? "";

const largest = await largestPictures();
const refused: Picture[] = [
  ...(await hostilePictures()).map(({ name, bytes, error }) => ({ name, bytes, expected: `422 ${refusals[error]}` })),
  ...Object.entries({ ...(await lateFailures()), ...damagedPictures(largest) }).map(([name, bytes]) => ({
    ...{ name, bytes, expected: `422 ${refusals.unreadable}` },
  })),
];
const accepted = Object.entries(largest).map(([name, bytes]) => ({ name, bytes, expected: "200" }));

const runs = [
  { name: "refused, one after the other", pictures: refused, atOnce: 1, bound: 400 },
  { name: "refused, eight at a time", pictures: refused, atOnce: 8, bound: 400 },
  { name: "accepted, one after the other", pictures: accepted, atOnce: 1, bound: 600 },
  { name: "accepted, eight at a time", pictures: accepted, atOnce: 8, bound: 600 },
];
let isBroken = false;
for (const run of runs.filter(({ name }) => name.includes(only))) isBroken = !(await prove(run)) || isBroken;
process.exit(isBroken ? 1 : 0);

/** Returns whether the memory stayed below the limit and every picture got its expected response. */
async function prove({ name, pictures, atOnce, bound }: (typeof runs)[number]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "inglenook-pictures-"));
  const keys = fill(folder, atOnce);
  const server = startOurs(folder);
  try {
    const url = `http://localhost:${await portOf(server.stdout)}`;
    const path = await makeList(url, keys[0] ?? "");
    const idle = peakOf(server.pid);
    const wrong = new Set<string>();
    const raised: string[] = [];
    const begun = performance.now();
    let slowest = { ms: 0, name: "" };
    let sent = 0;
    let peak = idle;
    const sendInTurn = async (key: string) => {
      while (sent < count) {
        const picture = pictures[sent++ % pictures.length];
        if (!picture) return;
        const started = performance.now();
        const answer = await send(`${url}${path}`, key, picture.bytes);
        const ms = Math.round(performance.now() - started);
        if (ms > slowest.ms) slowest = { ms, name: picture.name };
        if (answer !== picture.expected) wrong.add(`${picture.name}: ${answer}, not ${picture.expected}`);
        const now = peakOf(server.pid);
        if (now >= peak + 10) raised.push(`${now} MB after ${sent}, ${picture.name}`);
        peak = Math.max(peak, now);
      }
    };
    await Promise.all(keys.map(sendInTurn));
    const seconds = Math.round((performance.now() - begun) / 1_000);
    console.log(
      `${name}: ${count} of ${pictures.length} kinds in ${seconds} s, slowest ${slowest.ms} ms (${slowest.name})`,
    );
    console.log(`  peak ${peak} MB of ${bound}; ${idle} MB before the first`);
    for (const line of raised) console.log(`    ${line}`);
    for (const line of wrong) console.log(`  WRONG ${line}`);
    return peak < bound && wrong.size === 0;
  } finally {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}

/** Creates a household with `count` API keys, because the server reads only one upload per caller at a time. */
function fill(folder: string, count: number): string[] {
  const now = new Date();
  const db = openDataDir(folder, { now });
  const keys = transact(db, () => {
    const household = createHousehold(db, { name: "Pictures", timeZone: "Europe/Berlin", plan: "api" }, now);
    const work = systemWork(db, household, now);
    const wanted = { name: "Pictures", scopes: ["lists.write"], expiresAt: null, memberId: null } as const;
    return Array.from({ length: count }, () => createApiKey(work, wanted).key);
  });
  closeDatabase(db);
  return keys;
}

async function makeList(url: string, key: string): Promise<string> {
  const post = async (path: string, body: object): Promise<string> => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const { id, error } = (await response.json()) as { id?: string; error?: string };
    if (!id) throw new Error(error);
    return id;
  };
  const sectionId = await post("/v1/lists/sections", { name: "Home" });
  return `/v1/lists/${await post("/v1/lists", { name: "Packing", sectionId })}/cover`;
}

/** Returns the status, and the error text if the server refuses the picture. */
async function send(url: string, key: string, bytes: Uint8Array): Promise<string> {
  const { raw, headers } = upload(bytes);
  const sent = { method: "POST", headers: { Authorization: `Bearer ${key}`, ...headers }, body: new Uint8Array(raw) };
  const response = await fetch(url, sent);
  const { error } = (await response.json()) as { error?: string };
  return error === undefined ? `${response.status}` : `${response.status} ${error}`;
}

/** Returns the peak memory of a process since its start, in megabytes. */
function peakOf(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0;
  return Math.round(Number(kilobytes) / 1_000);
}
