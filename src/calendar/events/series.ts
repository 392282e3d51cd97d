import { bareRule, withParts } from "#lib/recurrence/rule.ts";
import { writeInstant } from "#lib/recurrence/rule-values.ts";
import type { Series, Slot } from "#lib/recurrence/series.ts";
import { shiftRule, untilBefore } from "#lib/recurrence/shift-rule.ts";
import { midnightOf, toInstant, toLocalMs } from "#lib/zone.ts";
import {
  cancelledAt,
  type Details,
  type Event,
  type Exception,
  exceptionAt,
  instanceAt,
  isGeneral,
  isSameTime,
  isUnchanged,
  localTimesAt,
  type OwnDetails,
  seriesOf,
  sortExceptions,
  type Times,
  timesOf,
  withLocalTimes,
} from "./event.ts";
import { detailsFrom, type EventInput, timesFrom } from "./input.ts";

/**
 * Changes one instance of a series. A cancelled instance takes place again. Values that equal those of the series are
 * not stored.
 * @throws ApiError 422
 */
export function editOne(event: Event, slot: Slot, input: EventInput, householdZone: string): Event {
  const known = exceptionAt(event, slot);
  const present = known?.cancelled ? undefined : known;
  const given = timesFrom(input, instanceAt(event, slot, present), householdZone);
  const times = given ?? present?.times ?? null;
  return withException(event, {
    wall: slot.localMs,
    cancelled: false,
    own: ownDetails(event, present?.own ?? {}, detailsFrom(input)),
    times: times && !isSameTime(times, timesOf(event, slot)) ? times : null,
  });
}

export function cancelOne(event: Event, slot: Slot): Event {
  return withException(event, cancelledAt(slot.localMs));
}

function ownDetails(event: Event, present: OwnDetails, { isGeneral: general, ...given }: Partial<Details>): OwnDetails {
  const { reminderMinutes, reminderMinutesList, ...others } = given;
  const own: Record<string, unknown> = { ...present };
  const set = (fields: object) => {
    const isSeries = Object.entries(fields).every(([field, value]) =>
      Bun.deepEquals(value, event[field as keyof Details]),
    );
    for (const [field, value] of Object.entries(fields)) {
      if (isSeries) delete own[field];
      else own[field] = value;
    }
  };
  for (const [field, value] of Object.entries(others)) set({ [field]: value });
  if (reminderMinutesList) set({ reminderMinutes, reminderMinutesList });
  if (general === undefined || general === null) return own;
  delete own.isGeneral;
  // The instance's own members may change `isGeneral`, so compare after applying them.
  const isGiven = isGeneral(event) === general && isGeneral({ ...event, ...own }) === general;
  return isGiven ? own : { ...own, isGeneral: general };
}

export function withException(event: Event, exception: Exception): Event {
  const others = event.exceptions.filter(({ wall: localMs }) => localMs !== exception.wall);
  return { ...event, exceptions: isUnchanged(exception) ? others : sortExceptions([...others, exception]) };
}

/**
 * Changes the whole series. New times move all instances by the difference between the new times and the times of the
 * instance `target`, or of the series if `target` is null. Deletes exceptions without an instance.
 * @throws ApiError 422, RuleError
 */
export function editAll(
  event: Event,
  series: Series | null,
  target: Slot | null,
  input: EventInput,
  householdZone: string,
): Event {
  const exception = target ? exceptionAt(event, target) : undefined;
  const base = target ? (exception?.times ?? timesOf(event, target)) : event;
  const times = timesFrom(input, base, householdZone);
  // One instance's times may become those of the whole series.
  const isStill = !times || (isSameTime(times, target ? timesOf(event, target) : event) && !exception?.times);
  const shift = times && !isStill ? measureShift(event, target, base, times) : null;
  const moved = shift && times ? shiftEvent(event, target, times, shift) : event;
  const edited: Event = {
    ...moved,
    ...detailsFrom(input),
    recurrenceRule: ruleAfter(event, series, moved, shift, input),
  };
  if (shift === null && edited.recurrenceRule === event.recurrenceRule) return edited;
  const isMoved = shift !== null && input.recurrenceRule === undefined;
  const ended = isMoved && series ? keepLastSlot(edited, series, shift) : edited;
  return { ...ended, exceptions: exceptionsWithSlot(ended) };
}

/** Corrects UNTIL after a move. Near a clock change, UNTIL could include one instance too many or too few. */
function keepLastSlot(event: Event, before: Series, shift: LocalTimeShift): Event {
  if (!before.last || !before.rule.until || event.allDay || !event.recurrenceRule) return event;
  const localMs = before.last.localMs + shift.startWall - shift.fromLocalMs;
  if (seriesOf(event)?.last?.localMs === localMs) return event;
  return {
    ...event,
    recurrenceRule: withParts(event.recurrenceRule, { UNTIL: writeInstant(toInstant(event.timeZone, localMs)) }),
  };
}

type LocalTimeShift = { readonly fromLocalMs: number; readonly startWall: number; readonly endWall: number };

function measureShift(event: Event, target: Slot | null, base: Times, times: Times): LocalTimeShift {
  const fromLocalMs = target?.localMs ?? event.startWall;
  const slotTimes = target ? timesOf(event, target) : event;
  // In a clock gap an instant does not reveal its local time.
  const localMsOf = (at: number, ownAt: number, ownWall: number) => {
    if (times.allDay) return at;
    return at === ownAt && !event.allDay ? ownWall : toLocalMs(event.timeZone, at);
  };
  const length = event.endWall - event.startWall;
  const isOwn = !isSameTime(base, slotTimes);
  return {
    fromLocalMs,
    startWall: localMsOf(times.startAt, isOwn ? Number.NaN : slotTimes.startAt, fromLocalMs),
    endWall: localMsOf(times.endAt, isOwn ? Number.NaN : slotTimes.endAt, fromLocalMs + length),
  };
}

function shiftEvent(
  event: Event,
  target: Slot | null,
  times: Times,
  { fromLocalMs, startWall, endWall }: LocalTimeShift,
): Event {
  const { timeZone } = event;
  const { allDay } = times;
  const days = midnightOf(startWall) - midnightOf(fromLocalMs);
  const move = (localMs: number) => (allDay ? midnightOf(localMs) + days : localMs + startWall - fromLocalMs);
  const start = move(event.startWall);
  const end = start + endWall - startWall;
  const isFirst = target === null || target.at === event.startAt;
  const isStill = !allDay && !event.allDay && start === event.startWall;
  const startAt = allDay ? start : isFirst ? times.startAt : isStill ? event.startAt : toInstant(timeZone, start);
  const endAt = allDay ? end : isFirst ? times.endAt : Math.max(startAt, toInstant(timeZone, end));
  const exceptions = event.exceptions
    .map((each) => ({ ...each, wall: move(each.wall), times: each.wall === target?.localMs ? null : each.times }))
    .filter((each) => !isUnchanged(each));
  return { ...event, allDay, startAt, endAt, startWall: start, endWall: end, exceptions };
}

function ruleAfter(
  event: Event,
  series: Series | null,
  moved: Event,
  shift: LocalTimeShift | null,
  input: EventInput,
): string | null {
  if (input.recurrenceRule !== undefined) return input.recurrenceRule === null ? null : bareRule(input.recurrenceRule);
  if (!series || !shift || event.recurrenceRule === null) return event.recurrenceRule;
  return shiftRule(event.recurrenceRule, series.rule, {
    fromLocalMs: shift.fromLocalMs,
    toLocalMs: shift.startWall,
    wasAllDay: event.allDay,
    allDay: moved.allDay,
    timeZone: event.timeZone,
    lastWall: series.last?.localMs ?? null,
  });
}

function exceptionsWithSlot(event: Event): readonly Exception[] {
  const series = event.exceptions.length > 0 ? seriesOf(event) : null;
  return series ? event.exceptions.filter(({ wall: localMs }) => series.slotOf(localMs) !== null) : [];
}

/** Leaves out the instance at `slot` and all later instances. The instance must not be the first. */
export function endSeriesBefore(event: Event, series: Series, slot: Slot): Event {
  const isCounted = series.rule.count !== null;
  const end: Record<string, string> = isCounted
    ? { COUNT: String(series.countBefore(slot.at)) }
    : { UNTIL: untilBefore(slot, event.allDay) };
  return {
    ...event,
    recurrenceRule: event.recurrenceRule && withParts(event.recurrenceRule, end),
    exceptions: event.exceptions.filter(({ wall: localMs }) => localMs < slot.localMs),
  };
}

export function beginSeriesAt(event: Event, series: Series, slot: Slot): Event {
  const { recurrenceRule } = event;
  const { count } = series.rule;
  const left: Record<string, string> = count === null ? {} : { COUNT: String(count - series.countBefore(slot.at)) };
  return {
    ...event,
    ...localTimesAt(event, slot),
    recurrenceRule: recurrenceRule && withParts(recurrenceRule, left),
    exceptions: event.exceptions.filter(({ wall: localMs }) => localMs >= slot.localMs),
  };
}

export function asSingleEvent(event: Event, slot: Slot, exception = exceptionAt(event, slot)): Event {
  const { slot: _, isException: __, ...instance } = instanceAt(event, slot, exception);
  return { ...event, ...instance, ...withLocalTimes(instance, event.timeZone), recurrenceRule: null, exceptions: [] };
}
