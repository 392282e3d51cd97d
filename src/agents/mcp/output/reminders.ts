/** Describes which members get reminders, when, and through which channels. */
import type { EventRecord } from "#calendar/events/model.ts";
import { minutesBeforeMidnight, ownMinutes } from "#lib/reminder-minutes.ts";
import { day, isoOf, minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { Recipient, ReminderSettings } from "#notifications/reminders/model.ts";
import type { Task } from "#routines/tasks/model.ts";
import { clockText, instantAt } from "../input/times.ts";
import type { Context } from "../tool.ts";
import { bare, dayLine, wallOf } from "./format.ts";

export type EventWithReminders = Pick<
  EventRecord,
  "allDay" | "startsAt" | "recurrenceRule" | "memberIds" | "isGeneral" | "reminderMinutes" | "reminderMinutesList"
>;

type Timing = Pick<EventWithReminders, "allDay" | "startsAt" | "recurrenceRule">;

/** Time zone of the household, and the current time in milliseconds since 1970. */
type CurrentTime = { readonly timeZone: string; readonly now: number };

/**
 * A sentence about reminders. `who` is a sentence if `when` is null, otherwise its beginning: `Reminds Anna (push)`,
 * `on Tue 1 Dec, 15:30`.
 */
export type ReminderSentence = { readonly who: string; readonly when: string | null };

export function reminderText(sentences: readonly ReminderSentence[]): string {
  return sentences.map(({ who, when }) => (when === null ? who : `${who} ${when}.`)).join(" ");
}

/** Describes reminders of several events. People who are named once are reminded of all events after their names. */
export function reminderLines(all: readonly (readonly ReminderSentence[])[]): string[] {
  const [first = [], ...others] = all;
  const text = reminderText(first);
  if (others.every((each) => reminderText(each) === text)) return [text];
  const indexed = all.flatMap((each, index) => each.map((sentence) => ({ ...sentence, at: `events[${index}]` })));
  return [...Map.groupBy(indexed, ({ who }) => who)].map(([who, each]) => {
    const isWhole = each.every(({ when }) => when === null);
    if (isWhole) return `- ${each.map(({ at }) => at).join(", ")}: ${who}`;
    return `- ${who}: ${each.map(({ at, when }) => `${at} ${when}`).join("; ")}.`;
  });
}

/** Describes reminders: `Reminds Anna (push, mail) and Ben (app only); Anna (for Mia) on Tue 1 Dec, 15:30.` */
export function reminderSentences(
  event: EventWithReminders,
  settings: ReminderSettings,
  present: CurrentTime,
): ReminderSentence[] {
  const sentence = (who: string) => [{ who, when: null }];
  if (ownMinutes(event)?.length === 0) return sentence("Nobody gets a reminder: this event has none.");
  const all = recipientsNow(settings);
  const concerned = all.filter(
    ({ memberId, general }) => event.memberIds.includes(memberId) || (event.isGeneral && general),
  );
  const reached = concerned.filter(({ ways }) => ways.length > 0);
  const unreachable = concerned.filter(({ ways, memberId }) => ways.length === 0 && event.memberIds.includes(memberId));
  const substitutes = unreachable.map((member) => substitutesFor(member, all));
  const notified = all.filter((each) => reached.includes(each) || substitutes.some((some) => some.includes(each)));
  const minutesOf = (each: Recipient) => minutesFor(event, settings, each);
  if ((notified.length > 0 ? notified : all).every((each) => minutesOf(each).length === 0)) {
    return sentence("Nobody gets a reminder: the household has no default for events.");
  }
  if (notified.length === 0) {
    const names = unreachable.length > 0 ? unreachable.map(nameOf).join(", ") : "everybody";
    return sentence(`Nobody gets a reminder: there is no way yet to reach ${names}.`);
  }
  // Members choose when they are reminded of all-day events without reminders of their own.
  const leftOf = (each: Recipient) => futureMinutes(event, minutesOf(each), present);
  const pending = notified.filter((each) => leftOf(each).length > 0);
  if (pending.length === 0) return sentence("Nobody gets a reminder: its time has passed.");
  const groups = Map.groupBy(pending, (each) => timesText(event, leftOf(each), present));
  const told = [...groups].map(([when, members]) => {
    const direct = members
      .filter((each) => reached.includes(each))
      .map((each) => `${nameOf(each)} (${waysText(each)})`);
    const forUnreachable = unreachable.flatMap((member, index) => {
      const own = members.filter((each) => substitutes[index]?.includes(each));
      return own.length === 0 ? [] : [`${listed(own.map(nameOf))} (for ${nameOf(member)})`];
    });
    return { who: `Reminds ${[...(direct.length > 0 ? [listed(direct)] : []), ...forUnreachable].join("; ")}`, when };
  });
  const withoutSubstitute = unreachable.filter((_, index) => substitutes[index]?.length === 0);
  return [...told, ...withoutSubstitute.flatMap((each) => sentence(`Nobody is told for ${nameOf(each)}.`))];
}

/** Says when the reminders come: `on Tue 1 Dec, 15:30`. Of a series they are `30 min before each time`. */
function timesText(event: Timing, minutes: readonly number[], present: CurrentTime): string {
  const { timeZone, now } = present;
  const dates = minutes.map((each) => dueAt(event, each, timeZone)).sort((one, other) => one - other);
  const on = (instants: readonly number[]) => `on ${listed(instants.map((each) => momentLine(each, timeZone, now)))}`;
  if (event.recurrenceRule === null) return on(dates);
  const before = `${listed(minutes.map(event.allDay ? daysBefore : beforeStart))} each time`;
  const [first = now] = dates;
  return first > now ? `${before}, first ${on([first])}` : before;
}

function dueAt({ allDay, startsAt }: Timing, minutes: number, timeZone: string): number {
  const dueAt = Date.parse(startsAt) - minutes * minute;
  return allDay ? toInstant(timeZone, dueAt) : dueAt;
}

/** Time from now in which a date without its year is clear. */
const maxWithoutYear = 330 * day;

function momentLine(instant: number, timeZone: string, now: number): string {
  const { date, time } = wallOf(isoOf(instant), timeZone);
  const written = dayLine(date);
  return `${instant - now < maxWithoutYear ? written.replace(/ \d{4}$/, "") : written}, ${time}`;
}

/** Returns reminders in words: `30 min and 1 d before`, `at 18:00 the day before`. `isTimed`: there is a time of day. */
export function remindersInWords(minutes: readonly number[], isTimed: boolean): string {
  return minutes.length === 0 ? "none" : listed(minutes.map(isTimed ? beforeStart : daysBefore));
}

type TaskWithReminders = Pick<Task, "memberId" | "dueDate" | "dueTime" | "reminderMinutesList">;

/** Describes a task's own reminders, or returns null if it has none to describe. */
export function taskReminderText(task: TaskWithReminders, settings: ReminderSettings, present: CurrentTime) {
  const { memberId, dueDate, dueTime, reminderMinutesList: own } = task;
  if (own === null) return null;
  if (own.length === 0) return "Nobody gets a reminder: this task has none.";
  if (dueDate === null) return "Nobody gets a reminder: the task has no due date.";
  const all = recipientsNow(settings);
  const member = all.find((each) => each.memberId === memberId);
  const isReached = member !== undefined && member.ways.length > 0;
  const told = isReached ? [member] : member === undefined ? [] : substitutesFor(member, all);
  if (told.length === 0) return "Nobody gets a reminder: there is no way yet to reach them.";
  const { timeZone } = present;
  const startsAt = dueTime === null ? `${dueDate}T00:00:00.000Z` : instantAt(dueDate, dueTime, timeZone);
  const event = { allDay: dueTime === null, startsAt, recurrenceRule: null };
  const left = futureMinutes(event, own, present);
  if (left.length === 0) return "Nobody gets a reminder: its time has passed.";
  const who = `${listed(told.map(nameOf))}${isReached || !member ? "" : ` (for ${nameOf(member)})`}`;
  return `Reminds ${who} ${timesText(event, left, present)}.`;
}

/** Reads who is reminded and how. Must come before the call saves anything, because the request can fail. */
export async function reminderSettings({ rest, household, now }: Context) {
  const { body } = await rest<ReminderSettings>("GET", "/v1/households/me/reminders");
  return { settings: body, present: { timeZone: household.timeZone, now: Date.parse(now.instant) } };
}

/** Returns a line about all members: `Reminders reach Anna by push; Mia’s go to Anna; nobody is told for Leo.` */
export function recipientsLine(settings: ReminderSettings): string {
  const all = recipientsNow(settings);
  const reached = all.filter(({ ways }) => ways.length > 0);
  if (reached.length === 0) return "Reminders reach nobody yet: nobody can sign in or has a channel.";
  const told = reached.map((each) => {
    const isOnlyApp = each.ways.every((way) => way === "app");
    return `${nameOf(each)} ${isOnlyApp ? "only in the app" : `by ${waysText(each, " and ")}`}`;
  });
  const kept = all.flatMap((member) => {
    if (member.ways.length > 0) return [];
    const keepers = substitutesFor(member, all).map(nameOf);
    return keepers.length === 0 ? [nobodyToldText(member)] : [`${nameOf(member)}’s go to ${listed(keepers)}`];
  });
  return `Reminders reach ${[...told, ...kept].join("; ")}.`;
}

function nobodyToldText(member: Recipient): string {
  return `nobody is told for ${nameOf(member)}`;
}

function substitutesFor({ memberId }: Recipient, all: readonly Recipient[]): Recipient[] {
  return all.filter(({ ways, also }) => ways.length > 0 && also.includes(memberId));
}

function recipientsNow({ recipients, isDelivering }: ReminderSettings): Recipient[] {
  if (isDelivering) return recipients;
  return recipients.map((each) => ({ ...each, ways: each.ways.filter((way) => way === "app") }));
}

function minutesFor(event: EventWithReminders, settings: ReminderSettings, { allDayAt }: Recipient): readonly number[] {
  const own = ownMinutes(event);
  if (own) return own;
  const { defaultReminderMinutes, allDayReminder } = settings;
  if (defaultReminderMinutes === null) return [];
  if (!event.allDay) return [defaultReminderMinutes];
  const at = allDayAt ?? allDayReminder;
  return at ? [minutesBeforeMidnight(at)] : [];
}

/** Returns the reminders that can still become due, in minutes before the event. Those of a series all can. */
function futureMinutes(event: Timing, minutes: readonly number[], { timeZone, now }: CurrentTime): readonly number[] {
  return minutes.filter((each) => event.recurrenceRule !== null || dueAt(event, each, timeZone) > now);
}

const minutesPerHour = 60;
const minutesPerDay = 1_440;

function beforeStart(minutes: number): string {
  if (minutes === 0) return "at the start";
  const [size, unit] =
    minutes % minutesPerDay === 0
      ? [minutesPerDay, "d"]
      : minutes % minutesPerHour === 0
        ? [minutesPerHour, "h"]
        : [1, "min"];
  return `${minutes / size} ${unit} before`;
}

function daysBefore(minutes: number): string {
  const days = Math.ceil(minutes / minutesPerDay);
  const left = days * minutesPerDay - minutes;
  return `at ${clockText(left)} ${days === 0 ? "on the day of" : days === 1 ? "the day before" : `${days} days before`}`;
}

function waysText({ ways }: Recipient, separator = ", "): string {
  const others = ways.filter((way) => way !== "app");
  return others.length === 0 ? "app only" : others.join(separator);
}

function nameOf({ name }: Recipient): string {
  return bare(name);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
