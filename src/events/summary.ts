/** What a change of an event reads like in the feed. */
import type { Changes } from "../activity/record.ts";
import { formatList, formatQuotedNames } from "../lib/english.ts";
import { dateIn, formatDate, isoOf } from "../lib/time.ts";
import { toWall } from "../lib/zone.ts";
import { withParts } from "../recurrence/rule.ts";
import type { Slot } from "../recurrence/series.ts";
import { spokenRule } from "../recurrence/spoken-rule.ts";
import type { Event, Times } from "./event.ts";

/** In whose time zone, and as of when: dates of this year are spoken without it. */
type Reader = { readonly timeZone: string; readonly now: Date };

/** How much of an event was changed; `restored`: an instance that had been cancelled. */
type Extent = "this" | "this_and_future" | "all" | "restored";

const words: Readonly<Record<string, string>> = {
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
  return `added “${event.title}” on ${spokenStart(event, reader)}${spokenRule(event)}`;
}

/** `added 5 events: “Piano”, “Swimming”, “Dentist” and 2 more`. */
export function addedTogether(events: readonly Event[]): string {
  return `added ${events.length} events: ${formatQuotedNames(events.map(({ title }) => title))}`;
}

/** The same for a PATCH, by what it changed and in how much of a series. */
export function changedSummary(
  before: Event,
  after: Event,
  changes: Changes,
  extent: Extent,
  slot: Slot | null,
  reader: Reader,
): string {
  const where = slot && extent !== "all" ? spokenSlot(before, slot, extent === "this_and_future", reader) : "";
  if (extent === "restored") return `brought “${before.title}”${where} back`;
  const { title, startsAt, endsAt, allDay, recurrenceRule, ...others } = changes;
  const isMoved = startsAt !== undefined && Object.keys(others).length === 0 && !title && isFollowing(before, after);
  if (isMoved && !allDay) {
    const to = { allDay: after.allDay, startAt: Date.parse(String(startsAt.to)), endAt: 0 };
    return `moved “${before.title}”${where} to ${spokenMove(slot && extent !== "all" ? { ...before, startAt: slot.at } : before, to, reader)}`;
  }
  if (title && Object.keys(changes).length === 1)
    return `renamed “${String(title.from)}”${where} to “${String(title.to)}”`;
  const fields = [...new Set(Object.keys(changes).map((field) => words[field] ?? field))];
  return `changed ${fields.length === 0 ? "" : `the ${formatList(fields)} of `}“${before.title}”${where}`;
}

/** The same for a DELETE. */
export function removedSummary(
  event: Event,
  scope: Exclude<Extent, "restored">,
  slot: Slot | null,
  reader: Reader,
): string {
  if (scope === "all" || !slot) return `deleted “${event.title}”`;
  return `${scope === "this" ? "cancelled" : "ended"} “${event.title}”${spokenSlot(event, slot, scope !== "this", reader)}`;
}

function spokenSlot({ allDay }: Event, { at }: Slot, isOnwards: boolean, reader: Reader): string {
  const date = spokenStart({ allDay, startAt: at, endAt: at }, reader);
  return isOnwards ? ` from ${date} on` : ` on ${date}`;
}

function spokenStart({ allDay, startAt }: Times, { timeZone, now }: Reader): string {
  const date = allDay ? isoOf(startAt).slice(0, 10) : dateIn(timeZone, new Date(startAt));
  return formatDate(date, dateIn(timeZone, now));
}

/** Whether a rule is the same but for the days and the end that go along with a move. */
function isFollowing({ recurrenceRule: before }: Event, { recurrenceRule: after }: Event): boolean {
  if (before === null || after === null) return before === after;
  const moving = { BYDAY: null, BYMONTHDAY: null, BYMONTH: null, UNTIL: null, COUNT: null };
  return withParts(before, moving) === withParts(after, moving);
}

/** `16:00` where the date stays, else `Wed 2 Dec at 16:00`. */
function spokenMove(from: Times, to: Times, reader: Reader): string {
  const date = spokenStart(to, reader);
  const time = to.allDay ? "" : isoOf(toWall(reader.timeZone, to.startAt)).slice(11, 16);
  if (time === "") return date;
  return date === spokenStart(from, reader) ? time : `${date} at ${time}`;
}
