/**
 * `bun run bench:accounts`: an account's first run over EVENTS objects (1,920 of an imported file; a fifth are series) of another server of ours, and 20 runs with a few changes, while another
 * household reads its tasks every 2 ms. Then the processor time and the memory of 40 accounts of 50 events each, over SECONDS (120). Each server runs in its own
 * process, on a database file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { startSession } from "#accounts/sign-in/store.ts";
import { createAppPassword } from "#calendar/app-passwords/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { asMember, systemWork } from "#platform/work.ts";
import { cpuSeconds, memoryOf, portOf, startOurs } from "./figures.ts";
import { calendarOf, caller, connect, fillTwo, probe } from "./two-households.ts";

const count = Number(process.env.EVENTS ?? 1_920);
const seconds = Number(process.env.SECONDS ?? 120);
const rounds = 20;
const changesPerRound = 5;
const idleAccounts = 40;
const perHousehold = 10;
const eventsEach = 50;
const someWeeks = "from=2026-03-01T00:00:00Z&to=2026-08-01T00:00:00Z";
const unlimitedDav = { DAV_RATE_LIMIT_PER_MINUTE: "1000000000", DAV_RATE_LIMIT_BURST: "1000000000" };

const folders: string[] = [];
const folder = () => {
  folders.push(mkdtempSync(join(tmpdir(), "inglenook-bench-")));
  return folders.at(-1) ?? "";
};
const running: ReturnType<typeof startOurs>[] = [];

async function serve(dataDir: string, env: Record<string, string> = {}) {
  const server = startOurs(dataDir, env);
  running.push(server);
  return { origin: `http://localhost:${await portOf(server.stdout)}`, pid: server.pid };
}

try {
  await measureRuns();
  await measureIdle();
} finally {
  for (const server of running) server.kill("SIGKILL");
  await Promise.all(running.map((server) => server.exited));
  for (const each of folders) rmSync(each, { recursive: true });
}
process.exit(0);

async function measureRuns(): Promise<void> {
  const farFolder = folder();
  const [far] = fillTwo(farFolder, ({ work, memberId, session }) => {
    const app = createAppPassword(work, memberId, { name: "Bench", access: "write", calendars: null });
    return { session, memberId, app: { username: app.username, password: app.password } };
  });
  const { origin: farOrigin } = await serve(farFolder, unlimitedDav);
  await importAt(farOrigin, far.session);
  const ownFolder = folder();
  const [own, other] = fillTwo(ownFolder, ({ session }) => session);
  const { origin } = await serve(ownFolder, { CALENDAR_ORIGINS: farOrigin });
  const call = caller(origin, own);
  const callOther = caller(origin, other);
  const read = async () => void (await callOther("GET", "/v1/tasks"));
  for (let warm = 0; warm < 200; warm++) await read();

  await probe("quiet", read, () => Bun.sleep(1_000));
  let at = "";
  await probe(`first run, ${count} objects`, read, async () => {
    at = await connect(call, farOrigin, far, "Cloud");
  });
  const farEvents = (await caller(farOrigin, far.session)("GET", `/v1/events?${someWeeks}`)).events;
  const here = (await call("GET", `/v1/events?${someWeeks}`)).events;
  const singles = (events: any[]) => events.filter(({ recurrenceRule }) => recurrenceRule === null);
  const [theirs, ours] = [singles(farEvents), singles(here)];
  await probe(`${rounds} runs, ${changesPerRound} changes there and here each`, read, async () => {
    for (let round = 0; round < rounds; round++) {
      for (let change = 0; change < changesPerRound; change++) {
        const index = (round * changesPerRound + change) % Math.floor(ours.length / 2);
        const title = `Changed ${round} ${change}`;
        await caller(farOrigin, far.session)("PATCH", `/v1/events/${theirs[2 * index].id}`, { title });
        await call("PATCH", `/v1/events/${ours[2 * index + 1].id}`, { title });
      }
      await call("POST", `${at}/sync`);
    }
  });
  await probe(`${rounds} runs without a change`, read, async () => {
    for (let round = 0; round < rounds; round++) await call("POST", `${at}/sync`);
  });
  for (const server of running.splice(0)) {
    server.kill("SIGKILL");
    await server.exited;
  }
}

async function importAt(origin: string, session: string): Promise<void> {
  const form = new FormData();
  form.set("file", new File([calendarOf(count)], "large.ics", { type: "text/calendar" }));
  const headers = { Cookie: `inglenook_session=${session}`, Origin: origin };
  const preview = await fetch(`${origin}/app/calendar-imports`, { method: "POST", body: form, headers });
  const { id } = (await preview.json()) as { id: string };
  const how = { memberIds: [], isGeneral: true, known: "skip" };
  await caller(origin, session)("POST", `/app/calendar-imports/${id}`, how);
}

async function measureIdle(): Promise<void> {
  const farFolder = folder();
  const fars = fill(farFolder, idleAccounts, (work, memberId) => {
    for (let index = 0; index < eventsEach; index++) {
      const at = Date.now() + index * 86_400_000;
      const [startsAt, endsAt] = [at, at + 3_600_000].map((each) => new Date(each).toISOString());
      createEvent(work, { title: `Event ${index}`, startsAt: startsAt ?? "", endsAt: endsAt ?? "", memberIds: [] });
    }
    const app = createAppPassword(work, memberId, { name: "Bench", access: "write", calendars: null });
    return { memberId, app: { username: app.username, password: app.password } };
  });
  const { origin: farOrigin } = await serve(farFolder, unlimitedDav);
  const ownFolder = folder();
  const sessions = fill(ownFolder, idleAccounts / perHousehold, (work, memberId) =>
    startSession(work, memberId, "Bench browser"),
  );
  const start = () => serve(ownFolder, { CALENDAR_ORIGINS: farOrigin });
  /** Measures a server that only runs due jobs. */
  const idle = async ({ origin, pid }: { origin: string; pid: number }) => {
    for (const session of sessions) await caller(origin, session)("GET", "/v1/events");
    await Bun.sleep(10_000);
    const before = cpuSeconds(pid);
    await Bun.sleep(seconds * 1_000);
    return { share: (cpuSeconds(pid) - before) / seconds, memory: memoryOf(pid) };
  };
  const stop = async () => {
    const server = running.pop();
    server?.kill("SIGTERM");
    await server?.exited;
  };
  const without = await idle(await start());
  await stop();
  const first = await start();
  for (const [index, far] of fars.entries()) {
    const session = sessions[Math.floor(index / perHousehold)] ?? "";
    await connect(caller(first.origin, session), farOrigin, far, `Cloud ${index}`);
  }
  const afterFirstRuns = memoryOf(first.pid);
  await stop();
  const connected = await idle(await start());
  const percent = ({ share }: typeof without) => `${(share * 100).toFixed(2)} % of a core`;
  console.log(`no account: ${percent(without)}, ${without.memory.toFixed(0)} MB, over ${seconds} s`);
  console.log(`${idleAccounts} accounts: ${percent(connected)}, ${connected.memory.toFixed(0)} MB`);
  console.log(`  ${afterFirstRuns.toFixed(0)} MB after their first runs, before a restart`);
}

type Work = ReturnType<typeof asMember>;

/** Households of one member. */
function fill<More>(dataDir: string, households: number, more: (work: Work, memberId: string) => More): More[] {
  const now = new Date();
  const db = openDataDir(dataDir, { now });
  const made = Array.from({ length: households }, (_, index) =>
    transact(db, () => {
      const zone = { name: `Bench ${index}`, timeZone: "Europe/Berlin", plan: "api" as const };
      const system = systemWork(db, createHousehold(db, zone, now), now);
      const member = addMember(system, { name: "Anna", role: "owner" });
      return more(asMember(system, member), member.id);
    }),
  );
  closeDatabase(db);
  return made;
}
