/** Reads the details of an event. Does not read the times. */

import { minute } from "#lib/time.ts";
import { type Details, type Event, type OwnDetails, pickReminders, type Reminders } from "../events/event.ts";
import { type Component, componentsOf, keywordOf, parameterOf, propertiesOf, propertyOf } from "./component.ts";
import { isLargeAttachment, isPrivateIn } from "./objects.ts";
import type { CalendarDefaults } from "./read.ts";
import { type RemarkCode, shorten } from "./remarks.ts";
import { htmlToText, isHtml, readDuration, readTexts, unescapeText } from "./values.ts";

type ReadDetails = {
  readonly title: string | null;
  readonly location: string | null;
  readonly notes: string | null;
  /** Reminders in minutes before the start, in ascending order. */
  readonly reminders: readonly number[];
  readonly isPrivate: boolean | null;
  readonly problems: readonly RemarkCode[];
};

type EventDetails = Pick<Details, "title" | "location" | "notes" | "privateTo"> & Reminders;

const longestReminder = 40_320;
const maxReminders = 10;
const maxCategories = 100;
const longestTitle = 200;
const longestHtml = 200_000;
const longestLine = 20_000;
const longestList = 20_000;
const maxAlarms = 100;

export function readDetails(component: Component): ReadDetails {
  const problems: RemarkCode[] = [];
  const take = (text: string | null, most: number, code: RemarkCode) => {
    const short = text && shorten(text, most);
    if (short !== text) problems.push(code);
    return short || null;
  };
  const title = take(lineOf(component, "SUMMARY"), longestTitle, "long_title");
  const location = take(textOf(component, "LOCATION"), 500, "long_location");
  const notes = take(notesOf(component), 2_000, "long_notes");
  const { minutes, isWhole } = readReminders(component);
  if (!isWhole) problems.push("hidden_reminder");
  return { title, location, notes, reminders: minutes, isPrivate: isPrivateIn(component), problems };
}

export function titleOf(component: Component): string | null {
  const title = lineOf(component, "SUMMARY");
  return (title && shorten(title, longestTitle)) || null;
}

export function detailsFrom(read: ReadDetails, series: Details | null, home: CalendarDefaults): EventDetails {
  const { title, location, notes, reminders, isPrivate } = read;
  const owner = home.privateTo ?? null;
  return {
    title: title ?? series?.title ?? "Untitled",
    location,
    notes,
    privateTo: isPrivate === null ? (series?.privateTo ?? null) : isPrivate ? owner : null,
    ...remindersFrom(reminders, home.defaultReminder),
  };
}

export function differences(series: Details, own: Details): OwnDetails {
  const { title, location, notes, privateTo, reminderMinutes, reminderMinutesList } = own;
  const hasOwnReminders = !Bun.deepEquals(reminderMinutesList, series.reminderMinutesList);
  return {
    ...(title !== series.title && { title }),
    ...(location !== series.location && { location }),
    ...(notes !== series.notes && { notes }),
    ...(privateTo !== series.privateTo && { privateTo }),
    ...(hasOwnReminders && { reminderMinutes, reminderMinutesList }),
  };
}

function textOf(component: Component, name: string, longest = longestLine): string | null {
  const value = propertyOf(component, name)?.value;
  return value === undefined ? null : unescapeText(value.slice(0, longest)).trim();
}

function lineOf(component: Component, name: string): string | null {
  return textOf(component, name)?.replace(/\s+/g, " ") ?? null;
}

function notesOf(component: Component): string | null {
  const text = textOf(component, "DESCRIPTION", 2 * longestHtml);
  return text !== null && isHtml(text.slice(0, longestHtml)) ? htmlToText(text.slice(0, longestHtml)) : text;
}

function readReminders(component: Component): { minutes: readonly number[]; isWhole: boolean } {
  const all = componentsOf(component, "VALARM");
  const alarms = all.slice(0, maxAlarms).filter((each) => keywordOf(each, "ACTION") !== "NONE");
  if (alarms.length === 0) return { minutes: [], isWhole: true };
  const read = alarms.map(reminderOf);
  const known = new Set(read.filter((each) => each !== null));
  const minutes = [...known].slice(0, maxReminders).sort((one, other) => one - other);
  const isWhole = minutes.length === known.size && !read.includes(null) && all.length <= maxAlarms;
  return { minutes, isWhole };
}

export function reminderOf(alarm: Component): number | null {
  const trigger = propertyOf(alarm, "TRIGGER");
  if (!trigger || !["DISPLAY", "AUDIO", ""].includes(keywordOf(alarm, "ACTION"))) return null;
  if ((parameterOf(trigger, "RELATED") ?? "START").toUpperCase() !== "START") return null;
  if (alarm.items.some((item) => item.kind === "property" && /PROXIMITY/.test(item.name))) return null;
  const duration = readDuration(trigger.value);
  if (!duration) return null;
  const minutes = Math.round(duration.days * 1_440 + duration.ms / minute);
  const isBefore = duration.sign < 0 || minutes === 0;
  return isBefore && minutes <= longestReminder ? minutes : null;
}

export function remindersFrom(minutes: readonly number[], defaultReminder: number | null): Reminders {
  const [first] = minutes;
  if (first !== undefined) return { reminderMinutes: first, reminderMinutesList: [...minutes] };
  return { reminderMinutes: defaultReminder === null ? null : -1, reminderMinutesList: [] };
}

export function remindersInForce(details: Reminders, defaultReminder: number | null): readonly number[] {
  const { reminderMinutes, reminderMinutesList } = details;
  if (reminderMinutesList.length > 0) return reminderMinutesList;
  if (reminderMinutes === null) return defaultReminder === null ? [] : [defaultReminder];
  return reminderMinutes < 0 ? [] : [reminderMinutes];
}

/** Keeps the reminders of `known` if those of `read` are equal. A text cannot say whether they are the default ones. */
export function withKnownReminders(read: Event, known: Event, { defaultReminder }: CalendarDefaults): Event {
  const isSame = Bun.deepEquals(remindersInForce(read, defaultReminder), remindersInForce(known, defaultReminder));
  return isSame ? { ...read, ...pickReminders(known) } : read;
}

export function categoriesOf(component: Component): string[] {
  const lines = propertiesOf(component, "CATEGORIES").slice(0, maxCategories);
  const names = lines.flatMap(({ value }) => readTexts(value.slice(0, longestList / lines.length)));
  return [...new Set(names)].slice(0, maxCategories);
}

export function largeAttachmentsIn({ items }: Component): number {
  return items.filter(isLargeAttachment).length;
}

export function isCancelled(component: Component): boolean {
  return keywordOf(component, "STATUS") === "CANCELLED";
}
