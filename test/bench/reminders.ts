/**
 * `bun run bench:reminders`: measures the cost of one settlement of a large household, how late reminders of one household
 * leave, 10,000 households that are due in the same minute while others read, and what 10,000 households cost while nothing
 * is due. The server runs in its own process. Environment: HOMES, ROUNDS, and SECONDS for the idle time.
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { day, hour, minute, second } from "#lib/time.ts";
import { planReminders } from "#notifications/reminders/plan.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { openDataDir, openInMemory } from "#platform/db/migrate.ts";
import { channel, event, reminderClock } from "#platform/db/tables.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { type Sinks, startSinks } from "../support/reminders/sinks.ts";
import { cpuSeconds, portOf } from "./figures.ts";

const homes = Number(process.env.HOMES ?? 10_000);
const rounds = Number(process.env.ROUNDS ?? 3);
const idleSeconds = Number(process.env.SECONDS ?? 20);
const readEveryMs = 4;
/** A start computes every household's next reminder, and looks at the jobs three seconds later. */
const startMs = 20 * second;
/** Time that is longer than the filling of one household. */
const fillMs = 6;
const timeZone = "Europe/Berlin";

settleOne();
await lateness();
await together();
process.exit(0);

function settleOne(): void {
  const db = openInMemory();
  const now = new Date();
  // Long ago, so that the feed has no news.
  const work = furnished(db, "Large", new Date(now.getTime() - 400 * day));
  const { row, insert } = template(work, now);
  transact(db, () => {
    for (let index = 0; index < 2_000; index++) {
      const at = now.getTime() + ((index - 1_000) * 2.5 * 365 * day) / 1_000;
      insert({ ...row, ...timesOf(at), reminderMinutes: 30 });
    }
    const rules = ["FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=WEEKLY"];
    for (let index = 0; index < 200; index++) {
      const startsAt = new Date(now.getTime() - (400 + index) * day + index * 7 * minute);
      const endsAt = new Date(startsAt.getTime() + hour);
      const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
      createEvent(work, {
        title: `Series ${index}`,
        ...times,
        recurrenceRule: rules[index % 4] ?? "",
        reminderMinutes: 15,
      });
    }
  });
  const channels = [{ id: "channel", memberId: work.memberId ?? "", target: "ntfy" }];
  const times: number[] = [];
  let cpu = process.cpuUsage();
  for (let count = 0; count < 1_200; count++) {
    if (count === 200) cpu = process.cpuUsage();
    const at = new Date(now.getTime() + count * minute);
    const begun = Bun.nanoseconds();
    planReminders(db, work.householdId, at.getTime() - minute, at, channels);
    if (count >= 200) times.push((Bun.nanoseconds() - begun) / 1e6);
  }
  const { user, system } = process.cpuUsage(cpu);
  closeDatabase(db);
  console.log(
    `one settlement, 200 series and 2,000 single events: p50 ${at(times, 0.5)} ms  p99 ${at(times, 0.99)} ms, ` +
      `${((user + system) / 1e6).toFixed(2)} ms of processor time`,
  );
}

/** Measures the time from the due moment until the message has arrived. */
async function lateness(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
  const late: number[] = [];
  const sinks = startSinks(({ body }) => {
    const dueAt = Number(/due (\d+)/.exec(body.toString())?.[1]);
    late.push(Date.now() - dueAt);
    return undefined;
  });
  const count = 25 * rounds;
  const db = openDataDir(folder, { now: new Date() });
  const now = new Date();
  const begin = now.getTime() + 8 * second;
  transact(db, () => {
    const work = furnished(db, "One", now, sinks);
    for (let index = 0; index < count; index++) {
      const dueAt = begin + index * 400;
      const at = dueAt + 10 * minute;
      const times = { startsAt: new Date(at).toISOString(), endsAt: new Date(at + hour).toISOString() };
      // One member for each, or a burst would become one message.
      const member = addMember(work, { name: `Member ${index}`, role: "adult" });
      connect(work, member.id, sinks);
      createEvent(asMember(work, member), {
        title: `due ${dueAt}`,
        ...times,
        memberIds: [member.id],
        reminderMinutes: 10,
      });
    }
  });
  closeDatabase(db);
  const server = serve(folder, sinks);
  try {
    await until(() => late.length >= count, begin + count * 400 + 20 * second - Date.now());
  } finally {
    await end(server, folder, sinks);
  }
  console.log(
    `one household, ${late.length} of ${count} reminders: p50 ${at(late, 0.5)} ms  p99 ${at(late, 0.99)} ms late`,
  );
}

async function together(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
  const arrived: number[] = [];
  const sinks = startSinks(() => void arrived.push(Date.now()) as undefined);
  const now = new Date();
  const dueAt = Math.ceil((now.getTime() + (15 + idleSeconds) * second + startMs + homes * fillMs) / second) * second;
  const key = fill(folder, sinks, dueAt);
  const server = serve(folder, sinks);
  try {
    const read = reader(`http://localhost:${await portOf(server.stdout)}`, key);
    const other = new Database(join(folder, "inglenook.db"), { readonly: true });
    const decided = () =>
      (other.query("SELECT count(*) AS n FROM notice WHERE kind = 'event'").get() as { n: number }).n;
    await Bun.sleep(startMs);
    await idle(server.pid, folder);
    const quiet = await read(async () => Bun.sleep(5 * second));
    await Bun.sleep(Math.max(0, dueAt - Date.now()));
    let took = 0;
    const busy = await read(async () => {
      await until(() => decided() >= homes, 120 * second);
      took = Date.now() - dueAt;
    });
    console.log(
      `${decided()} of ${homes} households due in the same second: decided within ${(took / 1_000).toFixed(1)} s`,
    );
    console.log(`  reads of others: p50 ${at(quiet, 0.5)} ms  p99 ${at(quiet, 0.99)} ms without, and meanwhile`);
    console.log(`  p50 ${at(busy, 0.5)} ms  p99 ${at(busy, 0.99)} ms (${busy.length} reads)`);
    await until(() => arrived.length >= homes, 200 * second);
    const late = arrived.map((time) => (time - dueAt) / 1_000);
    console.log(`  ${late.length} sent: p50 ${at(late, 0.5)} s  p99 ${at(late, 0.99)} s`);
    other.close();
  } finally {
    await end(server, folder, sinks);
  }
}

async function idle(pid: number, folder: string): Promise<void> {
  const state = () => ["", "-wal"].map((ending) => statSync(join(folder, `inglenook.db${ending}`)).mtimeMs).join(" ");
  const [before, cpu] = [state(), cpuSeconds(pid)];
  await Bun.sleep(idleSeconds * second);
  const share = ((cpuSeconds(pid) - cpu) / idleSeconds) * 100;
  const writes = state() === before ? "no write" : "WRITES";
  console.log(`${homes} households idle for ${idleSeconds} s: ${writes}, ${share.toFixed(2)} % of a core`);
}

/** Returns the latencies of reads that miss the cache, in milliseconds, while `during` runs. */
function reader(origin: string, key: string) {
  return async (during: () => Promise<void>): Promise<number[]> => {
    const times: number[] = [];
    let isOver = false;
    const reading = (async () => {
      for (let count = 0; !isOver; count++) {
        const begun = performance.now();
        const response = await fetch(`${origin}/v1/activity?limit=${(count % 100) + 1}`, {
          headers: { Authorization: `Bearer ${key}` },
        });
        await response.text();
        if (response.status !== 200) throw new Error(`GET /v1/activity: ${response.status}`);
        times.push(performance.now() - begun);
        await Bun.sleep(readEveryMs);
      }
    })();
    await during();
    isOver = true;
    await reading;
    return times;
  };
}

/** Returns a key of the first household. */
function fill(folder: string, sinks: Sinks, dueAt: number): string {
  const db = openDataDir(folder, { now: new Date() });
  const now = new Date();
  let key = "";
  for (let from = 0; from < homes; from += 500) {
    transact(db, () => {
      for (let index = from; index < Math.min(homes, from + 500); index++) {
        const work = furnished(db, `Home ${index}`, now, sinks);
        const { row, insert } = template(work, now);
        for (let each = 0; each < 20; each++) insert({ ...row, ...timesOf(dueAt + (each - 10) * 3 * day) });
        insert({ ...row, ...timesOf(dueAt + 10 * minute), reminderMinutes: 10 });
        if (index > 0) continue;
        const made = { name: "Bench", scopes, expiresAt: null, memberId: work.memberId };
        ({ key } = createApiKey(work, made));
      }
    });
  }
  closeDatabase(db);
  return key;
}

/**
 * Adds a household with two members, one of them with a channel, and reminders decided up to now. Needs a transaction.
 */
function furnished(db: Db, name: string, now: Date, sinks?: Sinks): Work {
  const home = createHousehold(db, { name, timeZone, plan: "api" }, now);
  const work = systemWork(db, home, now);
  const anna = addMember(work, { name: "Anna", role: "owner" });
  addMember(work, { name: "Ben", role: "adult" });
  if (sinks) connect(work, anna.id, sinks);
  db.insert(reminderClock).values({ householdId: home.id, settledTo: now.toISOString() }).run();
  return asMember(work, anna);
}

function connect({ db, householdId, now }: Work, memberId: string, sinks: Sinks): void {
  const id = crypto.randomUUID();
  const createdAt = now.toISOString();
  const config = JSON.stringify(sinks.configOf("ntfy", id, ""));
  const row = { householdId, id, memberId, kind: "ntfy", label: "Phone", config, createdAt } as const;
  db.insert(channel)
    .values({ ...row, verifiedAt: createdAt })
    .run();
}

/** A single event of the member; copies of its row cost less than events with their entries in the feed. */
function template(work: Work, now: Date) {
  const startsAt = new Date(now.getTime() - 100 * day).toISOString();
  const memberIds = work.memberId === null ? [] : [work.memberId];
  const { id } = createEvent(work, { title: "Piano", startsAt, endsAt: startsAt, memberIds });
  const { db, householdId } = work;
  const row = db
    .select()
    .from(event)
    .where(and(eq(event.householdId, householdId), eq(event.id, id)))
    .get();
  if (!row) throw new Error("There is no event");
  const insert = (copy: typeof row) => {
    db.insert(event)
      .values({ ...copy, id: Bun.randomUUIDv7() })
      .run();
  };
  return { row, insert };
}

function timesOf(startAt: number) {
  const [startsAt, endsAt] = [startAt, startAt + hour].map((at) => new Date(at).toISOString());
  const wall = startAt + hour; // Winter in Berlin; only sorting needs it.
  return {
    startsAt: startsAt ?? "",
    endsAt: endsAt ?? "",
    startWall: wall,
    endWall: wall + hour,
    seriesEnd: endsAt ?? "",
  };
}

function serve(folder: string, sinks: Sinks) {
  const program = process.env.TEST_BINARY ? [process.env.TEST_BINARY] : [process.execPath, "src/main.ts"];
  const limits = { RATE_LIMIT_BURST: "1000000000", RATE_LIMIT_PER_MINUTE: "1000000000" };
  return Bun.spawn([...program, "serve"], {
    env: { PORT: "0", DATA_DIR: folder, NIGHTLY_BACKUP: "off", ...limits, ...sinks.env },
    stdout: "pipe",
    stderr: Bun.file("/dev/null"),
  });
}

async function end(server: ReturnType<typeof serve>, folder: string, sinks: Sinks): Promise<void> {
  server.kill("SIGKILL");
  await server.exited;
  await sinks.stop();
  rmSync(folder, { recursive: true });
}

async function until(isSo: () => boolean, longestMs: number): Promise<void> {
  const deadline = performance.now() + longestMs;
  while (!isSo() && performance.now() < deadline) await Bun.sleep(20);
}

function at(values: readonly number[], share: number): string {
  const sorted = Float64Array.from(values).sort();
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
}
