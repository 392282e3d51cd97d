/** Describes which members get an event's reminders, and through which channels. */
import type { EventRecord } from "#calendar/events/model.ts";
import { minutesBeforeMidnight, ownMinutes } from "#lib/reminder-minutes.ts";
import { minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { Recipient, ReminderSettings } from "#notifications/reminders/model.ts";
import { clockText } from "../input/times.ts";
import { bare } from "./format.ts";

export type EventWithReminders = Pick<
  EventRecord,
  "allDay" | "startsAt" | "recurrenceRule" | "memberIds" | "isGeneral" | "reminderMinutes" | "reminderMinutesList"
>;

/** Time zone of the household, and the current time in milliseconds since 1970. */
type CurrentTime = { readonly timeZone: string; readonly now: number };

/** Describes reminders: `Reminder 30 min before: Anna (push, mail), Ben (app only); Mia’s goes to Anna.` */
export function reminderLine(event: EventWithReminders, settings: ReminderSettings, present: CurrentTime): string {
  if (ownMinutes(event)?.length === 0) return "Nobody gets a reminder: this event has none.";
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
    return "Nobody gets a reminder: the household has no default for events.";
  }
  if (notified.length === 0) {
    const names = unreachable.length > 0 ? unreachable.map(nameOf).join(", ") : "everybody";
    return `Nobody gets a reminder: there is no way yet to reach ${names}.`;
  }
  // Members choose when they are reminded of all-day events without reminders of their own.
  const leftOf = (each: Recipient) => futureMinutes(event, minutesOf(each), present);
  const pending = notified.filter((each) => leftOf(each).length > 0);
  const groups = Map.groupBy(pending, (each) => listed(leftOf(each).map(event.allDay ? daysBefore : before)));
  if (groups.size === 0) return "Nobody gets a reminder: its time has passed.";
  const parts = [...groups].map(([times, members]) => {
    const names = members.filter((each) => reached.includes(each)).map((each) => `${nameOf(each)} (${waysText(each)})`);
    const forUnreachable = unreachable.flatMap((member, index) => {
      const own = members.filter((each) => substitutes[index]?.includes(each));
      return own.length === 0 ? [] : [`${nameOf(member)}’s goes to ${listed(own.map(nameOf))}`];
    });
    return `${times}: ${[...(names.length > 0 ? [names.join(", ")] : []), ...forUnreachable].join("; ")}`;
  });
  const withoutSubstitute = unreachable.filter((_, index) => substitutes[index]?.length === 0).map(nobodyToldText);
  const isOne = groups.size === 1 && pending.every((each) => leftOf(each).length === 1);
  return `${isOne ? "Reminder" : "Reminders"} ${[...parts, ...withoutSubstitute].join("; ")}.`;
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
function futureMinutes(
  event: EventWithReminders,
  minutes: readonly number[],
  { timeZone, now }: CurrentTime,
): readonly number[] {
  const startAt = Date.parse(event.startsAt);
  const dueAt = (each: number) =>
    event.allDay ? toInstant(timeZone, startAt - each * minute) : startAt - each * minute;
  return minutes.filter((each) => event.recurrenceRule !== null || dueAt(each) > now);
}

const minutesPerHour = 60;
const minutesPerDay = 1_440;

function before(minutes: number): string {
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
  return `at ${clockText(left)} ${days === 0 ? "that day" : days === 1 ? "the day before" : `${days} days before`}`;
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
