import { listMembers } from "#accounts/members/store.ts";
import { mealRowsBetween } from "#kitchen/meals/meal-rows.store.ts";
import { recipeRows } from "#kitchen/recipes/recipe-rows.store.ts";
import { addDays } from "#lib/days.ts";
import { dateIn, day, minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { Work } from "#platform/work.ts";
import { tasksDue } from "#routines/tasks/store.ts";
import { readObjectFacts } from "../calendars/objects.store.ts";
import { calendarDefaultsOf } from "../calendars/store.ts";
import { readEventsByEnd } from "../events/calendar.store.ts";
import {
  cancelledAt,
  concernsMember,
  detailsOf,
  type Event,
  type Exception,
  noDetails,
  seriesOf,
  shownTo,
  withLocalTimes,
} from "../events/event.ts";
import { eventFromRow, type RecordRow } from "../events/row.ts";
import { asSingleEvent } from "../events/series.ts";
import type { CalendarDefaults } from "../ical/read.ts";
import { contextOf, type RenderContext } from "../ical/write.ts";
import type { CalendarFeed } from "./model.ts";

const maxItems = 5_000;
/**
 * Maximum number of meals and tasks in a feed. The limit is separate from that of events, so that events never displace
 * meals and tasks.
 */
const maxOthers = 1_000;
/** Maximum length of changed instances as JSON. Google Calendar accepts feeds of at most 1 MB. */
const maxExceptionBytes = 1_048_576;
const pastDays = 400;
const mealDaysAhead = 400;
const maxTitleLength = 200;

export type FeedItem = {
  readonly event: Event;
  readonly context: RenderContext;
  /** Whether members count as free during the event. */
  readonly isTransparent: boolean;
};

type Contents = {
  readonly names: ReadonlyMap<string, string>;
  readonly home: CalendarDefaults;
  readonly events: readonly RecordRow[];
  /** Meals and tasks in the form of feed items. */
  readonly others: readonly FeedItem[];
};

/** Reads the contents of a feed: at most the latest 5,000 events, with at most 1 MB of changed instances. */
export function readContents(work: Work, feed: CalendarFeed): Contents {
  const names = new Map(listMembers(work).map(({ id, name }) => [id, name]));
  const home = calendarDefaultsOf(work);
  const isWhole = feed.detail === "full";
  const days = [
    ...(feed.parts.includes("tasks") && isWhole ? taskDays(work, feed, names) : []),
    ...(feed.parts.includes("meals") && isWhole ? mealDays(work) : []),
  ];
  const others = days.slice(0, maxOthers).map((each) => dayItem(each, home));
  const endsAfter = work.now.getTime() - pastDays * day;
  const bounds = { endsAfter, sources: feed.calendarIds, limit: maxItems, maxExceptionBytes };
  return { names, home, others, events: feed.parts.includes("events") ? readEventsByEnd(work, bounds) : [] };
}

export function* itemsOf(
  work: Work,
  { memberId }: CalendarFeed,
  { names, home, events, others }: Contents,
): Generator<void, FeedItem[]> {
  const ids = new Set(events.flatMap(({ objectId }) => objectId ?? []));
  const objects = yield* readObjectFacts(work, [...ids]);
  const items = events.flatMap((row) => {
    const object = objects.get(row.objectId ?? "");
    const uid = row.sourceId === null && object?.kind === "event" ? object.uid : row.id;
    const isTransparent = object?.isTransparent === 1;
    return eventsFor(shownTo(eventFromRow(row), null), memberId).map(({ event, suffix }) => {
      return { event, context: contextOf({ row, event }, { uid: `${uid}${suffix}` }, home, names), isTransparent };
    });
  });
  return [...items.slice(0, maxItems - others.length), ...others];
}

type FeedEvent = { readonly event: Event; readonly suffix: string };

/** Returns the event, or its instances that concern the member. An instance can have other members than the series. */
function eventsFor(event: Event, memberId: string | null): FeedEvent[] {
  if (memberId === null) return [{ event, suffix: "" }];
  const isOwn = (each: Exception) => !each.cancelled && concernsMember(detailsOf(event, each), memberId);
  if (concernsMember(event, memberId)) {
    const exceptions = event.exceptions.map((each) => (isOwn(each) ? each : cancelledAt(each.wall)));
    return [{ event: { ...event, exceptions }, suffix: "" }];
  }
  const series = event.exceptions.length > 0 ? seriesOf(event) : null;
  return event.exceptions.filter(isOwn).flatMap(({ wall: localMs }) => {
    const slot = series?.slotOf(localMs);
    return slot ? [{ event: asSingleEvent(event, slot), suffix: `-${localMs}` }] : [];
  });
}

/** A meal or a task of a day. */
type DayEntry = {
  readonly uid: string;
  readonly title: string;
  readonly date: string;
  /** Time in the household's zone. Null if the entry lasts all day. */
  readonly time: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** Length of a task with a time in the feed. Programs that show calendars hide events without a length. */
const taskLength = 15 * minute;

function mealDays(work: Work): DayEntry[] {
  const today = dateIn(work.timeZone, work.now);
  const rows = mealRowsBetween(work, addDays(today, -pastDays), addDays(today, mealDaysAhead));
  const recipes = recipeRows(
    work,
    rows.map(({ recipeId }) => recipeId),
  );
  return rows.flatMap(({ id, date, recipeId, createdAt, updatedAt }) => {
    const recipe = recipes.get(recipeId);
    if (!recipe) return [];
    return [{ uid: `meal-${id}`, title: `${recipe.emoji} ${recipe.name}`, date, time: null, createdAt, updatedAt }];
  });
}

function taskDays(work: Work, { memberId }: CalendarFeed, names: ReadonlyMap<string, string>): DayEntry[] {
  return tasksDue(work, { from: "0000-01-01", to: "9999-12-31", memberId, openOnly: true }).flatMap((task) => {
    const { dueDate: date, dueTime: time, createdAt, updatedAt } = task;
    const title = `☐ ${task.label} (${names.get(task.memberId) ?? ""})`;
    return date === null ? [] : [{ uid: `task-${task.id}`, title, date, time, createdAt, updatedAt }];
  });
}

function dayItem({ uid, title, date, time, createdAt, updatedAt }: DayEntry, home: CalendarDefaults): FeedItem {
  const { timeZone } = home;
  const midnight = Date.parse(date);
  const startAt = toInstant(timeZone, Date.parse(`${date}T${time ?? "00:00"}:00Z`));
  const times =
    time === null
      ? withLocalTimes({ allDay: true, startAt: midnight, endAt: midnight + day }, "UTC")
      : withLocalTimes({ allDay: false, startAt, endAt: startAt + taskLength }, timeZone);
  const event: Event = {
    ...noDetails,
    ...times,
    title: [...title].slice(0, maxTitleLength).join(""),
    reminderMinutes: -1,
  };
  const stamps = { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) };
  return { event, context: { uid, ...stamps, home, categories: [] }, isTransparent: true };
}
