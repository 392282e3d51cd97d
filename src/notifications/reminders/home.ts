/** No database, no HTTP, no clock. */

import type { ExpandableEvent } from "#calendar/events/expansion.ts";
import type { CheckIn } from "#routines/check-ins/check-in.ts";
import type { AssignedSchedule, MemberCompletion } from "#routines/chores/occurrences.ts";
import type { DayTime, Facts, NewNotice, PreferenceKind, Preferences, Subject, WallTime } from "../notices/notice.ts";

export type HomeMember = {
  readonly id: string;
  readonly name: string;
  readonly role: "owner" | "adult" | "child" | "guest";
  readonly canSignIn: boolean;
  /** Can sign in or has a channel. For the others, see `alsoFor`. */
  readonly isReachable: boolean;
  readonly preferences: Preferences;
  /** Milliseconds. Of the member or the preferences. */
  readonly changedAt: number;
};

type Changed = { readonly changedAt: number };

export type HomeEvent = Changed & { readonly source: ExpandableEvent };
/** Open. */
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
  readonly duty: AssignedSchedule;
  /** Latest first. */
  readonly done: readonly MemberCompletion[];
};
export type HomeCheckIn = Changed & {
  readonly id: string;
  readonly checkIn: CheckIn;
  /** When it was created. */
  readonly firstDay: string;
  readonly isAnswered: (date: string, time: WallTime, memberId: string) => boolean;
};
/** Open. */
export type HomeItem = Changed & {
  readonly id: string;
  readonly listId: string;
  readonly listName: string;
  readonly content: string;
  readonly dueAt: number;
  /** Assignee, else the personal list's owner, else the creator. Of a personal list only the owner. */
  readonly memberId: string;
};
/** An entry of the feed. */
export type HomeChange = {
  readonly entryId: string;
  readonly at: number;
  readonly what: Extract<Facts, { type: "change" }>["what"];
  readonly memberIds: readonly string[];
  /** Display name. */
  readonly by: string;
  readonly subject: Subject;
  readonly listId: string | null;
  /** The task, the event, or the list. */
  readonly label: string;
  readonly isBusy?: boolean;
};
export type HomeKey = { readonly id: string; readonly name: string; readonly expiresAt: number };

/** All that decides reminders in a range; read in one snapshot. */
export type Home = Changed & {
  readonly timeZone: string;
  /** For events without reminders of their own; null: none. */
  readonly defaultReminderMinutes: number | null;
  /** For all-day events with a default. */
  readonly allDayReminder: DayTime | null;
  /** Milliseconds. Spreads the summaries of all households. */
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
  /** The last change of its subject. Moments due over a minute before are not made up for. */
  readonly notBefore: number;
};
