import { detailsOf, isGeneral, shownDetails, timesOf } from "#calendar/events/event.ts";
import { collectInstances, type ExpandableEvent, type Occurrence, orderTitleOf } from "#calendar/events/expansion.ts";
import { slotInstant } from "#calendar/events/row.ts";
import { minutesBeforeMidnight, ownMinutes } from "#lib/reminder-minutes.ts";
import { day as dayMs, hour, isoOf, minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { Home, HomeEvent, HomeMember, Moment } from "./home.ts";
import { dateOf, everybodyTold, isWithin, momentFor, type Search } from "./search.ts";

/** Of one search: a household could hold thousands of series with 24 instances a day. */
const maxInstances = 10_000;
/** All-day reminders count in wall time; no clock change is larger than a day. */
const slack = dayMs + 2 * hour;
/** Reminders are at most 40,320 minutes before the start. */
const longestLead = 29 * dayMs + slack;

export function* eventMoments(search: Search): Generator<Moment, void> {
  let left = maxInstances;
  for (const event of search.home.events) {
    if (isSilentSingle(search, event.source)) continue;
    const occurrences = occurrencesNear(search, event.source);
    left -= occurrences.length;
    for (const each of occurrences) yield* momentsOf(search, event, each);
    if (left <= 0) return;
  }
}

/** For speed: most events are single ones in other weeks. */
function isSilentSingle(search: Search, { series, event }: ExpandableEvent): boolean {
  if (series || event.allDay) return false;
  const minutes = ownMinutes(event) ?? defaultMinutes(search.home);
  return !minutes.some((each) => isWithin(search, event.startAt - each * minute));
}

/** At least every instance with a reminder in the range. */
function occurrencesNear(search: Search, source: ExpandableEvent): Occurrence[] {
  const { timeZone } = search.home;
  const found: Occurrence[] = [];
  const collect = (startsFrom: number, startsBefore: number) => {
    const window = { startsFrom, startsBefore, endsAfter: null, endsBy: null, memberId: null, timeZone };
    collectInstances(source, window, found);
  };
  if (!source.series) {
    collect(search.from - 2 * dayMs, search.to + longestLead);
    return found;
  }
  const hasAllDay = source.event.allDay || source.moved.some(({ exception }) => exception.times?.allDay);
  const around = hasAllDay ? slack : 0;
  for (const { least, most } of shiftsOf(search.home, source, hasAllDay)) {
    collect(search.from + least * minute - around, search.to + most * minute + around + 1);
  }
  const bySlot = new Map(found.map((each) => [each.slot?.localMs, each]));
  const usual = [...bySlot.values()].filter(({ exception }) => !hasOwnReminders(exception));
  return usual.concat(withOwnReminders(search, source));
}

function hasOwnReminders(exception: Occurrence["exception"]): boolean {
  return exception?.own.reminderMinutesList !== undefined;
}

/** Without expansion: each instance could have ten reminders of its own. */
function withOwnReminders(search: Search, source: ExpandableEvent): Occurrence[] {
  const { event, exceptions } = source;
  const found: Occurrence[] = [];
  for (const exception of exceptions.values()) {
    if (exception.cancelled || !hasOwnReminders(exception)) continue;
    const slot = { localMs: exception.wall, at: slotInstant(event, exception.wall) };
    const times = exception.times ?? timesOf(event, slot);
    const [from, to] = times.allDay ? extentIn(search.home.timeZone, times) : [times.startAt, times.endAt];
    found.push({ source, slot, exception, from, to, times, orderTitle: orderTitleOf(event, exception) });
  }
  return found;
}

function extentIn(timeZone: string, { startAt, endAt }: Occurrence["times"]): readonly [from: number, to: number] {
  return [toInstant(timeZone, startAt), toInstant(timeZone, endAt)];
}

type Shifts = { readonly least: number; readonly most: number };

/** Minutes before the start. Near values share one expansion. */
function shiftsOf(home: Home, { event }: ExpandableEvent, hasAllDay: boolean): Shifts[] {
  const own = ownMinutes(event);
  const minutes = [...(own ?? defaultMinutes(home))];
  if (!own && hasAllDay) for (const member of home.members) minutes.push(...allDayDefault(home, member));
  const merged: Shifts[] = [];
  for (const each of minutes.sort((one, other) => one - other)) {
    const last = merged.at(-1);
    if (last && (each - last.most) * minute <= dayMs) merged[merged.length - 1] = { least: last.least, most: each };
    else merged.push({ least: each, most: each });
  }
  return merged;
}

function defaultMinutes({ defaultReminderMinutes }: Home): number[] {
  return defaultReminderMinutes === null || defaultReminderMinutes < 0 ? [] : [defaultReminderMinutes];
}

/** Wall minutes before the first midnight; negative: after it. */
function allDayDefault(home: Home, member: HomeMember): number[] {
  const at = member.preferences.allDayAt ?? home.allDayReminder;
  return at && defaultMinutes(home).length > 0 ? [minutesBeforeMidnight(at)] : [];
}

function* momentsOf(search: Search, { source, changedAt }: HomeEvent, occurrence: Occurrence): Generator<Moment, void> {
  const { slot, exception, from, to, times } = occurrence;
  const details = exception ? detailsOf(source.event, exception) : source.event;
  const own = ownMinutes(details);
  const isByMember = times.allDay && !own;
  const shared = isByMember ? [] : foldRings(search, sharedRings(search.home, occurrence, own));
  if (!isByMember && shared.length === 0) return;
  const found = {
    kind: "event",
    subject: { type: "event", id: source.id },
    slot: isoOf(slot?.at ?? times.startAt),
    expiresAt: Math.max(to, from + hour),
  } as const;
  const factsFor = (memberId: string) => {
    const { title, location, isMasked } = shownDetails(details, memberId);
    const firstDay = times.allDay ? dateOf(times.startAt) : null;
    const facts = { type: "event", title, location, allDay: times.allDay, from, to, firstDay } as const;
    if (isMasked) return { ...facts, isBusy: true };
    return details.privateTo === null ? facts : { ...facts, isPrivate: true };
  };
  for (const told of everybodyTold(search, new Set(details.memberIds), isGeneral(details))) {
    const rings = isByMember ? foldRings(search, ringsOf(search.home, occurrence, told.member)) : shared;
    for (const { dueAt, minutes } of rings) {
      const facts = factsFor(told.member.id);
      yield momentFor(search, told, changedAt, { ...found, facts, minutes, dueAt, ring: isoOf(dueAt) });
    }
  }
}

type Ring = { readonly dueAt: number; readonly minutes: number };

function sharedRings(home: Home, { from, times }: Occurrence, own: readonly number[] | null): Ring[] {
  return (own ?? defaultMinutes(home)).map((minutes) => ({
    minutes,
    dueAt: times.allDay ? beforeMidnight(home, times.startAt, minutes) : from - minutes * minute,
  }));
}

function ringsOf(home: Home, { times }: Occurrence, member: HomeMember): Ring[] {
  return allDayDefault(home, member).map((minutes) => ({
    minutes: -1,
    dueAt: beforeMidnight(home, times.startAt, minutes),
  }));
}

function beforeMidnight({ timeZone }: Home, firstDay: number, minutes: number): number {
  return toInstant(timeZone, firstDay - minutes * minute);
}

/** Two wall times in a clock gap may be the same instant. */
function foldRings(search: Search, rings: readonly Ring[]): Ring[] {
  const byInstant = new Map<number, Ring>();
  for (const ring of rings) {
    const known = byInstant.get(ring.dueAt);
    if (isWithin(search, ring.dueAt) && !(known && known.minutes <= ring.minutes)) byInstant.set(ring.dueAt, ring);
  }
  return [...byInstant.values()];
}
