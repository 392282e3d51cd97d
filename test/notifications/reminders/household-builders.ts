/** Short ways to make a household for the reminder engine. Times are written as household wall time. */
import { day, minute } from "#lib/time.ts";
import { toInstant } from "#lib/zone.ts";
import type { Preferences } from "#notifications/notices/model.ts";
import { type PreferenceKind, preferenceKinds } from "#notifications/notices/notice.ts";
import { findDueReminders } from "#notifications/reminders/find-reminders.ts";
import type { DueReminder, MemberInput } from "#notifications/reminders/inputs.ts";
import { type PlainCheckIn, type PlainChore, type PlainEvent, type PlainInputs, toInputs } from "./plain-inputs.ts";
import { SimulatedEngine, type Step } from "./simulated-engine.ts";

export const zone = "Europe/Berlin";

/** `2026-03-29 02:30` in Berlin, in milliseconds. */
export function at(text: string, timeZone = zone): number {
  return toInstant(timeZone, wall(text));
}

export function wall(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}${text.includes(" ") ? "" : "T00:00"}Z`);
}

export const basePreferences: Preferences = {
  quiet: null,
  allDayAt: null,
  summaryAt: null,
  taskAt: null,
  general: true,
  alsoFor: null,
  details: "full",
  language: "en",
  kinds: Object.fromEntries(preferenceKinds.map((kind) => [kind, "all"])) as Preferences["kinds"],
};

export function aMember(
  id: string,
  change: Partial<MemberInput> = {},
  preferences: Partial<Preferences> = {},
): MemberInput {
  const member = { id, name: id, role: "adult" as const, canSignIn: true, isReachable: true, changedAt: 0, ...change };
  return { ...member, preferences: { ...basePreferences, ...preferences } };
}

export function aHousehold(change: Partial<PlainInputs> = {}): PlainInputs {
  return {
    ...{ changedAt: 0, timeZone: zone, defaultReminderMinutes: 30, allDayReminder: { daysBefore: 0, time: "08:00" } },
    ...{ summaryDelay: 0, members: [aMember("anna")], events: [], tasks: [], chores: [], checkIns: [], items: [] },
    ...{ changes: [], keys: [], ...change },
  };
}

/** `start` with a time, or a date of an all-day event. `minutes` null: the default. */
export function anEvent(
  start: string,
  minutes: readonly number[] | null,
  change: Partial<PlainEvent> = {},
): PlainEvent {
  const allDay = !start.includes(" ");
  const startWall = wall(start);
  return {
    ...{ id: "piano", changedAt: 0, title: "Piano", location: null, memberIds: ["anna"], isGeneral: null },
    ...{ reminderMinutes: minutes?.[0] ?? null, reminderMinutesList: [...(minutes ?? [])] },
    ...{ allDay, startWall, endWall: startWall + (allDay ? day : 60 * minute), timeZone: zone, rule: null },
    ...{ exceptions: [], ...change },
  };
}

export function aChore(dueTime: string | null, change: Partial<PlainChore> = {}): PlainChore {
  return {
    ...{ id: "dishes", changedAt: 0, name: "Dishwasher", emoji: "", dueTime, assignment: "each", memberIds: ["anna"] },
    ...{ active: true, recurrenceRule: "FREQ=DAILY", startDate: "2026-01-01", done: [], ...change },
  };
}

export function aCheckIn(time: string, change: Partial<PlainCheckIn> = {}): PlainCheckIn {
  return {
    ...{ id: "sleep", changedAt: 0, name: "Sleep", question: "How did you sleep last night?", presetKey: "sleep" },
    ...{ assigneeIds: ["anna"], daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [time], notify: true, active: true },
    ...{ firstDay: "2026-01-01", answered: [], ...change },
  };
}

/** Moments after the first time, up to the second. */
export function between(home: PlainInputs, from: string, to: string): DueReminder[] {
  return findDueReminders(toInputs(home), at(from, home.timeZone), at(to, home.timeZone));
}

/** `16:30 anna event`, in household time, with the date if it is not the first one's. */
export function formatReminders(
  reminders: readonly (Pick<DueReminder, "dueAt" | "memberId"> & { kind: string })[],
  timeZone = zone,
): string[] {
  const local = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return reminders.map(({ dueAt, memberId, kind }) => {
    const zoned = local(dueAt);
    return `${zoned.toPlainDate()} ${zoned.toPlainTime().toString({ smallestUnit: "minute" })} ${memberId} ${kind}`;
  });
}

/** Plays steps from a time on. Returns the engine with all its decisions. */
export function playFrom(start: string, home: PlainInputs, ...steps: Step[]): SimulatedEngine {
  const channels = Object.fromEntries(home.members.map(({ id }) => [id, [`${id}'s phone`]]));
  const engine = new SimulatedEngine({ start: at(start, home.timeZone), home, channels });
  for (const step of steps) engine.play(step);
  return engine;
}

/** Returns the kinds of the notices that the app lists. */
export function listedKinds({ outcome }: SimulatedEngine): string[] {
  return outcome.notices.filter(({ isHidden }) => !isHidden).map(({ kind }) => kind);
}

export const onlyKind = (kind: PreferenceKind) => (reminder: { kind: string }) => reminder.kind === kind;
