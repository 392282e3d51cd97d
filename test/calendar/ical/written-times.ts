/** The times that other readers must find in what we write. */
import ICAL from "ical.js";
import type { Event } from "#calendar/events/event.ts";
import { seriesOf } from "#calendar/events/event.ts";
import { shownAt } from "#calendar/ical/write-lines.ts";
import { minute } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";

/** Milliseconds; days are midnights as if UTC. */
export type Moment = { readonly at: number; readonly isDate: boolean };
export type ComponentTimes = { readonly start: Moment; readonly end: Moment; readonly slot: Moment | null };

/** Returns the times of the series and of each instance with a component of its own, by slot. */
export function timesOfEvent(event: Event): ComponentTimes[] {
  const series = seriesOf(event);
  const overrides = event.exceptions.flatMap((exception) => {
    const slot = exception.cancelled ? null : series?.slotOf(exception.wall);
    return slot ? [{ ...shownAt(event, slot, exception), slot }] : [];
  });
  const times = [{ ...event, slot: null }, ...overrides].map(({ allDay, startAt, endAt, slot }) => ({
    start: { at: startAt, isDate: allDay },
    end: { at: endAt, isDate: allDay },
    slot: slot && { at: slot.at, isDate: event.allDay },
  }));
  return times.sort(bySlot);
}

export function bySlot(one: ComponentTimes, other: ComponentTimes): number {
  return (one.slot?.at ?? 0) - (other.slot?.at ?? 0);
}

function resolve(time: ICAL.Time): Moment {
  const at = time.isDate ? Date.UTC(time.year, time.month - 1, time.day) : time.toUnixTime() * 1_000;
  return { at, isDate: time.isDate };
}

export function timesByIcalJs(ics: string): ComponentTimes[] {
  const calendar = new ICAL.Component(ICAL.parse(ics));
  for (const each of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(new ICAL.Timezone(each));
  const times = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const id = component.getFirstPropertyValue("recurrence-id") as ICAL.Time | null;
    return { start: resolve(event.startDate), end: resolve(event.endDate), slot: id && resolve(id) };
  });
  return times.sort(bySlot);
}

/** RFC 5545 §3.3.5 has the earlier offset in an hour that is skipped or repeated; ical.js and Python have the later. */
export function isUnclear(event: Event): boolean {
  const { allDay, timeZone, exceptions } = event;
  if (allDay && exceptions.every(({ times }) => times?.allDay !== false)) return false;
  const localTimes = [event.startWall, event.endWall, ...exceptions.map(({ wall: localMs }) => localMs)];
  const own = exceptions.flatMap(({ times }) => (times && !times.allDay ? [times.startAt, times.endAt] : []));
  return [...localTimes, ...own.map((at) => toLocalMs(timeZone, at))].some((localMs) => {
    const at = toInstant(timeZone, localMs);
    const isRepeated = [20, 30, 60, 120, 180].some((minutes) => toLocalMs(timeZone, at + minutes * minute) === localMs);
    return isRepeated || toLocalMs(timeZone, at) !== localMs;
  });
}
