import { unprocessable } from "../errors.ts";
import { componentsOf } from "../ical/component.ts";
import { parseSteps } from "../ical/lines.ts";
import { type CalendarObject, leftOutOf, objectsOf } from "../ical/objects.ts";
import { type Home, type Reading, readObject, type Span } from "../ical/read.ts";
import type { Remark } from "../ical/remarks.ts";

export const maxEvents = 2_000;
/** Others run in between. */
const objectsPerTurn = 50;

export type ReadFile = {
  readonly objects: readonly { readonly object: CalendarObject; readonly reading: Reading }[];
  readonly remarks: readonly Remark[];
};

/** @throws ApiError 422 */
export async function readCalendarFile(bytes: Uint8Array, home: Home, span: Span): Promise<ReadFile> {
  const steps = parseSteps(bytes);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await nextTurn();
  const { calendars, remarks } = step.value;
  if (calendars.length === 0) throw unprocessable("file", "is no calendar");
  const count = calendars.reduce((sum, calendar) => sum + componentsOf(calendar, "VEVENT").length, 0);
  if (count > maxEvents) throw unprocessable("file", "holds more than 2,000 events", "limit_reached");
  const leftOut = leftOutOf(calendars);
  const objects: { object: CalendarObject; reading: Reading }[] = [];
  for (const object of objectsOf(calendars)) {
    objects.push({ object, reading: readObject(object, home, span) });
    if (objects.length % objectsPerTurn === 0) await nextTurn();
  }
  return { objects, remarks: [...remarks, ...leftOut.remarks] };
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
