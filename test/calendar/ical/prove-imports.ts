/** Imports the files of a corpus: the preview has their events, and the import brings what it counts. */
import { propertyOf } from "#calendar/ical/component.ts";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { objectsOf } from "#calendar/ical/objects.ts";
import { importedSpan } from "#calendar/ical/read.ts";
import { isCancelled } from "#calendar/ical/read-details.ts";
import { readDateTime } from "#calendar/ical/values.ts";
import { readCalendarFile } from "#calendar/imports/read.ts";
import { choices } from "../../support/calendar/imports.ts";
import { type Home, household } from "../../support/home/home.ts";
import { preview } from "../../support/operations/calendar-operations.ts";
import type { CorpusFile } from "./prove-corpus.ts";

const filesPerHousehold = 50;
const shown = 30;
const enough = 0.999;

type Counts = { files: number; refused: number; events: number; shown: number; cancelled: number; undated: number };

export async function proveImports(files: readonly CorpusFile[]): Promise<boolean> {
  const counts: Counts = { files: 0, refused: 0, events: 0, shown: 0, cancelled: 0, undated: 0 };
  const missing: string[] = [];
  const different: string[] = [];
  let home: Home | null = null;
  for (const [index, file] of files.entries()) {
    if (index % filesPerHousehold === 0 || !home) home = await household();
    const { status, body } = await preview(home, file.bytes, "corpus.ics");
    if (status !== 200) {
      counts.refused++;
      continue;
    }
    counts.files++;
    missing.push(...(await countEvents(home, file, counts)));
    const done = await home.as(home.members.anna).post(`/app/calendar-imports/${body.id}`, choices);
    const { new: fresh, past, known } = body.counts;
    const { added, skipped, remarks } = done.body;
    if (done.status !== 200 || added !== fresh + past || skipped !== known || remarks !== undefined)
      different.push(`${file.name}: ${fresh + past} and ${known} shown, ${added} added, ${skipped} skipped`);
  }
  for (const [kind, texts] of [
    ["not in the preview", missing],
    ["previews that differ", different],
  ] as const)
    console.log(`${kind}: ${texts.length}\n  ${texts.slice(0, shown).join("\n  ")}`);
  const { events, cancelled, undated } = counts;
  const share = counts.shown / (events - cancelled - undated);
  console.log("imports:", counts, `${(share * 100).toFixed(3)} % of the events in the preview`);
  return counts.files > 0 && share >= enough && different.length === 0;
}

/** Returns what is missing, without what is cancelled or has no start that can be read. */
async function countEvents({ clock }: Home, { name, bytes }: CorpusFile, counts: Counts): Promise<string[]> {
  const home = { timeZone: "Europe/Berlin", defaultReminder: null };
  const { objects } = await readCalendarFile(bytes, home, importedSpan(clock.now));
  const found = new Set(objects.flatMap(({ reading, events }) => (events.length > 0 ? [reading.uid] : [])));
  const cancelled = new Set(
    objects.flatMap(({ reading }) => reading.remarks.flatMap(({ code, uid }) => (/cancelled/.test(code) ? [uid] : []))),
  );
  return objectsOf(parseCalendars(bytes).calendars).flatMap(({ uid, components }) =>
    components.flatMap((each) => {
      counts.events++;
      const start = propertyOf(each, "DTSTART");
      if (found.has(uid)) counts.shown++;
      else if (cancelled.has(uid) || isCancelled(each)) counts.cancelled++;
      else if (!start || !readDateTime(start)) counts.undated++;
      else return [`${name}: ${uid.slice(0, 80)}, ${start.raw}`];
      return [];
    }),
  );
}
