/**
 * Reads, keeps and writes the objects of files and of damaged copies: none is lost, refused, or changed without need.
 */
import {
  requireFewExceptions,
  requireInCalendar,
  requireLength,
  requireRemainingInstance,
  requireRule,
} from "#calendar/events/checks.ts";
import type { Event } from "#calendar/events/event.ts";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { type CalendarObject, objectFrom, objectsOf, objectText } from "#calendar/ical/objects.ts";
import { type CalendarDefaults, readObject } from "#calendar/ical/read.ts";
import { renderCalendar, renderObject, renderUnrolled } from "#calendar/ical/write.ts";
import { lengthOf } from "#lib/wire.ts";
import { type Dice, diceFrom } from "../../support/random/rules.ts";
import type { CorpusFile } from "./prove-corpus.ts";

const home: CalendarDefaults = { timeZone: "Europe/Berlin", defaultReminder: 15 };
const span = { from: Date.UTC(2025, 9, 21), to: Date.UTC(2029, 0, 1) };
const maxBytes = 20_000;
const shown = 10;

/** Throws like the routes for what could not be stored. */
export function requireStorable(event: Event): void {
  requireInCalendar(event);
  requireLength(event, event.recurrenceRule !== null);
  requireRule(event);
  requireFewExceptions(event);
  requireRemainingInstance(event);
  for (const { times } of event.exceptions) if (times) requireLength(times, true);
  const lengths = [event.title, event.location ?? "", event.notes ?? ""].map(lengthOf);
  const isShort = lengths.every((length, index) => length <= ([200, 500, 2_000][index] ?? 0));
  if (!isShort || lengths[0] === 0 || !JSON.stringify(event).isWellFormed()) throw new Error("unfit text");
}

/** Names of the promises that an object breaks. */
export function faultsOf(object: CalendarObject): string[] {
  const reading = readObject(object, home, span);
  const { event, singles, importable } = reading;
  for (const each of [...singles, ...importable, ...(event ? [event] : [])]) requireStorable(each);
  const ics = objectText(object);
  const kept = objectFrom(ics);
  if (!kept) return ["the kept text has no object"];
  const faults: string[] = [];
  const again = readObject(kept, home, span);
  if (!Bun.deepEquals([again.event, again.singles], [event, singles]))
    faults.push("the kept text reads as another event");
  if (!event) return [...faults, ...(renderUnrolled(kept, home).components.length === 0 ? ["nothing is written"] : [])];
  const context = { uid: object.uid, createdAt: 0, updatedAt: span.from, home, categories: [] };
  const unchanged = renderObject(event, { ics }, context);
  const isStray = object.properties.length > 0;
  if (!isStray && !Bun.deepEquals(unchanged.components, kept.components))
    faults.push("an unchanged event is rewritten");
  const next = { ...event, title: "Changed", notes: "Changed" };
  const written = objectFrom(renderCalendar([renderObject(next, { ics }, context)], []));
  const back = written && readObject(written, home, span).event;
  const { title, notes, startAt, endAt, recurrenceRule } = next;
  if (!back || !Bun.deepEquals({ ...back, title, notes, startAt, endAt, recurrenceRule }, back))
    faults.push("a change is lost");
  return faults;
}

/** Lines are left out, repeated, cut, and get other digits or frequencies. */
export function damageLines(text: string, { whole, pick }: Dice): string {
  const lines = text.split("\n");
  for (let count = 0; count < 3; count++) {
    const place = whole(0, lines.length - 1);
    const line = lines[place] ?? "";
    const other = lines[whole(0, lines.length - 1)] ?? "";
    const digits = line.replace(/\d/, () => String(whole(0, 9)));
    const frequency = line.replace(/(DAILY|WEEKLY|MONTHLY|YEARLY)/, () =>
      pick(["DAILY", "YEARLY", "HOURLY", "WEEKLY"]),
    );
    lines.splice(place, 1, ...pick([[], [line, other], [digits], [frequency], [line.slice(0, whole(0, 30))]]));
  }
  return lines.join("\n");
}

/** `count` damaged copies of small files besides the files themselves. */
export function proveObjects(files: readonly CorpusFile[], count: number, seed: number): boolean {
  const small = files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= maxBytes);
  const counts = { objects: 0, faults: 0, slowestMs: 0 };
  const check = (name: string, bytes: Uint8Array) => {
    for (const object of objectsOf(parseCalendars(bytes).calendars)) {
      counts.objects++;
      const from = performance.now();
      const faults = faultsWithErrors(object);
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - from));
      if (faults.length > 0 && counts.faults++ < shown) console.log(`${name}, ${object.uid.slice(0, 80)}: ${faults}`);
    }
  };
  for (const { name, bytes } of files) check(name, bytes);
  const dice = diceFrom(seed);
  for (let index = 0; index < count && small.length > 0; index++) {
    const { name, bytes } = dice.pick(small);
    check(
      `mutant ${index} of ${name}`,
      Buffer.from(damageLines(Buffer.from(bytes).toString("latin1"), dice), "latin1"),
    );
  }
  console.log("objects of files and mutants:", counts);
  return counts.objects > 0 && counts.faults === 0;
}

function faultsWithErrors(object: CalendarObject): string[] {
  try {
    return faultsOf(object);
  } catch (error) {
    return [String(error)];
  }
}
