import { listMembers } from "#accounts/members/store.ts";
import { mealRowsBetween } from "#kitchen/meals/meal-rows.store.ts";
import { recipeRows } from "#kitchen/recipes/recipe-rows.store.ts";
import { dateIn, day } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { tasksDue } from "#routines/tasks/store.ts";
import { readObjectFacts } from "../calendars/objects.store.ts";
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
  readonly uid: string;
  readonly event: Event;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly people: readonly string[];
  /** Returns the categories of an instance with members of its own. The categories are the names of these members. */
  readonly categoriesOf?: (memberIds: readonly string[]) => readonly string[];
  /** Whether members count as free during the event. */
  readonly isTransparent: boolean;
};

export type Contents = {
  readonly names: ReadonlyMap<string, string>;
  readonly events: readonly RecordRow[];
  /** Meals and tasks in the form of feed items. */
  readonly others: readonly FeedItem[];
};

/** Reads the contents of a feed: at most the latest 5,000 events, with at most 1 MB of changed instances. */
export function readContents(work: Work, feed: CalendarFeed): Contents {
  const names = new Map(listMembers(work).map(({ id, name }) => [id, name]));
  const isWhole = feed.detail === "full";
  const others = [
    ...(feed.parts.includes("tasks") && isWhole ? taskItems(work, feed, names) : []),
    ...(feed.parts.includes("meals") && isWhole ? mealItems(work) : []),
  ].slice(0, maxOthers);
  const endsAfter = work.now.getTime() - pastDays * day;
  const bounds = { endsAfter, sources: feed.calendarIds, limit: maxItems, maxExceptionBytes };
  return { names, others, events: feed.parts.includes("events") ? readEventsByEnd(work, bounds) : [] };
}

export function* itemsOf(
  work: Work,
  { memberId }: CalendarFeed,
  { names, events, others }: Contents,
): Generator<void, FeedItem[]> {
  const ids = new Set(events.flatMap(({ objectId }) => objectId ?? []));
  const objects = yield* readObjectFacts(work, [...ids]);
  const categoriesOf = (memberIds: readonly string[]) => memberIds.flatMap((id) => names.get(id) ?? []);
  const items = events.flatMap((row) => {
    const object = objects.get(row.objectId ?? "");
    const uid = row.sourceId === null && object?.kind === "event" ? object.uid : row.id;
    const times = { createdAt: Date.parse(row.createdAt), updatedAt: Date.parse(row.updatedAt) };
    return eventsFor(shownTo(eventFromRow(row), null), memberId).map(({ event, suffix }) => ({
      uid: `${uid}${suffix}`,
      event,
      ...times,
      people: categoriesOf(event.memberIds),
      categoriesOf,
      isTransparent: object?.isTransparent === 1,
    }));
  });
  return [...items.slice(0, maxItems - others.length), ...others];
}

type FeedEvent = { readonly event: Event; readonly suffix: string };

/**
 * Returns the parts of an event that concern the member. This is the event or only single instances, because an
 * instance can have other members than the series.
 */
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

function mealItems(work: Work): FeedItem[] {
  const today = Temporal.PlainDate.from(dateIn(work.timeZone, work.now));
  const [first, last] = [today.subtract({ days: pastDays }), today.add({ days: mealDaysAhead })];
  const rows = mealRowsBetween(work, first.toString(), last.toString());
  const recipes = recipeRows(
    work,
    rows.map(({ recipeId }) => recipeId),
  );
  return rows.flatMap(({ id, date, recipeId, createdAt, updatedAt }) => {
    const recipe = recipes.get(recipeId);
    return recipe ? [dayItem(`meal-${id}`, `${recipe.emoji} ${recipe.name}`, date, { createdAt, updatedAt })] : [];
  });
}

function taskItems(work: Work, { memberId }: CalendarFeed, names: ReadonlyMap<string, string>): FeedItem[] {
  return tasksDue(work, { from: "0000-01-01", to: "9999-12-31", memberId, openOnly: true }).flatMap((task) => {
    if (task.dueDate === null) return [];
    const title = `☐ ${task.label} (${names.get(task.memberId) ?? ""})`;
    return [dayItem(`task-${task.id}`, title, task.dueDate, task)];
  });
}

function dayItem(
  uid: string,
  title: string,
  date: string,
  { createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string },
): FeedItem {
  const startAt = Date.parse(date);
  const event: Event = {
    ...noDetails,
    ...withLocalTimes({ allDay: true, startAt, endAt: startAt + day }, "UTC"),
    title: [...title].slice(0, maxTitleLength).join(""),
    reminderMinutes: -1,
  };
  const stamps = { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) };
  return { uid, event, ...stamps, people: [], isTransparent: true };
}
