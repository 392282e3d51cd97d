/**
 * `bun run bench:live`: measures a server with open apps of many households while members write. It reports the latency of
 * `/healthz`, the server's share of one core, and how soon the open apps of the household receive each change. A second part
 * writes into the same file from this process, as a command line call does while the server runs. The server runs in its own
 * process. This process holds the sockets and sends the requests. Environment: SOCKETS, HOMES, WRITES (per second), SECONDS
 * and OUTSIDE (writes per second from this process).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { startSession } from "#accounts/sign-in/store.ts";
import { closeDatabase, type Db, openDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { systemWork } from "#platform/work.ts";
import { createTask } from "#routines/tasks/store.ts";
import { cpuSeconds, percentile, portOf, startOurs } from "./figures.ts";

const sockets = Number(process.env.SOCKETS ?? 2_000);
const homesCount = Number(process.env.HOMES ?? sockets / 5);
const writesPerSecond = Number(process.env.WRITES ?? 10);
const outsidePerSecond = Number(process.env.OUTSIDE ?? 1);
const seconds = Number(process.env.SECONDS ?? 10);
const probeEveryMs = 5;
const openedAtOnce = 100;

type Home = { readonly id: string; readonly memberId: string; readonly cookies: string[] };
type Heard = { readonly home: number; readonly at: number };

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const homes = fill();
const server = startOurs(folder);
const heard: Heard[] = [];

try {
  const origin = `http://localhost:${await portOf(server.stdout)}`;
  const opened = await openAll(origin);
  console.log(
    `${opened.length} sockets in ${homesCount} households, ${writesPerSecond} writes a second, ${seconds} s each:`,
  );
  await report("quiet", origin, async () => {});
  await report("own writes", origin, (index) => post(origin, index), writesPerSecond);
  const other = openDatabase(join(folder, "inglenook.db"));
  await report("another process's", origin, (index) => writeBeside(other, index), outsidePerSecond);
  closeDatabase(other);
} finally {
  server.kill("SIGKILL");
  await server.exited;
  rmSync(folder, { recursive: true });
}
process.exit(0);

/** Creates households with two members and a session for each socket. */
function fill(): Home[] {
  const db = openDataDir(folder, { now: new Date() });
  const now = new Date();
  const made = transact(db, () =>
    Array.from({ length: homesCount }, (_, index): Home => {
      const zone = { name: `Bench ${index}`, timeZone: "Europe/Berlin", plan: "api" as const };
      const work = systemWork(db, createHousehold(db, zone, now), now);
      const { id: memberId } = addMember(work, { name: "Anna", role: "owner" });
      const share = Math.floor(sockets / homesCount) + (index < sockets % homesCount ? 1 : 0);
      const cookies = Array.from(
        { length: share },
        () => `inglenook_session=${startSession(work, memberId, "Bench browser")}`,
      );
      return { id: work.householdId, memberId, cookies };
    }),
  );
  closeDatabase(db);
  return made;
}

async function openAll(origin: string): Promise<WebSocket[]> {
  const wanted = homes.flatMap(({ cookies }, home) => cookies.map((Cookie) => ({ home, Cookie })));
  const all: WebSocket[] = [];
  for (let from = 0; from < wanted.length; from += openedAtOnce) {
    const some = wanted.slice(from, from + openedAtOnce);
    all.push(...(await Promise.all(some.map(({ home, Cookie }) => open(origin, home, Cookie)))));
  }
  return all;
}

function open(origin: string, home: number, Cookie: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie, Origin: origin };
    const socket = new WebSocket(`${origin.replace("http", "ws")}/app/live`, { headers } as unknown as string[]);
    socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`));
    socket.onmessage = ({ data }) => {
      const { type } = JSON.parse(String(data)) as { type: string };
      if (type === "hello") resolve(socket);
      else heard.push({ home, at: performance.now() });
    };
  });
}

async function post(origin: string, index: number): Promise<void> {
  const { cookies, memberId } = homeAt(index);
  const response = await fetch(`${origin}/v1/tasks`, {
    method: "POST",
    headers: { Cookie: cookies[0] ?? "", Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({ label: "Written by the bench", memberId }),
  });
  await response.text();
  if (response.status !== 200) throw new Error(`POST /v1/tasks: ${response.status}`);
}

async function writeBeside(db: Db, index: number): Promise<void> {
  const { id, memberId } = homeAt(index);
  const work = systemWork(db, { id, timeZone: "Europe/Berlin" }, new Date());
  transact(db, () => createTask(work, { label: "Written beside the server", memberId }));
}

/** Takes the households in turn, with a stride so that successive writes touch distant rows of the table. */
function homeAt(index: number): Home {
  const home = homes[indexAt(index)];
  if (!home) throw new Error("There is no household");
  return home;
}

function indexAt(index: number): number {
  return (index * 7) % homes.length;
}

/** Writes at the given rate, polls `/healthz` at the same time, and prints the figures. */
async function report(name: string, origin: string, write: (index: number) => Promise<void>, perSecond = 0) {
  heard.length = 0;
  const wrote: { home: number; at: number }[] = [];
  const running: Promise<void>[] = [];
  const begun = performance.now();
  const before = cpuSeconds(server.pid);
  const writing =
    perSecond === 0
      ? null
      : setInterval(() => {
          wrote.push({ home: indexAt(wrote.length), at: performance.now() });
          running.push(write(wrote.length - 1));
        }, 1_000 / perSecond);
  const latencies: number[] = [];
  while (performance.now() - begun < seconds * 1_000) {
    const asked = performance.now();
    await (await fetch(`${origin}/healthz`)).text();
    latencies.push(performance.now() - asked);
    await Bun.sleep(probeEveryMs);
  }
  if (writing) clearInterval(writing);
  await Promise.all(running);
  const share = (cpuSeconds(server.pid) - before) / ((performance.now() - begun) / 1_000);
  await Bun.sleep(1_000); // Let the last messages arrive.
  const told = delays(wrote);
  const expected = wrote.reduce((sum, { home }) => sum + (homes[home]?.cookies.length ?? 0), 0);
  console.log(
    `  ${name.padEnd(18)} /healthz p50 ${percentile(latencies, 0.5).toFixed(1)} ms  p99 ${percentile(latencies, 0.99).toFixed(1)} ms  ` +
      `max ${percentile(latencies, 1).toFixed(1)} ms (${latencies.length})  ${(share * 100).toFixed(1)} % of a core` +
      (wrote.length === 0 ? "" : `  told ${told.length} of ${expected}, p99 ${percentile(told, 0.99).toFixed(1)} ms`),
  );
}

/** Returns the milliseconds from the start of a write to each message that it caused. */
function delays(wrote: { home: number; at: number }[]): number[] {
  return heard.flatMap(({ home, at: heardAt }) => {
    const cause = wrote.findLast((each) => each.home === home && each.at <= heardAt);
    return cause ? [heardAt - cause.at] : [];
  });
}
