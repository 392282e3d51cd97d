import type { Suggestion } from "#web/forms/phrase-suggestion.tsx";
import type { Errors } from "#web/forms/use-draft.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { following, once, type Repeat, readRepeat, repeatError, ruleOf } from "#web/recurrence/repeat.ts";
import { isEverybodys } from "./occurrence.ts";
import type { Instance } from "./source.ts";
import {
  dayMinutes,
  dayOf,
  daysOf,
  fromSpan,
  midnightOf,
  minuteAt,
  minuteOfDay,
  type Span,
  shifted,
  toSpan,
} from "./span.ts";
import { hasTarget, type Target, toTarget } from "./targets.ts";

/**
 * Reminders of an event. A list contains minutes before the start of the event, in ascending order. `default` means the
 * household's default reminder.
 */
export type Reminders = "default" | "none" | readonly number[];

export type Draft = {
  readonly title: string;
  readonly span: Span;
  readonly memberIds: readonly string[];
  /**
   * Whether an event that has members is also for the whole household. Has no effect if the event has no members,
   * because an event without members is always for the whole household.
   */
  readonly isGeneral: boolean;
  readonly repeat: Repeat;
  readonly location: string;
  readonly notes: string;
  readonly reminders: Reminders;
  /**
   * Calendars of connected accounts to which the event is copied. In a new event, null means the default calendars of
   * the event's members.
   */
  readonly targets: readonly Target[] | null;
};

export type Field = keyof Draft | "start" | "end";

/** Maps the names of the server's fields to the names of the form's fields. */
export const fields: Readonly<Record<string, Field>> = {
  startsAt: "start",
  endsAt: "end",
  allDay: "start",
  isGeneral: "memberIds",
  recurrenceRule: "repeat",
  reminderMinutes: "reminders",
  reminderMinutesList: "reminders",
  syncTargets: "targets",
};

export type Fields = {
  title: string;
  startsAt: string;
  endsAt: string;
  allDay: boolean;
  memberIds: string[];
  isGeneral: boolean;
  recurrenceRule: string | null;
  location: string | null;
  notes: string | null;
  reminderMinutes: number | null;
  reminderMinutesList: number[];
  syncTargets: Target[];
};

export function newDraft(span: Span, memberIds: readonly string[]): Draft {
  const repeat = once(dayOf(span.start));
  const texts = { title: "", location: "", notes: "" };
  return { ...texts, span, memberIds, isGeneral: false, repeat, reminders: "default", targets: null };
}

/**
 * Returns the day on which an instance starts according to the recurrence rule. If the instance was moved, this is its
 * original day. If the event does not repeat, this is the day on which the event starts.
 */
export function slotDay({ allDay, instanceStartsAt, startsAt }: Instance, timeZone: string): string {
  const slot = instanceStartsAt ?? startsAt;
  return dayOf(toSpan({ allDay, startsAt: slot, endsAt: slot }, timeZone).start);
}

export function draftOf(event: Instance, timeZone: string): Draft {
  const span = toSpan(event, timeZone);
  const repeat = readRepeat(event.recurrenceRule, slotDay(event, timeZone), event.timeZone);
  return {
    title: event.title,
    span,
    memberIds: event.memberIds,
    isGeneral: event.memberIds.length > 0 && isEverybodys(event),
    repeat,
    location: event.location ?? "",
    notes: event.notes ?? "",
    reminders: remindersOf(event),
    targets: event.syncTargets.map(toTarget),
  };
}

export function remindersOf(event: Pick<Instance, "reminderMinutes" | "reminderMinutesList">): Reminders {
  if (event.reminderMinutesList.length > 0) return event.reminderMinutesList;
  return event.reminderMinutes === -1 ? "none" : "default";
}

/**
 * Moves the event of a draft to the time `start`, in local minutes (see {@link Span}). The event keeps its length. The
 * recurrence changes with the day of the start: if a weekly event moves from Monday to Tuesday, for example, it then
 * repeats on Tuesdays.
 */
export function startingAt(draft: Draft, start: number): Draft {
  const span = shifted(draft.span, start - draft.span.start);
  return { ...draft, span, repeat: following(draft.repeat, dayOf(draft.span.start), dayOf(start)) };
}

/**
 * Turns a draft into an all-day event if `allDay` is true, and into a timed event if `allDay` is false. A timed event
 * lasts from 9:00 on the first day to 10:00 on the last day. If the reminders are a list of minutes, they are replaced
 * by the default. Minutes that suit a timed event do not suit an all-day event.
 */
export function lastingDays(draft: Draft, allDay: boolean): Draft {
  const { first, last } = daysOf(draft.span);
  const [start, end] = [midnightOf(first), midnightOf(last)];
  const reminders = typeof draft.reminders === "string" ? draft.reminders : "default";
  if (allDay) return { ...draft, reminders, span: { allDay, start, end: end + dayMinutes } };
  return { ...draft, reminders, span: { allDay, start: start + 9 * 60, end: end + 10 * 60 } };
}

export function errorsOf({ title, span, repeat, location, notes }: Draft, text: Catalogue): Errors<Field> {
  const { errors } = text.calendar;
  const length = (value: string) => [...value.trim()].length;
  const tooLong = (value: string, max: number) => (length(value) > max ? errors.long(max) : null);
  const start = dayOf(span.start);
  const wrongRepeat = repeatError(repeat, start);
  const endsFirst = span.end < span.start || (span.allDay && span.end === span.start);
  return {
    title: length(title) === 0 ? errors.noTitle : tooLong(title, 200),
    start: start < "1900-01-02" || start > "2199-12-30" ? errors.year : null,
    end: endsFirst ? errors.endFirst : null,
    repeat: wrongRepeat && text.repeat.errors[wrongRepeat],
    location: tooLong(location, 500),
    notes: tooLong(notes, 2_000),
  };
}

/** Returns the body of the request that creates an event. Fields with default values are left out. */
export function inputOf(
  draft: Draft,
  timeZone: string,
): Pick<Fields, "title" | "startsAt" | "endsAt"> & Partial<Fields> {
  const { title, span, memberIds, isGeneral, repeat, location, notes, reminders, targets } = draft;
  const rule = ruleOf(repeat, dayOf(span.start));
  return {
    title: title.trim(),
    ...fromSpan(span, timeZone),
    memberIds: [...memberIds],
    ...(isGeneral && memberIds.length > 0 ? { isGeneral } : {}),
    ...(rule === null ? {} : { recurrenceRule: rule }),
    ...(location.trim() ? { location: location.trim() } : {}),
    ...(notes.trim() ? { notes: notes.trim() } : {}),
    ...(reminders === "default" ? {} : reminderFields(reminders)),
    ...(targets === null ? {} : { syncTargets: [...targets] }),
  };
}

export function patchOf(before: Draft, after: Draft, timeZone: string): Partial<Fields> {
  const day = (draft: Draft) => dayOf(draft.span.start);
  const isRepeatOther =
    JSON.stringify(following(before.repeat, day(before), day(after))) !== JSON.stringify(after.repeat);
  const isOther = (field: "span" | "memberIds" | "reminders") =>
    JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const { memberIds } = after;
  return {
    ...(before.title.trim() === after.title.trim() ? {} : { title: after.title.trim() }),
    ...(isOther("span") ? fromSpan(after.span, timeZone) : {}),
    ...(isOther("memberIds") || before.isGeneral !== after.isGeneral ? belongingTo(memberIds, after.isGeneral) : {}),
    ...(isRepeatOther ? { recurrenceRule: ruleOf(after.repeat, day(after)) } : {}),
    ...(before.location.trim() === after.location.trim() ? {} : { location: after.location.trim() || null }),
    ...(before.notes.trim() === after.notes.trim() ? {} : { notes: after.notes.trim() || null }),
    ...(isOther("reminders") ? reminderFields(after.reminders) : {}),
    ...(hasSameTargets(before, after) ? {} : { syncTargets: [...(after.targets ?? [])] }),
  };
}

function hasSameTargets({ targets: before }: Draft, { targets: after }: Draft): boolean {
  if (before === null || after === null) return before === after;
  return before.length === after.length && after.every((each) => hasTarget(before, each));
}

export function belongingTo(memberIds: readonly string[], isGeneral = false): Pick<Fields, "memberIds" | "isGeneral"> {
  return { memberIds: [...memberIds], isGeneral: isGeneral || memberIds.length === 0 };
}

function reminderFields(reminders: Reminders): Partial<Fields> {
  if (reminders === "default" || reminders === "none") return { reminderMinutes: reminders === "none" ? -1 : null };
  return { reminderMinutesList: [...reminders] };
}

/**
 * Returns the default time of a new event on `day`. The event lasts one hour. If `day` is today, the event starts at
 * the next full hour, but at 22:00 at the latest. If `day` is another day, the event starts at 9:00.
 */
export function defaultSpan(day: string, now: { readonly day: string; readonly time: string }): Span {
  const hour = now.day === day ? Math.min(Number(now.time.slice(0, 2)) + 1, 22) : 9;
  const start = midnightOf(day) + hour * 60;
  return { allDay: false, start, end: start + 60 };
}

/**
 * Returns the day that the form shows as the end of a span. For an all-day event, this is the day before `end`, because
 * `end` is exclusive.
 */
export function lastDayOf({ allDay, start, end }: Span): string {
  return dayOf(allDay ? Math.max(end - dayMinutes, start) : end);
}

export function endMinuteOf({ end }: Span): number {
  return minuteOfDay(end);
}

/** Returns the length of an event that gets a time: the one that it has, or else an hour. */
function usualLength({ span }: Draft): number {
  return span.allDay ? 60 : span.end - span.start;
}

/** Returns the draft with what its title says: the day, the time, the people, the recurrence and the reminders. */
export function suggested(draft: Draft, suggestion: Suggestion): Draft {
  const { title, time, minutes, days, rule, memberIds, reminders } = suggestion;
  const day = suggestion.day ?? dayOf(draft.span.start);
  const start = midnightOf(day);
  const at = time === null ? null : minuteAt({ day, time });
  const isWhole = at === null && (draft.span.allDay || days > 0);
  const moved = startingAt(draft, at ?? start + minuteOfDay(draft.span.start));
  const span = isWhole
    ? { allDay: true, start, end: start + (days + 1) * dayMinutes }
    : { ...moved.span, allDay: false, ...(at === null ? {} : { end: at + (minutes ?? usualLength(draft)) }) };
  return {
    ...moved,
    title,
    span,
    memberIds: [...new Set([...draft.memberIds, ...memberIds])],
    repeat: rule !== null ? readRepeat(rule, day, "UTC") : moved.repeat,
    reminders: reminders.length > 0 ? reminders : draft.reminders,
  };
}
