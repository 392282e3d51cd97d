import type { Changes } from "../activity/record.ts";
import { formatList, formatQuotedNames } from "../lib/english.ts";
import { dateIn, formatDate, isoOf } from "../lib/time.ts";
import { toWall } from "../lib/zone.ts";
import { formatRule, withParts } from "../recurrence/rule.ts";
import type { Slot } from "../recurrence/series.ts";
import type { Event, Times } from "./event.ts";

/** Dates in the year of `now` omit the year. */
type Reader = { readonly timeZone: string; readonly now: Date };

type ChangeExtent = "this" | "this_and_future" | "all" | "restored";

const fieldWords: Readonly<Record<string, string>> = {
  title: "title",
  startsAt: "start",
  endsAt: "end",
  allDay: "length",
  location: "place",
  notes: "notes",
  recurrenceRule: "repetition",
  memberIds: "people",
  reminderMinutes: "reminder",
  reminderMinutesList: "reminder",
  isGeneral: "people",
  syncTargets: "calendar copies",
};

/** `added “Piano” on Tue 1 Dec, every 2 weeks`. */
export function addedSummary(event: Event, reader: Reader): string {
  return `added “${event.title}” on ${formatStart(event, reader)}${formatRule(event)}`;
}

/** `added 5 events: “Piano”, “Swimming”, “Dentist” and 2 more`. */
export function addedManySummary(events: readonly Event[]): string {
  return `added ${events.length} events: ${formatQuotedNames(events.map(({ title }) => title))}`;
}

export function changedSummary(
  before: Event,
  after: Event,
  changes: Changes,
  extent: ChangeExtent,
  slot: Slot | null,
  reader: Reader,
): string {
  const where = slot && extent !== "all" ? formatSlot(before, slot, extent === "this_and_future", reader) : "";
  if (extent === "restored") return `brought “${before.title}”${where} back`;
  const { title, startsAt, endsAt, allDay, recurrenceRule, ...others } = changes;
  const isMoved =
    startsAt !== undefined && Object.keys(others).length === 0 && !title && isSameExceptMove(before, after);
  if (isMoved && !allDay) {
    const to = { allDay: after.allDay, startAt: Date.parse(String(startsAt.to)), endAt: 0 };
    return `moved “${before.title}”${where} to ${formatMove(slot && extent !== "all" ? { ...before, startAt: slot.at } : before, to, reader)}`;
  }
  if (title && Object.keys(changes).length === 1)
    return `renamed “${String(title.from)}”${where} to “${String(title.to)}”`;
  const fields = [...new Set(Object.keys(changes).map((field) => fieldWords[field] ?? field))];
  return `changed ${fields.length === 0 ? "" : `the ${formatList(fields)} of `}“${before.title}”${where}`;
}

export function removedSummary(
  event: Event,
  scope: Exclude<ChangeExtent, "restored">,
  slot: Slot | null,
  reader: Reader,
): string {
  if (scope === "all" || !slot) return `deleted “${event.title}”`;
  return `${scope === "this" ? "cancelled" : "ended"} “${event.title}”${formatSlot(event, slot, scope !== "this", reader)}`;
}

function formatSlot({ allDay }: Event, { at }: Slot, isOnwards: boolean, reader: Reader): string {
  const date = formatStart({ allDay, startAt: at, endAt: at }, reader);
  return isOnwards ? ` from ${date} on` : ` on ${date}`;
}

function formatStart({ allDay, startAt }: Times, { timeZone, now }: Reader): string {
  const date = allDay ? isoOf(startAt).slice(0, 10) : dateIn(timeZone, new Date(startAt));
  return formatDate(date, dateIn(timeZone, now));
}

function isSameExceptMove({ recurrenceRule: before }: Event, { recurrenceRule: after }: Event): boolean {
  if (before === null || after === null) return before === after;
  const moving = { BYDAY: null, BYMONTHDAY: null, BYMONTH: null, UNTIL: null, COUNT: null };
  return withParts(before, moving) === withParts(after, moving);
}

/** `16:00` on the same date, otherwise `Wed 2 Dec at 16:00`. */
function formatMove(from: Times, to: Times, reader: Reader): string {
  const date = formatStart(to, reader);
  const time = to.allDay ? "" : isoOf(toWall(reader.timeZone, to.startAt)).slice(11, 16);
  if (time === "") return date;
  return date === formatStart(from, reader) ? time : `${date} at ${time}`;
}
