import { isGeneral, localSlot, shownDetails, timesOf } from "#calendar/events/event.ts";
import { collectInstances, type ExpandableEvent, type Occurrence, orderTitleOf } from "#calendar/events/expansion.ts";
import { minutesBeforeMidnight, ownMinutes } from "#lib/reminder-minutes.ts";
import { day as dayMs, hour, isoOf, minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { DueReminder, EventInput, MemberInput, ReminderInputs } from "./inputs.ts";
import { createReminder, findAddressees, isWithin, type ReminderSearch } from "./reminder-search.ts";
import { detailsAt } from "./summary-reminders.ts";

/** Limit for one search, because a household could hold thousands of series with 24 occurrences a day. */
const maxInstances = 10_000;
/**
 * Milliseconds by which the search for all-day events is extended at each end, because their reminders are computed in
 * local time. No clock change is larger than a day.
 */
const slackMs = dayMs + 2 * hour;
/** Longest time before an event's start: a reminder is at most 40,320 minutes before it, plus {@link slackMs}. */
const maxLeadMs = 29 * dayMs + slackMs;

export function* findEventReminders(search: ReminderSearch): Generator<DueReminder, void> {
  let left = maxInstances;
  for (const event of search.inputs.events) {
    if (isSingleWithoutReminder(search, event.source)) continue;
    const occurrences = occurrencesNear(search, event.source);
    left -= occurrences.length;
    for (const each of occurrences) yield* findOccurrenceReminders(search, event, each);
    if (left <= 0) return;
  }
}

/** Whether an event occurs once and has no reminder in range. Saves time, because most events are in other weeks. */
function isSingleWithoutReminder(search: ReminderSearch, { series, event }: ExpandableEvent): boolean {
  if (series || event.allDay) return false;
  const minutes = ownMinutes(event) ?? defaultMinutes(search.inputs);
  return !minutes.some((each) => isWithin(search, event.startAt - each * minute));
}

/** Returns occurrences with a reminder in the range. May also return others, which the caller must filter out. */
function occurrencesNear(search: ReminderSearch, source: ExpandableEvent): Occurrence[] {
  const { timeZone } = search.inputs;
  const found: Occurrence[] = [];
  const collect = (startsFrom: number, startsBefore: number) => {
    const window = { startsFrom, startsBefore, endsAfter: null, endsBy: null, memberId: null, timeZone };
    collectInstances(source, window, found);
  };
  if (!source.series) {
    collect(search.from - 2 * dayMs, search.to + maxLeadMs);
    return found;
  }
  const hasAllDay = source.event.allDay || source.moved.some(({ exception }) => exception.times?.allDay);
  const around = hasAllDay ? slackMs : 0;
  for (const { min, max } of reminderRanges(search.inputs, source, hasAllDay)) {
    collect(search.from + min * minute - around, search.to + max * minute + around + 1);
  }
  const bySlot = new Map(found.map((each) => [each.slot?.localMs, each]));
  const inherited = [...bySlot.values()].filter(({ exception }) => !hasOwnReminders(exception));
  return inherited.concat(withOwnReminders(search, source));
}

function hasOwnReminders(exception: Occurrence["exception"]): boolean {
  return exception?.own.reminderMinutesList !== undefined;
}

/**
 * Returns, as occurrences, the exceptions of a series that have reminders of their own. Reads the stored exceptions. An
 * exception can have ten reminders, and computing the series around each reminder would take too long.
 */
function withOwnReminders(search: ReminderSearch, source: ExpandableEvent): Occurrence[] {
  const { event, exceptions } = source;
  const found: Occurrence[] = [];
  for (const exception of exceptions.values()) {
    if (exception.cancelled || !hasOwnReminders(exception)) continue;
    const slot = localSlot(event, exception.wall);
    const times = exception.times ?? timesOf(event, slot);
    const instantOf = (at: number) => (times.allDay ? toInstant(search.inputs.timeZone, at) : at);
    const [from, to] = [instantOf(times.startAt), instantOf(times.endAt)];
    found.push({ source, slot, exception, from, to, times, orderTitle: orderTitleOf(event, exception) });
  }
  return found;
}

type MinuteRange = { readonly min: number; readonly max: number };

/** Returns reminders as ranges of minutes before the start. Close ones share a range, to expand the series once. */
function reminderRanges(inputs: ReminderInputs, { event }: ExpandableEvent, hasAllDay: boolean): MinuteRange[] {
  const own = ownMinutes(event);
  const minutes = [...(own ?? defaultMinutes(inputs))];
  if (!own && hasAllDay) for (const member of inputs.members) minutes.push(...allDayDefault(inputs, member));
  const merged: MinuteRange[] = [];
  for (const each of minutes.sort((one, other) => one - other)) {
    const last = merged.at(-1);
    if (last && (each - last.max) * minute <= dayMs) merged[merged.length - 1] = { min: last.min, max: each };
    else merged.push({ min: each, max: each });
  }
  return merged;
}

function defaultMinutes({ defaultReminderMinutes }: ReminderInputs): number[] {
  return defaultReminderMinutes === null || defaultReminderMinutes < 0 ? [] : [defaultReminderMinutes];
}

/**
 * Returns the default reminder of an all-day event in minutes before its first day begins, or an empty list if there is
 * none. A negative number means that the reminder is due on the first day itself.
 */
function allDayDefault(inputs: ReminderInputs, member: MemberInput): number[] {
  const at = member.preferences.allDayAt ?? inputs.allDayReminder;
  return at && defaultMinutes(inputs).length > 0 ? [minutesBeforeMidnight(at)] : [];
}

function* findOccurrenceReminders(
  search: ReminderSearch,
  { source, changedAt }: EventInput,
  occurrence: Occurrence,
): Generator<DueReminder, void> {
  const { slot, from, to, times: span } = occurrence;
  const details = detailsAt(occurrence);
  const own = ownMinutes(details);
  const isByMember = span.allDay && !own;
  const shared = isByMember ? [] : timesIn(search, occurrence, own ?? defaultMinutes(search.inputs));
  if (!isByMember && shared.length === 0) return;
  const found = {
    subject: { type: "event", id: source.id },
    slot: isoOf(slot?.at ?? span.startAt),
    expiresAt: Math.max(to, from + hour),
  } as const;
  const factsFor = (memberId: string) => {
    const { title, location, isMasked } = shownDetails(details, memberId);
    const firstDay = span.allDay ? isoOf(span.startAt).slice(0, 10) : null;
    const facts = { type: "event", title, location, allDay: span.allDay, from, to, firstDay } as const;
    if (isMasked) return { ...facts, isBusy: true };
    return details.privateTo === null ? facts : { ...facts, isPrivate: true };
  };
  for (const addressee of findAddressees(search, new Set(details.memberIds), isGeneral(details))) {
    const times = isByMember ? memberTimes(search, occurrence, addressee.member) : shared;
    for (const { dueAt, minutes } of times) {
      const facts = factsFor(addressee.member.id);
      yield createReminder(search, addressee, changedAt, { ...found, facts, minutes, dueAt });
    }
  }
}

type ReminderTime = { readonly dueAt: number; readonly minutes: number };

function memberTimes(search: ReminderSearch, occurrence: Occurrence, member: MemberInput): ReminderTime[] {
  return timesIn(search, occurrence, allDayDefault(search.inputs, member)).map((time) => ({ ...time, minutes: -1 }));
}

/** Returns reminder times in the range, each instant once: two local times can be the same when clocks go forward. */
function timesIn(search: ReminderSearch, { from, times }: Occurrence, before: readonly number[]): ReminderTime[] {
  const { timeZone } = search.inputs;
  const byInstant = new Map<number, ReminderTime>();
  for (const minutes of before) {
    const dueAt = times.allDay ? toInstant(timeZone, times.startAt - minutes * minute) : from - minutes * minute;
    const known = byInstant.get(dueAt);
    if (isWithin(search, dueAt) && !(known && known.minutes <= minutes)) byInstant.set(dueAt, { dueAt, minutes });
  }
  return [...byInstant.values()];
}
