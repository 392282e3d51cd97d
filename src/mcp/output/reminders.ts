/** Says who gets an event's reminders, and how. */
import type { EventRecord } from "../../events/model.ts";
import { minute } from "../../lib/time.ts";
import type { Recipient, ReminderSettings } from "../../reminders/model.ts";
import { bare } from "./format.ts";

export type Reminded = Pick<
  EventRecord,
  "allDay" | "startsAt" | "recurrenceRule" | "memberIds" | "isGeneral" | "reminderMinutes" | "reminderMinutesList"
>;

/** `Reminder 30 min before: Anna (push, mail), Ben (app only); Mia’s goes to Anna.` `now` is in milliseconds. */
export function reminderLine(event: Reminded, settings: ReminderSettings, now: number): string {
  const times = timesOf(event, settings);
  if (times === null) return "Nobody gets a reminder: this event has none.";
  if (times.length === 0) return "Nobody gets a reminder: the household has no default for events.";
  if (isTooLate(event, settings, now)) return "Nobody gets a reminder: its time has passed.";
  const recipients = concerned(event, settings);
  const reached = recipients.filter(({ ways }) => ways.length > 0);
  const others = recipients.filter(({ ways, memberId }) => ways.length === 0 && event.memberIds.includes(memberId));
  const kept = others.map((member) => keptText(member, settings));
  if (reached.length === 0 && others.every((member) => keepersOf(member, settings).length === 0)) {
    const names = others.length > 0 ? others.map(nameOf).join(", ") : "everybody";
    return `Nobody gets a reminder: there is no way yet to reach ${names}.`;
  }
  const told = reached.map((each) => `${nameOf(each)} (${waysText(each.ways, ", ")})`).join(", ");
  const who = [...(told === "" ? [] : [told]), ...kept].join("; ");
  return `${times.length === 1 ? "Reminder" : "Reminders"} ${listed(times)}: ${who}.`;
}

/** `Reminders reach Anna by push and mail; Ben only in the app; Mia’s go to Anna; nobody is told for Leo.` */
export function recipientsLine(settings: ReminderSettings): string {
  const recipients = waysNow(settings);
  const reached = recipients.filter(({ ways }) => ways.length > 0);
  const others = recipients.filter(({ ways }) => ways.length === 0);
  if (reached.length === 0) return "Reminders reach nobody yet: nobody can sign in or has a channel.";
  const told = reached.map((each) => {
    const isOnlyApp = each.ways.every((way) => way === "app");
    return `${nameOf(each)} ${isOnlyApp ? "only in the app" : `by ${waysText(each.ways, " and ")}`}`;
  });
  return `Reminders reach ${[...told, ...others.map((member) => keptText(member, settings, "go"))].join("; ")}.`;
}

function keptText(member: Recipient, settings: ReminderSettings, verb: "goes" | "go" = "goes"): string {
  const keepers = keepersOf(member, settings).map(nameOf);
  return keepers.length === 0
    ? `nobody is told for ${nameOf(member)}`
    : `${nameOf(member)}’s ${verb} to ${listed(keepers)}`;
}

/** Adults who have a way themselves. */
function keepersOf({ memberId }: Recipient, settings: ReminderSettings): Recipient[] {
  return waysNow(settings).filter(({ ways, also }) => ways.length > 0 && also.includes(memberId));
}

function concerned({ memberIds, isGeneral }: Reminded, settings: ReminderSettings): Recipient[] {
  return waysNow(settings).filter(({ memberId, general }) => memberIds.includes(memberId) || (isGeneral && general));
}

function waysNow({ recipients, isDelivering }: ReminderSettings): Recipient[] {
  if (isDelivering) return recipients;
  return recipients.map((each) => ({ ...each, ways: each.ways.filter((way) => way === "app") }));
}

/** Null: the event turned them off. Empty: the household has none. */
function timesOf(event: Reminded, { defaultReminderMinutes, allDayReminder }: ReminderSettings): string[] | null {
  const own = ownMinutes(event);
  if (own !== null) return own.length === 0 ? null : own.map(event.allDay ? daysBefore : before);
  if (defaultReminderMinutes === null) return [];
  if (!event.allDay) return [before(defaultReminderMinutes)];
  return allDayReminder === null ? [] : [onDay(allDayReminder.daysBefore, allDayReminder.time)];
}

function ownMinutes({ reminderMinutes, reminderMinutesList }: Reminded): readonly number[] | null {
  if (reminderMinutesList.length > 0) return reminderMinutesList;
  if (reminderMinutes === null) return null;
  return reminderMinutes < 0 ? [] : [reminderMinutes];
}

/** All-day events and series may still ring. */
function isTooLate(event: Reminded, { defaultReminderMinutes }: ReminderSettings, now: number): boolean {
  if (event.allDay || event.recurrenceRule !== null) return false;
  const minutes = ownMinutes(event) ?? [defaultReminderMinutes ?? 0];
  return Date.parse(event.startsAt) - Math.min(...minutes) * minute <= now;
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

/** Minutes before the midnight at which the first day begins. */
function daysBefore(minutes: number): string {
  const days = Math.ceil(minutes / minutesPerDay);
  const left = days * minutesPerDay - minutes;
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  return onDay(days, `${two(left / minutesPerHour)}:${two(left % minutesPerHour)}`);
}

function onDay(days: number, time: string): string {
  const day = days === 0 ? "that day" : days === 1 ? "the day before" : `${days} days before`;
  return `at ${time} ${day}`;
}

function waysText(ways: Recipient["ways"], separator: string): string {
  const others = ways.filter((way) => way !== "app");
  return others.length === 0 ? "app only" : others.join(separator);
}

function nameOf({ name }: Recipient): string {
  return bare(name);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
