/** Two households on a database file, for benches that read in one while the other works. */

import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { startSession } from "#accounts/sign-in/store.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { systemWork, type Work } from "#platform/work.ts";
import { createTask } from "#routines/tasks/store.ts";
import { percentile } from "./figures.ts";

const probeEveryMs = 2;

export type Filled = { readonly work: Work; readonly memberId: string; readonly session: string };

/** Creates two households. `more` runs in the transaction of each. */
export function fillTwo<More>(folder: string, more: (filled: Filled) => More): [More, More] {
  const db = openDataDir(folder, { now: new Date() });
  const now = new Date();
  const filled = ["Own", "Other"].map((name) =>
    transact(db, () => {
      const zone = { name, timeZone: "Europe/Berlin", plan: "api" as const };
      const work = systemWork(db, createHousehold(db, zone, now), now);
      const { id: memberId } = addMember(work, { name: "Anna", role: "owner" });
      for (let task = 0; task < 20; task++) createTask(work, { label: `Task ${task}`, memberId });
      return more({ work, memberId, session: startSession(work, memberId, "Bench browser") });
    }),
  );
  closeDatabase(db);
  return filled as [More, More];
}

/** Reads while `work` runs, however late each answer is. */
export async function probe(name: string, read: () => Promise<void>, work: () => Promise<unknown>): Promise<void> {
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

/** Returns a calendar file. A fifth of the events repeat, and a fifth of those have a moved instance. */
export function calendarOf(events: number): string {
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

type Far = { readonly memberId: string; readonly app: { readonly username: string; readonly password: string } };

/** Returns a function that sends the requests of a signed-in member. */
export function caller(origin: string, session: string) {
  return async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { Cookie: `inglenook_session=${session}`, Origin: origin, "Content-Type": "application/json" };
    const response = await fetch(origin + path, { method, headers, body: body ? JSON.stringify(body) : null });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

type Call = ReturnType<typeof caller>;

/** Connects the family's calendar at the other server. Returns when its first run has ended. */
export async function connect(call: Call, url: string, { memberId, app }: Far, name: string): Promise<string> {
  const { id } = await call("POST", "/app/calendar-accounts", { name, url, ...app });
  const at = `/app/calendar-accounts/${id}`;
  const externalId = `${url}/dav/${memberId}/cal/family/`;
  const { calendars } = await call("GET", `${at}/calendars`);
  const { key } = calendars.find((each: any) => each.externalCalendarId === externalId);
  await call("PUT", `${at}/calendars/${key}`, { mode: "both", name });
  for (;;) {
    const { accounts } = await call("GET", "/app/calendar-accounts");
    if (!accounts.find((each: any) => each.id === id).isSyncing) return at;
    await Bun.sleep(5);
  }
}
