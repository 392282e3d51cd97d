import { expiringKeys } from "#accounts/api-keys/store.ts";
import { readHousehold, toSettings } from "#accounts/households/store.ts";
import { membersForReminders } from "#accounts/members/store.ts";
import { type EventSummary, eventSummariesByIds, eventsForReminders } from "#calendar/events/calendar.store.ts";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { lazyFor } from "#lib/lazy.ts";
import { dateIn, day, hour, isoOf, minute } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import { itemsForReminders } from "#lists/blocks/due.store.ts";
import { entriesBetween, imagesOfEntry, type RecentEntry } from "#platform/activity/recent.store.ts";
import type { Db } from "#platform/db/client.ts";
import type { Work } from "#platform/work.ts";
import { answersBetween, storedCheckIns } from "#routines/check-ins/store.ts";
import { completionsBetween } from "#routines/chores/completion-rows.store.ts";
import { assignedScheduleOf, choreRows } from "#routines/chores/store.ts";
import { openTasksByIds, tasksForReminders } from "#routines/tasks/store.ts";
import { followedLists } from "../notices/follows.store.ts";
import { defaultPreferences, storedPreferences } from "../notices/preferences.store.ts";
import { type CurrentRecord, dropReverted, type FoundChange, findChanges, findMemberChanges } from "./changes.ts";
import type { ChangeInput, CheckInInput, ChoreInput, MemberInput, ReminderInputs } from "./inputs.ts";

const maxTasks = 2_000;
const maxItems = 2_000;
/** How far back changes are read: an hour, because several changes are reported together some minutes late. */
const changesLateMs = hour;
const keyWarningMs = 7 * day;
const summarySpreadMs = 3 * minute;

/** A range of instants in milliseconds. */
export type Range = { readonly from: number; readonly to: number };

/** Reads what determines the reminders in a range. Must run in a transaction. `reachable` members have a channel. */
export function readReminderInputs(work: Work, range: Range, reachable: ReadonlySet<string>): ReminderInputs {
  const row = readHousehold(work);
  const { timeZone, defaultReminderMinutes, allDayReminder } = toSettings(row);
  const { from, to } = range;
  // A reminder can be on the day before or after its event or task.
  const dates = { first: dateIn(timeZone, new Date(from - day)), last: dateIn(timeZone, new Date(to + day)) };
  return {
    timeZone,
    ...dated(row),
    defaultReminderMinutes,
    allDayReminder,
    summaryDelay: Number(BigInt(Bun.hash(work.householdId)) % BigInt(summarySpreadMs)),
    members: readMemberInputs(work, reachable),
    events: eventsForReminders(work, range, defaultReminderMinutes).map((source) => ({ source, ...dated(source.row) })),
    tasks: tasksForReminders(work, dates.last, maxTasks).flatMap(({ dueDate, ...task }) =>
      dueDate === null ? [] : [{ ...task, dueDate, ...dated(task) }],
    ),
    chores: choresOf(work, dates),
    checkIns: checkInsOf(work, dates),
    items: itemsForReminders(work, isoOf(from - 2 * day), isoOf(to + 2 * day), maxItems).map((item) => ({
      ...item,
      dueAt: Date.parse(item.dueDate),
      ...dated(item),
    })),
    changes: changesOf(work, range),
    keys: expiringKeys(work, new Date(from + keyWarningMs), new Date(to + keyWarningMs)).flatMap(
      ({ expiresAt, ...key }) => (expiresAt === null ? [] : [{ ...key, expiresAt: Date.parse(expiresAt) }]),
    ),
  };
}

const dated = ({ updatedAt }: { readonly updatedAt: string }) => ({ changedAt: Date.parse(updatedAt) });

function changesOf(work: Work, { from, to }: Range): ChangeInput[] {
  const entries = entriesBetween(work, isoOf(from - changesLateMs), isoOf(to));
  const changes = findChanges(entries, followedLists(work), (entry) => cachedMemberChanges(work, entry));
  const idsOf = (what: ChangeInput["what"]) => changes.flatMap((each) => (each.what === what ? each.subject.id : []));
  const tasks = openTasksByIds(work, idsOf("task_assigned"));
  const events = eventSummariesByIds(work, idsOf("event_named"));
  return dropReverted(changes, ({ what, subject: { id }, at }) => {
    const [event, task] = [events.get(id), tasks.get(id)];
    if (what === "event_named") return event && currentEvent(work, event, at);
    return task && { memberIds: [task.memberId], ...startOn(task.dueDate, task.dueTime) };
  });
}

/**
 * Leaves out the start of a series that began before the change. Computing its next occurrence would need all of its
 * exceptions.
 */
function currentEvent({ timeZone }: Work, event: EventSummary, changedAt: number): CurrentRecord {
  const { memberIds, startsAt, isAllDay, isSeries } = event;
  if (isSeries && Date.parse(startsAt) < changedAt) return { memberIds };
  const start = Date.parse(startsAt);
  const [date = "", time = ""] = isoOf(isAllDay ? start : toLocalMs(timeZone, start)).split("T");
  return { memberIds, ...startOn(date, isAllDay ? null : time.slice(0, 5)) };
}

const startOn = (date: string | null, time: string | null) => (date === null ? {} : { start: { date, time } });

const maxCachedEntries = 5_000;
const memberChangesByEntry = lazyFor(
  (_: Db) => new BoundedCache<string, readonly FoundChange[]>({ eviction: "lru", maxSize: maxCachedEntries }),
);

/**
 * Finds the changes in an entry of the feed that assign a task to a member or add a member to an event. Caches them,
 * because they are computed from up to 4 MB of images, and every planning of reminders in the next hour reads the entry
 * again.
 */
function cachedMemberChanges(work: Work, entry: RecentEntry): readonly FoundChange[] {
  const cache = memberChangesByEntry(work.db);
  const key = `${work.householdId} ${entry.id}`;
  const found = cache.get(key) ?? findMemberChanges(entry, imagesOfEntry(work, entry.id));
  cache.set(key, found);
  return found;
}

type Dates = { readonly first: string; readonly last: string };

export function readMemberInputs(work: Work, reachable: ReadonlySet<string>): MemberInput[] {
  const stored = storedPreferences(work);
  return membersForReminders(work).map((member) => {
    const own = stored.get(member.id);
    const canSignIn = member.canSignIn === 1;
    return {
      ...member,
      canSignIn,
      isReachable: canSignIn || reachable.has(member.id),
      preferences: own?.preferences ?? defaultPreferences(member.role),
      changedAt: Math.max(Date.parse(member.updatedAt), own ? Date.parse(own.updatedAt) : 0),
    };
  });
}

function choresOf(work: Work, { first, last }: Dates): ChoreInput[] {
  const rows = choreRows(work);
  const { deciding } = completionsBetween(work, rows, { since: first, until: last, choreId: null });
  return rows.map((row) => ({
    ...row,
    schedule: assignedScheduleOf(row),
    done: deciding(row.id),
    ...dated(row),
  }));
}

function checkInsOf(work: Work, { first, last }: Dates): CheckInInput[] {
  const answerAt = answersBetween(work, first, last);
  return storedCheckIns(work).map(({ row, checkIn }) => ({
    id: row.id,
    checkIn,
    firstDay: dateIn(work.timeZone, new Date(row.createdAt)),
    isAnswered: (date, time, memberId) => answerAt(row.id, { date, time, memberId }) !== null,
    ...dated(row),
  }));
}
