/** Types of the data from which reminders are computed. */

import type { ExpandableEvent } from "#calendar/events/expansion.ts";
import type { Role } from "#platform/auth/role.ts";
import type { CheckIn } from "#routines/check-ins/model.ts";
import type { AssignedSchedule, MemberCompletion } from "#routines/chores/occurrences.ts";
import type { Task } from "#routines/tasks/model.ts";
import type { Preferences } from "../notices/model.ts";
import type { Facts, LocalMoment, NoticeContent, PreferenceKind, Subject, WallTime } from "../notices/notice.ts";

export type MemberInput = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly canSignIn: boolean;
  /** Whether the member can sign in or has a channel. If not, adults get the reminders instead: see `alsoFor`. */
  readonly isReachable: boolean;
  readonly preferences: Preferences;
  /** Time of the last change of the member or of the member's preferences, in milliseconds. */
  readonly changedAt: number;
};

type Changed = { readonly changedAt: number };

export type EventInput = Changed & { readonly source: ExpandableEvent };
/** An open task with a due date. */
export type TaskInput = Changed &
  Pick<Task, "id" | "label" | "memberId" | "dueTime" | "reminderMinutesList"> & { readonly dueDate: string };
export type ChoreInput = Changed & {
  readonly id: string;
  readonly name: string;
  readonly emoji: string;
  readonly dueTime: WallTime | null;
  readonly schedule: AssignedSchedule;
  /** Completions of the chore, latest first. */
  readonly done: readonly MemberCompletion[];
};
export type CheckInInput = Changed & {
  readonly id: string;
  readonly checkIn: CheckIn;
  /** Date on which the check-in was created. */
  readonly firstDay: string;
  readonly isAnswered: (date: string, time: WallTime, memberId: string) => boolean;
};
/** An open list item with a due date. */
export type ItemInput = Changed & {
  readonly id: string;
  readonly listId: string;
  readonly listName: string;
  readonly content: string;
  readonly dueAt: number;
  /** The member who gets the reminder: the assignee, else the creator. On a personal list always the owner. */
  readonly memberId: string;
};
export type ChangeInput = {
  readonly entryId: string;
  readonly at: number;
  readonly what: Extract<Facts, { type: "change" }>["what"];
  readonly memberIds: readonly string[];
  /** Display name of the person or program that made the change. */
  readonly by: string;
  /** The member who made the change. Missing if a program made it. */
  readonly byId?: string;
  readonly subject: Subject;
  readonly listId: string | null;
  /** Name of the task, the event or the list. */
  readonly label: string;
  readonly isBusy?: boolean;
  /** When the event begins or the task is due, if that is known. */
  readonly start?: LocalMoment;
};
type ApiKeyInput = { readonly id: string; readonly name: string; readonly expiresAt: number };

/** Everything that determines the reminders of a range. All of it is read in one transaction. */
export type ReminderInputs = Changed & {
  readonly timeZone: string;
  /** Minutes before the start of events without reminders of their own. Null if these have no reminder. */
  readonly defaultReminderMinutes: number | null;
  /** Time of the household's default reminder of all-day events. Null if such events have no default reminder. */
  readonly allDayReminder: Preferences["allDayAt"];
  /** Delay in milliseconds, different between households, so that not all summaries are sent at once. */
  readonly summaryDelay: number;
  /** Members of the household in display order. */
  readonly members: readonly MemberInput[];
  readonly events: readonly EventInput[];
  readonly tasks: readonly TaskInput[];
  readonly chores: readonly ChoreInput[];
  readonly checkIns: readonly CheckInInput[];
  readonly items: readonly ItemInput[];
  readonly changes: readonly ChangeInput[];
  readonly keys: readonly ApiKeyInput[];
};

/** One reminder of one subject for one member. The order is by `dueAt`, member, kind, subject, `slot` and `minutes`. */
export type DueReminder = NoticeContent & {
  readonly kind: PreferenceKind;
  /** Time of the last change of record, member or settings. A reminder due over a minute earlier is not sent. */
  readonly notBefore: number;
};
