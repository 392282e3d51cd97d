/** The types of the reminder engine. No database, no HTTP, no clock. */
import type { CheckIn } from "../check-ins/check-in.ts";
import type { Done, Duty } from "../chores/today.ts";
import type { ExpandableEvent } from "../events/expansion.ts";
import type { DayTime, Facts, NewNotice, PreferenceKind, Preferences, Subject, WallTime } from "../notices/notice.ts";

export type HomeMember = {
  readonly id: string;
  readonly name: string;
  readonly role: "owner" | "adult" | "child" | "guest";
  /** Has a password or a channel. Adults are reminded for the others: see `alsoFor`. */
  readonly isReachable: boolean;
  readonly preferences: Preferences;
  /** Milliseconds: the last change of the member or the preferences. */
  readonly changedAt: number;
};

type Changed = { readonly changedAt: number };

export type HomeEvent = Changed & { readonly source: ExpandableEvent };
/** Open tasks with a due date. */
export type HomeTask = Changed & {
  readonly id: string;
  readonly label: string;
  readonly memberId: string;
  readonly dueDate: string;
};
export type HomeChore = Changed & {
  readonly id: string;
  readonly name: string;
  readonly emoji: string;
  readonly dueTime: WallTime | null;
  readonly duty: Duty;
  /** Latest first. */
  readonly done: readonly Done[];
};
export type HomeCheckIn = Changed & {
  readonly id: string;
  readonly checkIn: CheckIn;
  /** The date on which it was created. */
  readonly firstDay: string;
  readonly isAnswered: (date: string, time: WallTime, memberId: string) => boolean;
};
/** Open items with a due date. */
export type HomeItem = Changed & {
  readonly id: string;
  readonly listId: string;
  readonly listName: string;
  readonly content: string;
  readonly dueAt: number;
  /** Assignee; else the personal list's owner; else the member who made it. Of a personal list only the owner. */
  readonly memberId: string;
};
/** One entry of the feed that somebody may want to know about. */
export type HomeChange = {
  readonly entryId: string;
  readonly at: number;
  readonly what: Extract<Facts, { type: "change" }>["what"];
  readonly memberIds: readonly string[];
  /** The display name of the actor. */
  readonly by: string;
  readonly subject: Subject;
  readonly listId: string | null;
  /** The task, the event, or the list. */
  readonly label: string;
};
export type HomeKey = { readonly id: string; readonly name: string; readonly expiresAt: number };

/** Everything that decides a household's reminders in a range of time; read in one snapshot. */
export type Home = Changed & {
  readonly timeZone: string;
  /** For events without reminders of their own; null: none. */
  readonly defaultReminderMinutes: number | null;
  /** For all-day events, where there is a default. */
  readonly allDayReminder: DayTime | null;
  /** Delays this household's summaries, so that all households' do not come at once. Milliseconds. */
  readonly summaryDelay: number;
  /** Present members in display order. */
  readonly members: readonly HomeMember[];
  readonly events: readonly HomeEvent[];
  readonly tasks: readonly HomeTask[];
  readonly chores: readonly HomeChore[];
  readonly checkIns: readonly HomeCheckIn[];
  readonly items: readonly HomeItem[];
  readonly changes: readonly HomeChange[];
  readonly keys: readonly HomeKey[];
};

/** One ring of one thing for one person. Ordered by dueAt, member, kind, subject, slot, minutes. */
export type Moment = Pick<
  NewNotice,
  "memberId" | "subject" | "listId" | "slot" | "minutes" | "ring" | "dueAt" | "expiresAt" | "about" | "facts"
> & {
  readonly kind: PreferenceKind;
  /** A moment more than a minute before the last change of what it is about is not made up for. */
  readonly notBefore: number;
};
