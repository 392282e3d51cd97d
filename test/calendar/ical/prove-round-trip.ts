/**
 * Writes random events and reads them with our reader, with ical.js and with Python's icalendar:
 * `bun run prove:ical-round-trip`. EVENTS and SEED choose others. Python's needs Debian's python3-icalendar.
 */
import { join } from "node:path";
import type { Event } from "#calendar/events/event.ts";
import { objectFrom } from "#calendar/ical/objects.ts";
import { type CalendarDefaults, readObject } from "#calendar/ical/read.ts";
import { renderCalendar, renderObject } from "#calendar/ical/write.ts";
import { span } from "../../support/calendar/ical-objects.ts";
import { asReadable, eventZones, randomEvent } from "../../support/random/events.ts";
import { bySlot, type ComponentTimes, isUnclear, timesByIcalJs, timesOfEvent } from "./written-times.ts";

const python = "/usr/bin/python3";
const count = Number(process.env.EVENTS ?? 10_000);
const firstSeed = Number(process.env.SEED ?? 1);
const updatedAt = Date.UTC(2026, 0, 1);

type Case = { readonly seed: number; readonly ics: string; readonly event: Event; readonly isUnclear: boolean };

function write(event: Event, home: CalendarDefaults, kept: string | null): string {
  const context = { uid: "one", createdAt: 0, updatedAt, home, categories: [] };
  return renderCalendar([renderObject(event, kept === null ? null : { ics: kept }, context)], []);
}

const counts = { events: 0, series: 0, exceptions: 0, days: 0, unclear: 0, misread: 0, notKept: 0, notChanged: 0 };
const cases: Case[] = [];
let before: string | null = null;
for (let index = 0; index < count; index++) {
  const seed = (firstSeed + index) * 7_919;
  const timeZone = eventZones[index % eventZones.length] ?? "UTC";
  const home: CalendarDefaults = {
    timeZone: index % 2 ? timeZone : "Europe/Berlin",
    defaultReminder: index % 3 ? null : 15,
  };
  const event = randomEvent(seed, timeZone, home.defaultReminder);
  const expected = asReadable(event, home);
  const ics = write(event, home, null);
  const read = (text: string) => {
    const object = objectFrom(text);
    return object && readObject(object, home, span).event;
  };
  const shown = read(ics);
  counts.events++;
  counts.series += Number(event.recurrenceRule !== null);
  counts.exceptions += event.exceptions.length;
  counts.days += Number(event.allDay);
  const fail = (kind: "misread" | "notKept" | "notChanged") => {
    if (counts[kind]++ < 5) console.log(`${kind}: seed ${seed}, ${timeZone}, home ${home.timeZone}`);
  };
  if (!shown || !Bun.deepEquals(shown, expected)) fail("misread");
  if (write(expected, home, ics) !== ics) fail("notKept");
  if (before !== null && !Bun.deepEquals(read(write(event, home, before)), expected)) fail("notChanged");
  before = ics;
  counts.unclear += Number(isUnclear(expected));
  cases.push({ seed, ics, event: expected, isUnclear: isUnclear(expected) });
}
console.log("our reader:", counts);

/** pytz knows clock changes up to 2037. */
const pytzEnd = Date.UTC(2037, 0, 1);

function compare(reader: string, answers: readonly ComponentTimes[][], end = Number.POSITIVE_INFINITY): number {
  let [compared, different] = [0, 0];
  for (const [index, { seed, event, isUnclear: isSkipped }] of cases.entries()) {
    const [found, expected] = [answers[index] ?? [], timesOfEvent(event)];
    const isLate = expected.some((each) => each.end.at > end || (each.slot?.at ?? 0) > end);
    if (isSkipped || isLate) continue;
    compared++;
    if (Bun.deepEquals(found, expected)) continue;
    if (different++ < 10) {
      console.log(
        `${reader}: seed ${seed}, ${event.timeZone}`,
        JSON.stringify({ found: found.slice(0, 2), expected: expected.slice(0, 2) }),
      );
    }
  }
  console.log(`${reader}: ${different} of ${compared} differ`);
  return different;
}

async function readByPython(): Promise<ComponentTimes[][] | null> {
  const child = Bun.spawn([python, join(import.meta.dir, "read_times.py")], {
    stdin: new Blob(cases.map(({ ics }) => `${JSON.stringify({ text: ics })}\n`)),
    stdout: "pipe",
    stderr: "pipe",
  });
  const answers = new Response(child.stdout).text();
  const errors = new Response(child.stderr).text();
  if ((await child.exited) !== 0) {
    console.log((await errors).trim().split("\n").at(-1));
    return null;
  }
  type Seconds = { readonly at: number; readonly isDate: boolean } | null;
  const scale = (moment: Seconds) => moment && { ...moment, at: moment.at * 1_000 };
  return (await answers)
    .trim()
    .split("\n")
    .map((line) => {
      const events = JSON.parse(line) as { start: Seconds; end: Seconds; slot: Seconds }[];
      const times = events.map(({ start, end, slot }) => ({
        start: scale(start),
        end: scale(end ?? start),
        slot: scale(slot),
      }));
      return (times as ComponentTimes[]).sort(bySlot);
    });
}

const failures = [
  counts.misread,
  counts.notKept,
  counts.notChanged,
  compare(
    "ical.js",
    cases.map(({ ics }) => timesByIcalJs(ics)),
  ),
];
const byPython = await readByPython();
if (byPython === null) console.log("icalendar: not compared. It needs Debian's python3-icalendar.");
else failures.push(compare("icalendar", byPython, pytzEnd));
if (failures.some((each) => each > 0)) process.exitCode = 1;
