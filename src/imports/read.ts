import { unprocessable } from "../errors.ts";
import { componentsOf } from "../ical/component.ts";
import { parseSteps } from "../ical/lines.ts";
import { type CalendarObject, keptText, leftOutOf, objectSteps } from "../ical/objects.ts";
import { type Home, type Reading, readObject, type Span } from "../ical/read.ts";
import { type Remark, remark } from "../ical/remarks.ts";
import { runSteps, yieldToEventLoop } from "../lib/concurrency.ts";

export const maxEvents = 2_000;
const linesPerStep = 200;

/** Computed before the transaction, which makes others wait. */
export type KeptText = { readonly ics: string; readonly hash: string };

export type ReadFile = {
  readonly objects: readonly { readonly reading: Reading; readonly text: KeptText }[];
  readonly remarks: readonly Remark[];
};

/** @throws ApiError 422 */
export async function readCalendarFile(bytes: Uint8Array, home: Home, span: Span): Promise<ReadFile> {
  const { calendars, isWhole, remarks } = await runSteps(parseSteps(bytes, linesPerStep));
  if (calendars.length === 0) throw unprocessable("file", "is no calendar", "no_calendar");
  const count = calendars.reduce((sum, calendar) => sum + componentsOf(calendar, "VEVENT").length, 0);
  if (count > maxEvents) throw unprocessable("file", "holds more than 2,000 events", "limit_reached");
  const leftOut = leftOutOf(calendars);
  const objects: { reading: Reading; text: KeptText }[] = [];
  for (const object of await runSteps(objectSteps(calendars))) {
    await yieldToEventLoop();
    objects.push({ reading: readObject(object, home, span), text: textOf(object) });
  }
  return { objects, remarks: [...(isWhole ? [] : [remark("cut_off")]), ...remarks, ...leftOut.remarks] };
}

function textOf(object: CalendarObject): KeptText {
  const ics = keptText(object);
  return { ics, hash: Bun.SHA256.hash(ics, "hex") };
}
