import { withParts } from "#lib/recurrence/rule.ts";
import { sayRule } from "#lib/recurrence/rule-text.ts";
import type { Slot } from "#lib/recurrence/series.ts";
import { type Phrase, type Sentence, say, sayDate, sayFields, sayNames, sayTime } from "#lib/sentence.ts";
import { dateIn, isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import type { Changes } from "#platform/activity/record.ts";
import type { Event, Times } from "./event.ts";

/** Time zone of the reader, and the current time. Dates in the year of `now` are written without the year. */
type Reader = { readonly timeZone: string; readonly now: Date };

type ChangeScope = "this" | "this_and_future" | "all" | "restored";

const fieldNames: Readonly<Record<string, Phrase>> = {
  title: say`title`,
  startsAt: say`start`,
  endsAt: say`end`,
  allDay: say`length`,
  location: say`place`,
  notes: say`notes`,
  recurrenceRule: say`repetition`,
  memberIds: say`people`,
  reminderMinutes: say`reminder`,
  reminderMinutesList: say`reminder`,
  isGeneral: say`people`,
  syncTargets: say`calendar copies`,
};

export function addedSummary(event: Event, reader: Reader): Sentence {
  return say`added “${event.title}” on ${sayStart(event, reader)}${sayRule(event)}`;
}

export function addedManySummary(events: readonly Event[]): Sentence {
  return say`added ${events.length} events: ${sayNames(events.map(({ title }) => title))}`;
}

export function deletedManySummary(events: readonly { readonly title: string }[]): Sentence {
  const titles = events.map(({ title }) => title);
  const distinct = [...new Set(titles)];
  const repeated = titles.filter((title, index) => titles.indexOf(title) !== index);
  return say`deleted ${events.length} events: ${sayNames([...distinct, ...repeated])}`;
}

export function changedSummary(
  before: Event,
  after: Event,
  changes: Changes,
  extent: ChangeScope,
  slot: Slot | null,
  reader: Reader,
): Sentence {
  const where = slot && extent !== "all" ? saySlot(before, slot, extent === "this_and_future", reader) : "";
  if (extent === "restored") return say`brought “${before.title}”${where} back`;
  const { title, startsAt, endsAt, allDay, recurrenceRule, ...others } = changes;
  const isMoved =
    startsAt !== undefined && Object.keys(others).length === 0 && !title && isSameExceptMove(before, after);
  if (isMoved && !allDay) {
    const from = slot && extent !== "all" ? { ...before, startAt: slot.at } : before;
    const to = { allDay: after.allDay, startAt: Date.parse(String(startsAt.to)), endAt: 0 };
    return say`moved “${before.title}”${where} to ${sayMove(from, to, reader)}`;
  }
  const fields = Object.keys(changes);
  if (title && fields.length === 1) return say`renamed “${String(title.from)}”${where} to “${String(title.to)}”`;
  if (fields.length === 0) return say`changed “${before.title}”${where}`;
  return say`changed the ${sayFields(fields, fieldNames)} of “${before.title}”${where}`;
}

export function removedSummary(
  event: Event,
  scope: Exclude<ChangeScope, "restored">,
  slot: Slot | null,
  reader: Reader,
): Sentence {
  if (scope === "all" || !slot) {
    return event.recurrenceRule === null
      ? say`deleted the event “${event.title}” on ${sayStart(event, reader)}`
      : say`deleted the series “${event.title}”`;
  }
  const where = saySlot(event, slot, scope !== "this", reader);
  return scope === "this" ? say`cancelled “${event.title}”${where}` : say`ended “${event.title}”${where}`;
}

function saySlot({ allDay }: Event, { at }: Slot, isOnwards: boolean, reader: Reader): Phrase {
  const date = sayStart({ allDay, startAt: at, endAt: at }, reader);
  return isOnwards ? say` from ${date} on` : say` on ${date}`;
}

function sayStart({ allDay, startAt }: Times, { timeZone, now }: Reader): Phrase {
  const date = allDay ? isoOf(startAt).slice(0, 10) : dateIn(timeZone, new Date(startAt));
  return sayDate(date, dateIn(timeZone, now));
}

function isSameExceptMove({ recurrenceRule: before }: Event, { recurrenceRule: after }: Event): boolean {
  if (before === null || after === null) return before === after;
  const moving = { BYDAY: null, BYMONTHDAY: null, BYMONTH: null, UNTIL: null, COUNT: null };
  return withParts(before, moving) === withParts(after, moving);
}

/** Returns the new start of a moved event: `16:00` on the same date, otherwise `Wed 2 Dec at 16:00`. */
function sayMove(from: Times, to: Times, reader: Reader): Phrase {
  const date = sayStart(to, reader);
  if (to.allDay) return date;
  const time = sayTime(isoOf(toLocalMs(reader.timeZone, to.startAt)).slice(11, 16));
  return date.english === sayStart(from, reader).english ? time : say`${date} at ${time}`;
}
