import type { Slot } from "#lib/recurrence/series.ts";
import { minute } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import { type Details, type Event, type Exception, instanceAt, type Times } from "../events/event.ts";
import type { Component, Item, Parameter, Property } from "./component.ts";
import { property } from "./lines.ts";
import { reminderOf } from "./read-details.ts";
import { allDayMarks } from "./read-times.ts";
import { writeRule } from "./rules.ts";
import { escapeText, readDateTime, writeDate, writeDateTime, writeDuration, writeInstant } from "./values.ts";
import type { RenderContext } from "./write.ts";

type InstanceTimes = Times & Pick<Event, "startWall" | "endWall" | "timeZone">;

/** Properties that together express one field. The properties are therefore replaced together. */
export type PropertyGroup = { readonly names: readonly string[]; readonly lines: readonly Property[] };

const minutesPerDay = 1_440;

function textGroup(names: readonly string[], text: string | null): PropertyGroup {
  const [name = ""] = names;
  return { names, lines: text ? [property(name, escapeText(text))] : [] };
}

export function titleGroup({ title }: Details): PropertyGroup {
  return textGroup(["SUMMARY"], title);
}

export function locationGroup({ location }: Details): PropertyGroup {
  return textGroup(["LOCATION", "GEO", "X-APPLE-STRUCTURED-LOCATION"], location);
}

export function notesGroup({ notes }: Details): PropertyGroup {
  return textGroup(["DESCRIPTION", "X-ALT-DESC"], notes);
}

/**
 * Returns the CLASS property. A public exception of a private series also needs the property, because the exception
 * would otherwise inherit the class of the series.
 */
export function classGroup({ privateTo, isMasked }: Details, series: Details | null): PropertyGroup {
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

export function timesGroup(times: InstanceTimes, form = zonedForm(times.timeZone)): PropertyGroup {
  const { allDay, startAt, endAt, startWall, endWall, timeZone } = times;
  const start = timeLine("DTSTART", { allDay, localMs: startWall, at: startAt, form }, toInstant(timeZone, startWall));
  const plainEndAt = Math.max(startAt, toInstant(timeZone, endWall));
  const end = timeLine("DTEND", { allDay, localMs: endWall, at: endAt, form }, plainEndAt);
  // An end must lie after the start (RFC 5545 §3.8.2.2).
  const hasEnd = endAt > startAt || endWall > startWall;
  return { names: ["DTSTART", "DTEND", "DURATION", ...allDayMarks], lines: hasEnd ? [start, end] : [start] };
}

type WrittenTime = { readonly allDay: boolean; readonly localMs: number; readonly at: number; readonly form: TimeForm };

/**
 * Returns the property with a time. A local time in the second of the two equal hours after a clock change would be
 * ambiguous. Such a time is written in UTC.
 */
function timeLine(name: string, { allDay, localMs, at, form }: WrittenTime, plainAt: number): Property {
  if (allDay) return property(name, writeDate(at), [{ name: "VALUE", values: ["DATE"] }]);
  if (at !== plainAt) return property(name, writeInstant(at));
  return localTimeLine(name, localMs, form);
}

function localTimeLine(name: string, localMs: number, { suffix, params }: TimeForm): Property {
  return property(name, writeDateTime(localMs) + suffix, params);
}

export function slotLine(name: string, event: Event, localMs: number, form = zonedForm(event.timeZone)): Property {
  if (event.allDay) return property(name, writeDate(localMs), [{ name: "VALUE", values: ["DATE"] }]);
  return localTimeLine(name, localMs, form);
}

export function stampGroups(updatedAt: number, sequence: number): PropertyGroup[] {
  const stamp = writeInstant(updatedAt);
  return [
    { names: ["DTSTAMP"], lines: [property("DTSTAMP", stamp)] },
    { names: ["LAST-MODIFIED"], lines: [property("LAST-MODIFIED", stamp)] },
    { names: ["SEQUENCE"], lines: [property("SEQUENCE", String(sequence))] },
  ];
}

export function alarmsFor(minutes: readonly number[], title: string): Component[] {
  return minutes.map((each) => {
    const rest = each % minutesPerDay;
    const trigger = writeDuration({ days: (each - rest) / minutesPerDay, ms: rest * minute, sign: -1 });
    const items = [
      property("ACTION", "DISPLAY"),
      property("DESCRIPTION", escapeText(title)),
      property("TRIGGER", trigger),
    ];
    return { kind: "component", name: "VALARM", items };
  });
}

export function withGroup(items: readonly Item[], { names, lines }: PropertyGroup): Item[] {
  const isOurs = (item: Item) => item.kind === "property" && names.includes(item.name);
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

export type InstanceToWrite = Details & InstanceTimes;

/** Returns the instance to write. An exception without times of its own has the local times of the series. */
export function shownAt(event: Event, slot: Slot, exception: Exception | undefined): InstanceToWrite {
  const { timeZone } = event;
  const instance = instanceAt(event, slot, exception);
  const { allDay, startAt, endAt } = instance;
  if (!exception?.times) {
    const endWall = slot.localMs + event.endWall - event.startWall;
    return { ...instance, startWall: slot.localMs, endWall, timeZone };
  }
  const [startWall = 0, endWall = 0] = [startAt, endAt].map((at) => (allDay ? at : toLocalMs(timeZone, at)));
  return { ...instance, startWall, endWall, timeZone };
}

export function categoriesAt(exception: Exception | undefined, context: RenderContext): readonly string[] {
  const { memberIds } = exception?.own ?? {};
  return memberIds && context.categoriesOf ? context.categoriesOf(memberIds) : context.categories;
}

export function isWritten(exception: Exception, context: RenderContext): boolean {
  return isVisible(exception) || !Bun.deepEquals(categoriesAt(exception, context), context.categories);
}

/**
 * Whether an exception is visible in iCalendar text. A visible exception is cancelled, or has times or details that the
 * text can express. Members do not count.
 */
export function isVisible({ cancelled, own, times }: Exception): boolean {
  return cancelled || times !== null || ownFields.some((field) => field in own);
}

const ownFields = ["title", "location", "notes", "privateTo", "reminderMinutes", "reminderMinutesList"];

/**
 * Returns the event with an unambiguous start. A series cannot start in the second of the two equal hours when the
 * clocks go back. Such a first instance becomes an exception.
 */
export function withUnambiguousStart(event: Event): Event {
  const { allDay, startAt, endAt, startWall, endWall, timeZone, exceptions } = event;
  const at = toInstant(timeZone, startWall);
  if (allDay || event.recurrenceRule === null || at === startAt) return event;
  const known = exceptions.find((each) => each.wall === startWall);
  const others = exceptions.filter((each) => each !== known);
  const first: Exception = known ?? { wall: startWall, cancelled: false, own: {}, times: null };
  const times = first.cancelled ? null : (first.times ?? { allDay, startAt, endAt });
  const plain = { startAt: at, endAt: Math.max(at, toInstant(timeZone, endWall)) };
  return { ...event, ...plain, exceptions: [{ ...first, times }, ...others] };
}
