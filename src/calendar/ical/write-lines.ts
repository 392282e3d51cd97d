import { writeDateTime, writeInstant } from "#lib/recurrence/rule-values.ts";
import type { Slot } from "#lib/recurrence/series.ts";
import { minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import {
  type Details,
  type Event,
  type Exception,
  instanceAt,
  type LocalTimes,
  localTimesAt,
  unchangedAt,
  withLocalTimes,
} from "../events/event.ts";
import { type Component, componentWith, type Item, isProperty, type Parameter, type Property } from "./component.ts";
import { dateProperty, property } from "./lines.ts";
import { reminderOf } from "./read-details.ts";
import { allDayMarks } from "./read-times.ts";
import { writeRule } from "./rules.ts";
import { escapeText, readDateTime, writeDuration } from "./values.ts";
import type { RenderContext } from "./write.ts";

/** Properties that together express one field. The properties are therefore replaced together. */
export type PropertyGroup = { readonly names: readonly string[]; readonly lines: readonly Property[] };

const minutesPerDay = 1_440;

function textGroup(names: readonly string[], text: string | null): PropertyGroup {
  const [name = ""] = names;
  return { names, lines: text ? [property(name, escapeText(text))] : [] };
}

export const detailGroups = {
  title: ({ title }: Details) => textGroup(["SUMMARY"], title),
  location: ({ location }: Details) => textGroup(["LOCATION", "GEO", "X-APPLE-STRUCTURED-LOCATION"], location),
  notes: ({ notes }: Details) => textGroup(["DESCRIPTION", "X-ALT-DESC"], notes),
  privateTo: classGroup,
} as const;

/**
 * Returns the CLASS property. A public exception of a private series also needs the property, because the exception
 * would otherwise inherit the class of the series.
 */
function classGroup({ privateTo, isMasked }: Details, series: Details | null): PropertyGroup {
  const name = privateTo !== null ? "PRIVATE" : series && series.privateTo !== null ? "PUBLIC" : null;
  return textGroup(["CLASS"], isMasked ? null : name);
}

export function categoriesGroup(names: readonly string[]): PropertyGroup {
  const lines = names.length > 0 ? [property("CATEGORIES", names.map(escapeText).join(","))] : [];
  return { names: ["CATEGORIES"], lines };
}

export function ruleGroup(event: Event): PropertyGroup {
  const rule = writeRule(event);
  return { names: ["RRULE"], lines: rule === null ? [] : [property("RRULE", rule)] };
}

/** Form in which a local time is written: floating, in UTC, or with a time zone. */
export type TimeForm = { readonly suffix: "" | "Z"; readonly params: readonly Parameter[] };

export function zonedForm(timeZone: string): TimeForm {
  return { suffix: "", params: [{ name: "TZID", values: [timeZone] }] };
}

export function formOf(start: Property): TimeForm {
  const kind = readDateTime(start)?.kind;
  if (kind === "utc") return { suffix: "Z", params: [] };
  return { suffix: "", params: kind === "zoned" ? start.params.filter(({ name }) => name === "TZID") : [] };
}

export function timesGroup(times: LocalTimes, form = zonedForm(times.timeZone)): PropertyGroup {
  const { allDay, startAt, endAt, startWall, endWall, timeZone } = times;
  const start = timeLine("DTSTART", { allDay, localMs: startWall, at: startAt, form }, toInstant(timeZone, startWall));
  const plainEndAt = Math.max(startAt, toInstant(timeZone, endWall));
  const end = timeLine("DTEND", { allDay, localMs: endWall, at: endAt, form }, plainEndAt);
  // An end must lie after the start (RFC 5545 §3.8.2.2).
  const hasEnd = endAt > startAt || endWall > startWall;
  return { names: ["DTSTART", "DTEND", "DURATION", ...allDayMarks], lines: hasEnd ? [start, end] : [start] };
}

type WrittenTime = { readonly allDay: boolean; readonly localMs: number; readonly at: number; readonly form: TimeForm };

/** Writes a time. Uses UTC in the second of two equal hours after a clock change, as local time would be ambiguous. */
function timeLine(name: string, { allDay, localMs, at, form }: WrittenTime, plainAt: number): Property {
  if (allDay) return dateProperty(name, at);
  if (at !== plainAt) return property(name, writeInstant(at));
  return localTimeLine(name, localMs, form);
}

function localTimeLine(name: string, localMs: number, { suffix, params }: TimeForm): Property {
  return property(name, writeDateTime(localMs) + suffix, params);
}

export function slotLine(name: string, event: Event, localMs: number, form = zonedForm(event.timeZone)): Property {
  return event.allDay ? dateProperty(name, localMs) : localTimeLine(name, localMs, form);
}

export function stampGroups(updatedAt: number, sequence: number): PropertyGroup[] {
  const stamp = writeInstant(updatedAt);
  const stamps = { DTSTAMP: stamp, "LAST-MODIFIED": stamp, SEQUENCE: String(sequence) };
  return Object.entries(stamps).map(([name, value]) => ({ names: [name], lines: [property(name, value)] }));
}

export function alarmsFor(minutes: readonly number[], title: string): Component[] {
  return minutes.map((each) => {
    const rest = each % minutesPerDay;
    const trigger = writeDuration({ days: (each - rest) / minutesPerDay, ms: rest * minute, sign: -1 });
    const description = property("DESCRIPTION", escapeText(title));
    return componentWith("VALARM", [property("ACTION", "DISPLAY"), description, property("TRIGGER", trigger)]);
  });
}

export function withGroup(items: readonly Item[], { names, lines }: PropertyGroup): Item[] {
  const isOurs = (item: Item): boolean => isProperty(item, names);
  const place = items.findIndex(isOurs);
  const rest = items.filter((each) => !isOurs(each));
  if (place >= 0) return rest.toSpliced(place, 0, ...lines);
  const end = rest.findIndex((each) => each.kind === "component");
  return rest.toSpliced(end < 0 ? rest.length : end, 0, ...lines);
}

export function withGroups(items: readonly Item[], groups: readonly PropertyGroup[]): Item[] {
  return groups.reduce<Item[]>(withGroup, [...items]);
}

export function withAlarms(items: readonly Item[], alarms: readonly Component[]): Item[] {
  const isOurs = (item: Item) => item.kind === "component" && item.name === "VALARM" && reminderOf(item) !== null;
  return [...items.filter((each) => !isOurs(each)), ...alarms];
}

export function withoutAlarms(component: Component): Component {
  const items = component.items.filter((each) => each.kind !== "component" || each.name !== "VALARM");
  return { ...component, items };
}

export type InstanceToWrite = Details & LocalTimes;

/** Returns the instance to write. An exception without times of its own has the local times of the series. */
export function shownAt(event: Event, slot: Slot, exception: Exception | undefined): InstanceToWrite {
  const instance = instanceAt(event, slot, exception);
  return { ...instance, ...(exception?.times ? withLocalTimes(instance, event.timeZone) : localTimesAt(event, slot)) };
}

export function categoriesAt(exception: Exception | undefined, context: RenderContext): readonly string[] {
  const { memberIds } = exception?.own ?? {};
  return memberIds && context.categoriesOf ? context.categoriesOf(memberIds) : context.categories;
}

export function isWritten(exception: Exception, context: RenderContext): boolean {
  return isVisible(exception) || !Bun.deepEquals(categoriesAt(exception, context), context.categories);
}

/** Whether iCalendar can show an exception: a cancellation, other times or other details, but not other members. */
export function isVisible({ cancelled, own, times }: Exception): boolean {
  return cancelled || times !== null || ownFields.some((field) => field in own);
}

const ownFields = ["title", "location", "notes", "privateTo", "reminderMinutes", "reminderMinutesList"];

/** Turns the first instance into an exception if it is in the second of two equal hours. No series can start there. */
export function withUnambiguousStart(event: Event): Event {
  const { allDay, startAt, endAt, startWall, endWall, timeZone, exceptions } = event;
  const at = toInstant(timeZone, startWall);
  if (allDay || event.recurrenceRule === null || at === startAt) return event;
  const known = exceptions.find((each) => each.wall === startWall);
  const others = exceptions.filter((each) => each !== known);
  const first: Exception = known ?? unchangedAt(startWall);
  const times = first.cancelled ? null : (first.times ?? { allDay, startAt, endAt });
  const plain = { startAt: at, endAt: Math.max(at, toInstant(timeZone, endWall)) };
  return { ...event, ...plain, exceptions: [{ ...first, times }, ...others] };
}
