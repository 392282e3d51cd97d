/**
 * Compares the dates of public calendars with those of Python's recurring_ical_events:
 * `bun run prove:ical-instances <folder>`, or CORPORA for the folder. It holds copies of public repositories with .ics
 * files, such as github.com/niccokunzmann/python-recurring-ical-events. Needs Debian's python3-recurring-ical-events.
 */
import { basename, join } from "node:path";
import { Glob } from "bun";
import { type Event, instanceAt, seriesOf, singleInstance } from "#calendar/events/event.ts";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { objectsOf } from "#calendar/ical/objects.ts";
import { readObject, type Span } from "#calendar/ical/read.ts";
import { day } from "#lib/time.ts";

const python = "/usr/bin/python3";
const home = { timeZone: "UTC", defaultReminder: null };

/**
 * Files that version 2.0.1 reads differently, by its faults. The tests of its later versions expect what we read, except
 * for the last.
 */
const known: ReadonlyMap<string, string> = new Map([
  ["issue_75_range_parameter.ics", "RANGE is ignored"],
  ["issue_107_omitting_last_event.ics", "the last date is left out after a clock change"],
  ["issue_117_until_before_dtstart.ics", "a series that ends before it starts is shown once"],
  ["issue_148_edge_case_1.ics", "EXDATE does not exclude an override"],
  ["issue_148_exdate_and_rdate_updated.ics", "the dates of the older version count too"],
  ["issue_148_ignored_exdate.ics", "the dates of the older version count too"],
  ["issue_163_deleted_modification.ics", "EXDATE does not exclude an override"],
  ["issue_201_mixed_datetime_and_date.ics", "a date that ends at a time counts as a time"],
]);

/** Milliseconds. */
type Instance = readonly [start: number, end: number, isDate: boolean];
type File = { readonly name: string; readonly span: Span; readonly found: readonly Instance[] };
type Answer = readonly Instance[] | { readonly error: string };

function instancesOf(event: Event, { from, to }: Span): Instance[] {
  const series = seriesOf(event);
  if (!series) return [singleInstance(event)].map(({ startAt, endAt, allDay }) => [startAt, endAt, allDay]);
  const exceptions = new Map(event.exceptions.map((each) => [each.wall, each]));
  const shown = series.slots(from - 400 * day, to + 400 * day).map((slot) => {
    const exception = exceptions.get(slot.localMs);
    return exception?.cancelled ? null : instanceAt(event, slot, exception);
  });
  return shown.flatMap((each): Instance[] => (each ? [[each.startAt, each.endAt, each.allDay]] : []));
}

/** Ten years from the first event of the file. */
function readFile(name: string, bytes: Uint8Array): File {
  const objects = objectsOf(parseCalendars(bytes).calendars);
  const years = [...new TextDecoder().decode(bytes).matchAll(/^DTSTART[^\r\n]*:(\d{4})\d{4}/gm)].map(([, year]) =>
    Number(year),
  );
  const first = Math.max(1971, Math.min(...years.filter((year) => year > 1970), 2030));
  const span = { from: Date.UTC(first, 0, 1), to: Date.UTC(Math.min(first + 10, 2037), 0, 1) };
  const found = objects.flatMap((object) => {
    const { event, singles } = readObject(object, home, span);
    return [...(event ? [event] : []), ...singles].flatMap((each) => instancesOf(each, span));
  });
  return { name, span, found };
}

async function readByPython(folder: string, files: readonly File[]): Promise<Answer[] | null> {
  const cases = files.map(({ name, span }) => ({
    path: join(folder, name),
    from: span.from / 1_000,
    to: span.to / 1_000,
  }));
  const child = Bun.spawn([python, join(import.meta.dir, "read_instances.py")], {
    stdin: new Blob(cases.map((each) => `${JSON.stringify(each)}\n`)),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [answers, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) {
    console.log(errors.trim().split("\n").at(-1));
    return null;
  }
  return answers
    .trim()
    .split("\n")
    .map((line) => {
      const read = JSON.parse(line) as Answer;
      if ("error" in read) return read;
      // Version 2.0.1 gives days without an end no length; RFC 5545 §3.6.1 says one day.
      return read.map(([start, end, isDate]): Instance => {
        return [start * 1_000, (isDate && start === end ? start + day / 1_000 : end) * 1_000, isDate];
      });
    });
}

const textOf = ([start, end, isDate]: Instance) =>
  `${new Date(start).toISOString().slice(0, isDate ? 10 : 19)}/${new Date(end).toISOString().slice(0, isDate ? 10 : 19)}`;

/** Those that begin in the span, sorted. */
function inside(instances: readonly Instance[], { from, to }: Span): string[] {
  return instances
    .filter(([start]) => start >= from + day && start < to - day)
    .map(textOf)
    .sort();
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((each) => {
    const place = left.indexOf(each);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

function compare(files: readonly File[], answers: readonly Answer[]): boolean {
  const counts = { files: 0, equal: 0, instances: 0, missing: 0, extra: 0, unreadable: 0, known: 0 };
  for (const [index, { name, span, found }] of files.entries()) {
    const answer = answers[index] ?? { error: "no answer" };
    if ("error" in answer) {
      counts.unreadable++;
      console.log(`${name}: Python answers ${answer.error.slice(0, 120)}`);
      continue;
    }
    const [ours, theirs] = [inside(found, span), inside(answer, span)];
    const [missing, extra] = [without(theirs, ours), without(ours, theirs)];
    const difference = `${missing.length} missing ${missing.slice(0, 3)}; ${extra.length} extra ${extra.slice(0, 3)}`;
    const reason = known.get(basename(name));
    if (missing.length + extra.length > 0) console.log(`${name}: ${difference}${reason ? ` (known: ${reason})` : ""}`);
    if (reason !== undefined) {
      counts.known++;
      continue;
    }
    counts.files++;
    counts.equal += Number(missing.length + extra.length === 0);
    counts.instances += theirs.length;
    counts.missing += missing.length;
    counts.extra += extra.length;
  }
  console.log(counts);
  const share = 1 - (counts.missing + counts.extra) / Math.max(1, counts.instances);
  console.log(`${(share * 100).toFixed(2)} % of instances are equal`);
  return share >= 0.99;
}

const folder = process.argv[2] ?? process.env.CORPORA;
if (folder === undefined) {
  console.log("No folder with calendars is given: nothing is compared.");
} else {
  const names = [...new Glob("**/*.ics").scanSync(folder)].sort();
  const files = await Promise.all(
    names.map(async (name) => readFile(name, await Bun.file(join(folder, name)).bytes())),
  );
  const answers = await readByPython(folder, files);
  if (answers === null) console.log("Not compared. It needs Debian's python3-recurring-ical-events.");
  else if (!compare(files, answers)) process.exitCode = 1;
}
