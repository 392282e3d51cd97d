/** Reads damaged copies of files: whatever is in them, the reader neither throws nor takes long. */
import type { Component } from "#calendar/ical/component.ts";
import { componentsOf, propertiesOf, propertyOf } from "#calendar/ical/component.ts";
import { parseCalendars, writeComponent } from "#calendar/ical/lines.ts";
import { htmlToText, readDateTime, readDuration, readPeriods, readTexts, unescapeText } from "#calendar/ical/values.ts";
import { createZones } from "#calendar/ical/zones.ts";
import { randomFrom } from "../../support/random/rules.ts";
import type { CorpusFile } from "./prove-corpus.ts";

const maxBytes = 20_000;
const maxMs = 20;

export function proveMutants(files: readonly CorpusFile[], count: number, seed: number): boolean {
  const small = files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= maxBytes);
  const random = randomFrom(seed);
  const result = { crashes: 0, slow: 0, unstable: 0, slowest: 0, ms: 0 };
  for (let index = 0; index < count && small.length > 0; index++) {
    const file = small[Math.floor(random() * small.length)];
    const other = small[Math.floor(random() * small.length)];
    if (!file || !other) continue;
    const bytes = mutate(file.bytes, other.bytes, random);
    try {
      let ms = timeOf(bytes);
      // The machine may have been busy with something else.
      for (let again = 0; ms > maxMs && again < 3; again++) ms = Math.min(ms, timeOf(bytes));
      result.ms += ms;
      result.slowest = Math.max(result.slowest, ms);
      if (ms > maxMs) result.slow++;
      if (ms > maxMs) console.log(`slow: ${ms.toFixed(1)} ms, mutant ${index} of ${file.name}`);
      if (isStable(bytes)) continue;
      result.unstable++;
      console.log(`changes when written again: mutant ${index} of ${file.name}`);
    } catch (error) {
      result.crashes++;
      console.log(`mutant ${index} of ${file.name}: ${error}`);
    }
  }
  const { crashes, slow, unstable, slowest, ms } = result;
  console.log(
    `${count} mutants of ${small.length} files: ${crashes} crashes, ${slow} over ${maxMs} ms, ${unstable} change when written again`,
  );
  console.log(`mutants: ${(ms / count).toFixed(2)} ms each, ${slowest.toFixed(1)} ms at most`);
  return small.length > 0 && crashes + slow + unstable === 0;
}

function timeOf(bytes: Uint8Array): number {
  const before = performance.now();
  readAll(bytes);
  return performance.now() - before;
}

/** Everything that reading uses. */
export function readAll(bytes: Uint8Array): void {
  const { calendars } = parseCalendars(bytes);
  for (const calendar of calendars) {
    writeComponent(calendar);
    const name = propertyOf(calendar, "X-WR-TIMEZONE")?.value ?? null;
    const zones = createZones(componentsOf(calendar, "VTIMEZONE"), { timeZone: "Europe/Berlin" }, name);
    readValues(calendar, zones.resolve);
  }
}

function readValues(component: Component, resolve: ReturnType<typeof createZones>["resolve"]): void {
  for (const each of component.items) {
    if (each.kind === "component") readValues(each, resolve);
    if (each.kind !== "property") continue;
    const time = readDateTime(each);
    if (time?.tzid) resolve(time.tzid, time.localMs);
    readPeriods(each);
    readDuration(each.value);
    readTexts(each.value);
    htmlToText(unescapeText(each.value));
  }
  propertiesOf(component, "RRULE");
}

/** Whether the written text is read as the same. */
export function isStable(bytes: Uint8Array): boolean {
  const write = (from: Uint8Array) => parseCalendars(from).calendars.map(writeComponent).join("");
  const text = write(bytes);
  return write(Buffer.from(text)) === text;
}

const inserted = [
  "\r\n",
  "\n ",
  "\r",
  ":",
  ";",
  '"',
  "^",
  "\\",
  ",",
  "BEGIN:VEVENT\r\n",
  "END:VEVENT\r\n",
  "END:VCALENDAR\r\n",
  "\0",
  "\xff",
  "=",
  "T",
  "9".repeat(20),
  "BEGIN:X\n".repeat(30),
];

/** One to five flips, cuts, repetitions, insertions or pieces of another file. */
export function mutate(bytes: Uint8Array, other: Uint8Array, random: () => number): Uint8Array {
  const whole = (below: number) => Math.floor(random() * below);
  let mutant = Buffer.from(bytes);
  for (let left = 1 + whole(5); left > 0; left--) {
    const at = whole(mutant.length + 1);
    const end = Math.min(mutant.length, at + whole(200));
    const [before, piece, after] = [mutant.subarray(0, at), mutant.subarray(at, end), mutant.subarray(end)];
    const from = whole(other.length);
    const insertion = Buffer.from(inserted[whole(inserted.length)] ?? "", "latin1");
    const kinds = [
      () => Buffer.concat([before, Buffer.from(piece.map((byte) => (random() < 0.1 ? whole(256) : byte))), after]),
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, piece, piece, piece, after]),
      () => Buffer.concat([before, insertion, piece, after]),
      () => Buffer.concat([before, other.subarray(from, from + whole(500)), piece, after]),
      () => (random() < 0.2 ? before : mutant),
    ];
    mutant = kinds[whole(kinds.length)]?.() ?? mutant;
  }
  return mutant;
}
