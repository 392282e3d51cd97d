/**
 * `bun run bench:cost`: measures the most expensive calendars over HTTP. Each calendar gets its own server. Each request is
 * sent six times, after a write each time, so that the server never returns a cached response. The output is the first time,
 * the median of the others, the server's processor time per request (other programs on the machine don't change it), and the
 * peak memory of the server. CALENDAR and REQUEST select by a part of the name. RUNS sets the number of requests.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { event } from "#platform/db/tables.ts";
import { systemWork, type Work } from "#platform/work.ts";
import { median, portOf, startOurs } from "./figures.ts";

const hourly = `FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }, (_, hour) => hour).join(",")}`;
const everyDay = "FREQ=DAILY";

/** Adds an event that lasts 289 years. Older versions stored such events; the API now refuses them. */
function addCentury(work: Work, recurrenceRule: string): void {
  const startsAt = "1905-01-01T00:00:00.000Z";
  const { id } = createEvent(work, { title: "Century", startsAt, endsAt: startsAt, recurrenceRule });
  const endsAt = "2194-01-01T00:00:00.000Z";
  const long = { endsAt, endWall: Date.parse(endsAt), seriesEnd: "9999-12-31T23:59:59.999Z", spans: 1 };
  work.db.update(event).set(long).where(eq(event.id, id)).run();
}

function addSeason(work: Work): void {
  const times = { startsAt: "2026-01-01T00:00:00.000Z", endsAt: "2026-04-03T00:00:00.000Z" };
  createEvent(work, { title: "Season of a century", ...times, recurrenceRule: hourly });
}

/** Adds events without duration. Their starts are spread evenly over the next `within` milliseconds. */
function addSingles(work: Work, count: number, within: number): void {
  const start = Date.now();
  for (let index = 0; index < count; index++) {
    const startsAt = new Date(start + (index / count) * within).toISOString();
    createEvent(work, { title: "One of a century", startsAt, endsAt: startsAt });
  }
}

const times = (count: number, add: () => void) => {
  for (let index = 0; index < count; index++) add();
};

const calendars: Readonly<Record<string, (work: Work) => void>> = {
  "one daily event of 289 years": (work) => addCentury(work, everyDay),
  "one hourly event of 289 years": (work) => addCentury(work, hourly),
  "200 daily events of 289 years": (work) => times(200, () => addCentury(work, everyDay)),
  "50 hourly events of 92 days": (work) => times(50, () => addSeason(work)),
  "20,000 events that happen once, in a week": (work) => addSingles(work, 20_000, 7 * 86_400_000),
  "150,000 events that happen once, in an hour": (work) => addSingles(work, 150_000, 3_600_000),
  "5,000 weekly events": (work) =>
    times(5_000, () => {
      const startsAt = new Date().toISOString();
      createEvent(work, { title: "Week of a century", startsAt, endsAt: startsAt, recurrenceRule: "FREQ=WEEKLY" });
    }),
};

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const batch = {
  events: Array.from({ length: 30 }, (_, index) => {
    return { title: `New ${index}`, startsAt: `${day(0)}T10:00:00Z`, endsAt: `${day(28)}T10:00:00Z` };
  }),
  dryRun: true,
};

type Asked = { readonly name: string; readonly path: string; readonly body?: object; readonly headers?: object };

const get = (path: string): Asked => ({ name: `GET ${path}`, path });
const post = (path: string, body: object): Asked => ({ name: `POST ${path} (dryRun, 30 events)`, path, body });
const use = (tool: string, input: object): Asked => ({
  name: `MCP ${tool} ${JSON.stringify(input)}`,
  path: "/mcp",
  headers: { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool },
  body: {
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: {
      ...{ name: tool, arguments: input },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  },
});

const requests = [
  get("/v1/agenda?days=14"),
  get("/v1/events"),
  get("/v1/events?limit=100"),
  get("/v1/events?raw=true"),
  get("/v1/events?direction=backward"),
  get("/v1/search?query=century"),
  post("/v1/events/batch", batch),
  use("get_today", {}),
  use("get_agenda", { days: 14 }),
  use("list_events", { to: day(30) }),
  use("find_free_time", { durationMinutes: 60, to: day(30) }),
];

const runs = Number(process.env.RUNS ?? 6);
const { CALENDAR: onlyCalendar = "", REQUEST: onlyRequest = "" } = process.env;

/** Returns the processor time of a process in milliseconds. Linux counts it in steps of 10 ms. */
async function processorTime(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(") ")[1]?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

for (const [name, fill] of Object.entries(calendars)) {
  if (!name.includes(onlyCalendar)) continue;
  const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
  const now = new Date();
  const db = openDataDir(folder, { now });
  const key = transact(db, () => {
    const made = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now);
    const work = systemWork(db, made, now);
    addMember(work, { name: "Anna", role: "owner" });
    fill(work);
    return createApiKey(work, { name: "Bench", scopes, expiresAt: null, memberId: null }).key;
  });
  closeDatabase(db);
  const ours = startOurs(folder);
  try {
    const base = `http://localhost:${await portOf(ours.stdout)}`;
    const send = (path: string, body?: object, headers: object = {}) =>
      fetch(`${base}${path}`, {
        method: body ? "POST" : "GET",
        headers: {
          ...{ Authorization: `Bearer ${key}`, Accept: "application/json, text/event-stream" },
          ...{ "Content-Type": "application/json", ...headers },
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    console.log(`\n${name}:`);
    for (const asked of requests.filter((each) => each.name.includes(onlyRequest))) {
      const took: number[] = [];
      const used = await processorTime(ours.pid);
      let bytes = 0;
      let status = 0;
      for (let run = 0; run < runs; run++) {
        await send("/v1/lists/sections", { name: `${asked.name.slice(0, 20)} ${run}` });
        const begun = performance.now();
        const answer = await send(asked.path, asked.body, asked.headers);
        bytes = (await answer.arrayBuffer()).byteLength;
        took.push(performance.now() - begun);
        status = answer.status;
      }
      const processor = ((await processorTime(ours.pid)) - used) / runs;
      const [first = 0, ...others] = took.map(Math.round);
      console.log(
        `  ${asked.name.padEnd(66)} ${status}  first ${first} ms, then ${median(others.length > 0 ? others : [first])} ms, processor ${Math.round(processor)} ms, ${bytes} bytes`,
      );
    }
    const status = await Bun.file(`/proc/${ours.pid}/status`).text();
    const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    console.log(`  peak memory ${Math.round(peak / 1_024)} MB`);
  } finally {
    ours.kill();
    await ours.exited;
    rmSync(folder, { recursive: true });
  }
}
