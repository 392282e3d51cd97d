import { runSteps, yieldToEventLoop } from "#lib/concurrency.ts";
import { unprocessable } from "#lib/errors.ts";
import type { Event } from "../events/event.ts";
import { type Component, componentsOf, withoutProperties } from "../ical/component.ts";
import { parseSteps } from "../ical/lines.ts";
import { type CalendarObject, isTooLarge, objectText, skippedComponentsIn } from "../ical/objects.ts";
import { type CalendarDefaults, type Reading, readObject, type Span, tooLargeReading } from "../ical/read.ts";
import { type Remark, remark } from "../ical/remarks.ts";
import { separateObjectSteps, seriesComponentsOf, withUid } from "../ical/series-components.ts";

export const maxEvents = 20_000;
const linesPerStep = 200;
/**
 * Maximum number of characters for all single dates of the series in a file together. Each date gets a copy of the text
 * of its series. A long text with many dates would become too large.
 */
const maxTextOfDates = 5_242_880;
const uidLength = 80;

/** Text of an iCalendar object. Computed before the transaction, because a transaction blocks other requests. */
export type ObjectText = { readonly ics: string; readonly hash: string };

/**
 * Event in a file. `uid` is the UID of the iCalendar object. Single dates of a series have UIDs of their own in
 * `reading`.
 */
export type FileEvent = {
  readonly uid: string;
  /** Whether the event represents the whole object, not one of its dates. */
  readonly isWhole: boolean;
  readonly reading: Pick<Reading, "uid" | "categories"> & { readonly event: Event };
  readonly text: ObjectText;
};

export type ReadFile = {
  readonly objects: readonly { readonly reading: Reading; readonly events: readonly FileEvent[] }[];
  readonly remarks: readonly Remark[];
};

/** Reads the events of a calendar file. @throws ApiError 422 if the file is no calendar, or has too many events */
export async function readCalendarFile(bytes: Uint8Array, home: CalendarDefaults, span: Span): Promise<ReadFile> {
  const { calendars, isWhole, remarks } = await runSteps(parseSteps(bytes, linesPerStep));
  if (calendars.length === 0) throw unprocessable("file", "is no calendar", "no_calendar");
  const count = calendars.reduce((sum, calendar) => sum + componentsOf(calendar, "VEVENT").length, 0);
  if (count > maxEvents) throw tooMany();
  const leftOut = skippedComponentsIn(calendars);
  const objects: { reading: Reading; events: readonly FileEvent[] }[] = [];
  let textLeft = maxTextOfDates;
  let eventsLeft = maxEvents;
  for (const object of await runSteps(separateObjectSteps(calendars))) {
    await yieldToEventLoop();
    const whole = textOf(object);
    if (isTooLarge(object, whole.ics)) {
      objects.push({ reading: tooLargeReading(object), events: [] });
      continue;
    }
    const reading = readObject(object, home, span);
    const { uid, event } = reading;
    eventsLeft -= event ? 1 : reading.importable.length;
    if (eventsLeft < 0) throw tooMany();
    if (event) objects.push({ reading, events: [{ uid, isWhole: true, reading: { ...reading, event }, text: whole }] });
    else {
      const events = datesOf(object, reading, textLeft);
      textLeft -= events.reduce((sum, { text }) => sum + text.ics.length, 0);
      objects.push({ reading, events });
    }
  }
  return { objects, remarks: [...(isWhole ? [] : [remark("cut_off")]), ...remarks, ...leftOut.remarks] };
}

function tooMany() {
  return unprocessable("file", "holds more than 20,000 events", "limit_reached");
}

function textOf(object: CalendarObject): ObjectText {
  const ics = objectText(object);
  return { ics, hash: Bun.SHA256.hash(ics, "hex") };
}

/** Returns the dates of a series as single events. A second import of the same file gives the dates the same UIDs. */
function datesOf(object: CalendarObject, { uid, importable, categories }: Reading, maxTextLength: number): FileEvent[] {
  const main = seriesComponentsOf(object.components).master?.component ?? object.components[0];
  if (!main || importable.length === 0) return [];
  const series = object.components.map((each) => (each === main ? withoutProperties(each, ["RDATE"]) : each));
  const single = withoutProperties(main, [...repetition, "UID"]);
  const textWith = (...components: Component[]) => textOf({ ...object, components });
  const length = Math.max(textWith(...series).ics.length, textWith(single).ics.length + uidLength);
  const isKept = length * importable.length <= maxTextLength;
  const count = new Map<string, number>();
  return importable.map((event) => {
    const start = `${event.startWall} ${event.allDay}`;
    const number = count.get(start) ?? 0;
    count.set(start, number + 1);
    const isSeries = event.recurrenceRule !== null;
    const ownUid = isSeries ? uid : Bun.SHA256.hash(JSON.stringify([uid, start, number]), "hex");
    const text = isKept ? textWith(...(isSeries ? series : [withUid(single, ownUid)])) : noText;
    return { uid, isWhole: false, reading: { uid: ownUid, categories, event }, text };
  });
}

const noText: ObjectText = { ics: "", hash: "" };
const repetition = ["RRULE", "RDATE", "EXRULE", "EXDATE", "RECURRENCE-ID"];
