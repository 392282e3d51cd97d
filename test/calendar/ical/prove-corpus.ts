/** Parses and writes the files of public test suites, and compares them with ical.js. */
import { join } from "node:path";
import { Glob } from "bun";
import ICAL from "ical.js";
import type { Component, Property } from "#calendar/ical/component.ts";
import { propertyOf } from "#calendar/ical/component.ts";
import { parseCalendars, writeComponent } from "#calendar/ical/lines.ts";
import { readDateTime, unescapeText } from "#calendar/ical/values.ts";
import { compareLines, logicalLines } from "./compare-lines.ts";

export type CorpusFile = { readonly name: string; readonly bytes: Uint8Array };

const shown = 30;

export async function proveCorpus(folder: string): Promise<{ files: CorpusFile[]; isProven: boolean }> {
  const files: CorpusFile[] = [];
  for (const name of [...new Glob("**/*.{ics,ICS,ical,ifb}").scanSync(folder)].sort()) {
    files.push({ name, bytes: fill(await Bun.file(join(folder, name)).bytes()) });
  }
  const counts = {
    exceptions: 0,
    exact: 0,
    mended: 0,
    lossy: 0,
    lostFiles: 0,
    events: 0,
    found: 0,
    dated: 0,
    undated: 0,
    bytes: 0,
    ms: 0,
  };
  const notes = new Map<string, string[]>();
  const note = (kind: string, text: string) => notes.set(kind, [...(notes.get(kind) ?? []), text]);
  const oracle = { files: 0, refused: 0, properties: 0, different: 0 };
  for (const { name, bytes } of files) {
    counts.bytes += bytes.length;
    const lines = logicalLines(bytes);
    try {
      const before = performance.now();
      const { calendars } = parseCalendars(bytes);
      const text = calendars.map(writeComponent).join("");
      counts.ms += performance.now() - before;
      const { lost, added } = compareLines(lines, logicalLines(Buffer.from(text)));
      const isMended = added.every((line) => /^(END:|BEGIN:VCALENDAR$)/.test(line));
      const isSame = lost.length === 0 && added.length === 0;
      if (isSame) counts.exact++;
      else if (lost.length === 0 && isMended) counts.mended++;
      else counts.lossy++;
      if (isSame && !keepsFolds(bytes, text)) note("folds differ", name);
      if (lost.length === 0 && added.length > 0) note("lines added", `${name}: ${[...new Set(added)].join(", ")}`);
      if (lost.length > 0 || !isMended)
        note(
          "lines outside of calendars",
          `${name}: ${lost.length} lost, ${added.length} added, ${JSON.stringify(lost[0])}`,
        );
      if (calendars.length === 0 && lines.some((line) => line.startsWith("BEGIN:"))) {
        counts.lostFiles++;
        note("lost", name);
      }
      const begun = lines.filter((line) => line === "BEGIN:VEVENT").length;
      const events = calendars.flatMap((each) => eventsIn(each));
      counts.events += begun;
      counts.found += Math.min(events.length, begun);
      if (events.length !== begun) note("events not found", `${name}: ${events.length} of ${begun}`);
      for (const event of events) {
        const start = propertyOf(event, "DTSTART");
        if (!start) {
          counts.undated++;
          note("events without DTSTART", name);
        } else if (readDateTime(start)) {
          counts.dated++;
        } else {
          note("starts that cannot be read", `${name}: ${start.raw}`);
        }
      }
      compareWithOracle(name, bytes, calendars, oracle, note);
    } catch (error) {
      counts.exceptions++;
      note("exceptions", `${name}: ${error}`);
    }
  }
  for (const [kind, texts] of notes) {
    const counted = [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) =>
      length > 1 ? `${text} (${length})` : text,
    );
    const more = counted.length > shown ? `\n  … and ${counted.length - shown} more` : "";
    console.log(`${kind}: ${texts.length}\n  ${counted.slice(0, shown).join("\n  ")}${more}`);
  }
  const { exceptions, exact, mended, lossy, lostFiles, events, found, dated, undated } = counts;
  console.log(
    `${files.length} files, ${(counts.bytes / 1e6).toFixed(1)} MB in ${counts.ms.toFixed(0)} ms: ${exceptions} exceptions, ${lostFiles} lost`,
  );
  console.log(
    `written: ${exact} equal line by line, ${mended} with missing ENDs added, ${lossy} less lines outside of calendars`,
  );
  console.log(
    `${events} events: ${found} found, ${undated} have no DTSTART, ${dated} of the others a start that can be read`,
  );
  console.log(
    `ical.js: ${oracle.files} files compared, ${oracle.refused} it refuses; ${oracle.properties} properties, ${oracle.different} differ`,
  );
  const isProven =
    files.length > 0 &&
    exceptions === 0 &&
    lostFiles === 0 &&
    found >= 0.999 * events &&
    dated >= 0.999 * (found - undated);
  return { files, isProven };
}

/** CalDAVTester's files contain dates relative to today: `$now.year.1:0101T100000`. */
function fill(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  if (!text.includes("$now.")) return bytes;
  const day = (offset: string) => new Date(Date.UTC(2026, 0, 1 + Number(offset))).toISOString().slice(0, 10);
  const filled = text
    .replace(/\$now\.year\.(-?\d+):/g, (_, offset: string) => String(2026 + Number(offset)))
    .replace(/\$now\.(-?\d+):/g, (_, offset: string) => day(offset).replaceAll("-", ""));
  return Buffer.from(filled, "latin1");
}

function eventsIn(component: Component): Component[] {
  const inside = component.items.flatMap((each) => (each.kind === "component" ? eventsIn(each) : []));
  return component.name === "VEVENT" ? [component, ...inside] : inside;
}

/** Folds are kept too, unless one cuts a character or a line is no UTF-8. */
function keepsFolds(bytes: Uint8Array, written: string): boolean {
  const physical = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const lines = physical(
    Buffer.from(bytes)
      .toString("utf8")
      .replace(/^\ufeff/, ""),
  );
  if (lines.some((line) => /[[\p{Cc}\ufffd\ufeff]--[\t\u0080-\u009f]]/v.test(line))) return true;
  const isBoundary = (line: string) => /^\s*(begin|end)\s*:/i.test(line);
  const [kept, expected] = [physical(written), lines].map((each) => each.filter((line) => !isBoundary(line)));
  return (
    JSON.stringify(kept) === JSON.stringify(expected?.map((line, index) => (index === 0 ? line.trimStart() : line)))
  );
}

type Oracle = { files: number; refused: number; properties: number; different: number };
type Note = (kind: string, text: string) => void;

/** Names, parameters and texts, where ical.js reads the file. */
function compareWithOracle(
  name: string,
  bytes: Uint8Array,
  calendars: readonly Component[],
  oracle: Oracle,
  note: Note,
): void {
  let theirs: unknown;
  try {
    theirs = ICAL.parse(
      Buffer.from(bytes)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    );
  } catch {
    oracle.refused++;
    return;
  }
  if (!Array.isArray(theirs) || theirs.length === 0) return;
  oracle.files++;
  const roots = (Array.isArray(theirs[0]) ? theirs : [theirs]) as JCal[];
  const [ours, others] = [calendars.flatMap(flatten), roots.flatMap(flattenJCal)];
  if (ours.length !== others.length) {
    oracle.different++;
    note("ical.js differs", `${name}: ${ours.length} properties, ical.js has ${others.length}`);
    return;
  }
  for (const [index, property] of ours.entries()) {
    oracle.properties++;
    const other = others[index];
    const differing = other === undefined ? "missing" : differenceOf(property, other);
    if (differing === null) continue;
    oracle.different++;
    note("ical.js differs", `${name}: ${differing}: ${property.raw.slice(0, 120)}`);
  }
}

type JProperty = [string, Record<string, string | string[]>, string, ...unknown[]];
type JCal = [string, JProperty[], JCal[]];

function flatten({ items }: Component): Property[] {
  const properties = items.filter((each) => each.kind === "property");
  return [...properties, ...items.flatMap((each) => (each.kind === "component" ? flatten(each) : []))];
}

function flattenJCal([, properties, components]: JCal): JProperty[] {
  return [...properties, ...components.flatMap(flattenJCal)];
}

function differenceOf(ours: Property, [name, params, type, ...values]: JProperty): string | null {
  if (ours.name !== name.toUpperCase()) return `name ${name}`;
  const text = values[0];
  // ical.js keeps the backslash of an escaped quote, which many calendars contain.
  const isText = type === "text" && values.length === 1 && typeof text === "string";
  if (isText && unescapeText(ours.value) !== text.replace(/\r/g, "").replaceAll('\\"', '"'))
    return `value ${JSON.stringify(text).slice(0, 80)}`;
  for (const [key, value] of Object.entries(params)) {
    const mine = ours.params.find((each) => each.name === key.toUpperCase())?.values;
    if (key !== "value" && mine?.join() !== [value].flat().join()) return `parameter ${key}=${value}, here ${mine}`;
  }
  return null;
}
