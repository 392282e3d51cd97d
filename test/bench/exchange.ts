/**
 * `bun run bench:exchange`: imports a calendar of EVENTS events (1,920, and 77 moved instances) while another household reads its tasks every 2 ms, and
 * reads a feed of as many objects, first rendered and then kept. The server runs in its own process, on a database file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, transact } from "../../src/db/client.ts";
import { openDataDir } from "../../src/db/migrate.ts";
import { createHousehold } from "../../src/households/store.ts";
import { addMember } from "../../src/members/store.ts";
import { startSession } from "../../src/sign-in/store.ts";
import { createTask } from "../../src/tasks/store.ts";
import { systemWork } from "../../src/work.ts";
import { percentile, portOf, startOurs } from "./figures.ts";

const count = Number(process.env.EVENTS ?? 1_920);
const probeEveryMs = 2;

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const [own, other] = fill();
const server = startOurs(folder);

try {
  const origin = `http://localhost:${await portOf(server.stdout)}`;
  const headersOf = (token: string) => ({ Cookie: `inglenook_session=${token}`, Origin: origin });
  const ask = async (path: string, init: RequestInit = {}, token = own) => {
    const response = await fetch(`${origin}${path}`, { ...init, headers: { ...headersOf(token), ...init.headers } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const json = { "Content-Type": "application/json" };
  const read = async () => void (await (await ask("/v1/tasks", {}, other)).text());
  for (let warm = 0; warm < 200; warm++) await read();

  await probe("quiet", read, () => Bun.sleep(1_000));
  const form = new FormData();
  form.set("file", new File([calendarOf(count)], "large.ics", { type: "text/calendar" }));
  let id = "";
  await probe("preview", read, async () => {
    id = ((await (await ask("/app/calendar-imports", { method: "POST", body: form })).json()) as { id: string }).id;
  });
  const body = JSON.stringify({ memberIds: [], isGeneral: true, known: "skip" });
  let activityId = "";
  await probe("import", read, async () => {
    const answer = await (await ask(`/app/calendar-imports/${id}`, { method: "POST", body, headers: json })).json();
    activityId = (answer as { activityId: string }).activityId;
  });
  const input = JSON.stringify({ name: "Bench", parts: ["events"] });
  const made = await (await ask("/app/calendar-feeds", { method: "POST", body: input, headers: json })).json();
  const path = new URL((made as { url: string }).url).pathname;
  let bytes = 0;
  await probe("feed, first", read, async () => {
    bytes = (await (await fetch(`${origin}${path}`)).arrayBuffer()).byteLength;
  });
  const kept: number[] = [];
  for (let at = 0; at < 50; at++) {
    const start = performance.now();
    await (await fetch(`${origin}${path}`, { headers: { "Accept-Encoding": "gzip" } })).arrayBuffer();
    kept.push(performance.now() - start);
  }
  console.log(`feed, kept: p50 ${percentile(kept, 0.5).toFixed(2)} ms, ${Math.round(bytes / 1_000)} kB`);
  await probe("undo", read, () => ask(`/v1/activity/${activityId}/undo`, { method: "POST" }));
} finally {
  server.kill("SIGKILL");
  await server.exited;
  rmSync(folder, { recursive: true });
}
process.exit(0);

/** Two households, each with a session; the second has tasks. */
function fill(): [string, string] {
  const db = openDataDir(folder, { now: new Date() });
  const now = new Date();
  const sessions = ["Own", "Other"].map((name) =>
    transact(db, () => {
      const zone = { name, timeZone: "Europe/Berlin", plan: "api" as const };
      const work = systemWork(db, createHousehold(db, zone, now), now);
      const { id: memberId } = addMember(work, { name: "Anna", role: "owner" });
      for (let task = 0; task < 20; task++) createTask(work, { label: `Task ${task}`, memberId });
      return startSession(work, memberId, "Bench browser");
    }),
  );
  closeDatabase(db);
  return sessions as [string, string];
}

/** Reads while `work` runs, however late each answer is. */
async function probe(name: string, read: () => Promise<void>, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let isDone = false;
  const start = performance.now();
  const reading = (async () => {
    while (!isDone) {
      const began = performance.now();
      await read();
      times.push(performance.now() - began);
      await Bun.sleep(probeEveryMs);
    }
  })();
  await work();
  const took = performance.now() - start;
  isDone = true;
  await reading;
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const longest = Math.max(...times);
  console.log(
    `${name}: ${took.toFixed(0)} ms; ${times.length} reads meanwhile: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${longest.toFixed(1)} ms`,
  );
}

/** A fifth of the events repeat, and a fifth of those have a moved instance. */
function calendarOf(events: number): string {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//EN"];
  for (let index = 0; index < events; index++) {
    const day = new Date(Date.UTC(2026, 0, 1 + (index % 700))).toISOString().slice(0, 10).replaceAll("-", "");
    const hour = String(7 + (index % 12)).padStart(2, "0");
    const head = ["BEGIN:VEVENT", `UID:event-${index}@bench.example`, "DTSTAMP:20260101T000000Z"];
    const times = [`DTSTART;TZID=Europe/Berlin:${day}T${hour}0000`, `DTEND;TZID=Europe/Berlin:${day}T${hour}4500`];
    const words = [
      `SUMMARY:Event number ${index}`,
      "LOCATION:Main street 1",
      "DESCRIPTION:A few words\\, as people write them",
    ];
    lines.push(...head, ...times, ...words);
    if (index % 5 === 0) lines.push("RRULE:FREQ=WEEKLY;COUNT=20");
    lines.push("END:VEVENT");
    if (index % 25 !== 0) continue;
    lines.push(
      ...head,
      `RECURRENCE-ID;TZID=Europe/Berlin:${day}T${hour}0000`,
      `DTSTART;TZID=Europe/Berlin:${day}T210000`,
    );
    lines.push(`DTEND;TZID=Europe/Berlin:${day}T220000`, ...words, "END:VEVENT");
  }
  return [...lines, "END:VCALENDAR", ""].join("\r\n");
}
