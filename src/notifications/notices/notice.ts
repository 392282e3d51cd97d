/** Types of notices. This module uses no database, no HTTP and no clock. */

import type { AddressedType } from "#platform/activity/record-address.ts";

/** Kinds of notices. Members choose for each kind through which channels its notices are sent. */
export const preferenceKinds = ["event", "task", "chore", "check_in", "item", "summary", "change", "system"] as const;
export type PreferenceKind = (typeof preferenceKinds)[number];

/**
 * All kinds of notices. Besides the kinds above, for which members choose channels, these are:
 * - `snooze`: a notice that is shown again later.
 * - `catch_up`: a digest of reminders that were due while the server was off.
 * - `quiet`: a digest of notices that quiet hours deferred.
 * - `burst`: a digest of more notices than a person can read.
 */
export const noticeKinds = [...preferenceKinds, "snooze", "catch_up", "quiet", "burst"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Kinds of digests. A digest is one message that is sent instead of several notices. */
export const digestKinds = ["catch_up", "quiet", "burst"] as const;
export type DigestKind = (typeof digestKinds)[number];

export type SubjectType = Extract<
  AddressedType,
  "event" | "task" | "chore" | "check_in" | "block" | "list" | "household" | "channel" | "api_key"
>;

/** Kinds of changes that notices report: a new assignment of a task, a member added to an event, a changed list. */
export const changeKinds = ["task_assigned", "event_named", "list_changed"] as const;

/** A time such as `18:30` in the household's time zone. */
export type WallTime = string;
/** Day and time of an event or a task in the household's time zone. `time` is null if it has no time. */
export type LocalMoment = { readonly date: string; readonly time: WallTime | null };
export type Details = "full" | "title" | "none";
export type Language = "en" | "de";

export function isChosen(choice: "all" | readonly string[], channelId: string): boolean {
  return choice === "all" || choice.includes(channelId);
}

export type Subject = { readonly type: SubjectType; readonly id: string };

/** Data that suffice to render the notice's text without the database. Instants are in milliseconds. */
export type Facts =
  | {
      readonly type: "event";
      readonly title: string;
      readonly isBusy?: boolean;
      /** Whether a tablet shows “Busy” instead of the title. */
      readonly isPrivate?: boolean;
      readonly location: string | null;
      readonly allDay: boolean;
      readonly from: number;
      readonly to: number;
      /** First date of an all-day event. Null for other events. */
      readonly firstDay: string | null;
    }
  | {
      readonly type: "task";
      readonly label: string;
      readonly dueDate: string;
      /** Missing if the task has no time. */
      readonly dueTime?: WallTime;
    }
  | {
      readonly type: "chore";
      readonly name: string;
      readonly emoji: string;
      readonly date: string;
      readonly dueTime: WallTime;
      readonly isTurn: boolean;
    }
  | {
      readonly type: "check_in";
      readonly name: string;
      readonly question: string;
      readonly presetKey: string;
      readonly date: string;
      readonly time: WallTime;
    }
  | { readonly type: "item"; readonly content: string; readonly listName: string; readonly dueAt: number }
  | {
      readonly type: "summary";
      readonly date: string;
      /** The first six events of the day. */
      readonly events: readonly {
        readonly title: string;
        readonly isBusy?: boolean;
        readonly allDay: boolean;
        readonly from: number;
      }[];
      readonly eventCount: number;
      readonly taskCount: number;
      /** Number of overdue tasks. Not included in `taskCount`. */
      readonly overdueCount: number;
      readonly choreCount: number;
      readonly itemCount: number;
    }
  | {
      readonly type: "change";
      readonly what: (typeof changeKinds)[number];
      readonly by: string;
      /** The member who made the change. Missing if several people or a program made it, and in older notices. */
      readonly memberId?: string;
      readonly label: string;
      readonly isBusy?: boolean;
      /** When the event begins or the task is due. Missing if neither is known, and in older notices. */
      readonly start?: LocalMoment;
      readonly count: number;
    }
  | {
      readonly type: "system";
      readonly what: "backup_failed" | "channel_off" | "key_expires";
      readonly label: string;
      readonly reason: string | null;
      readonly at: number | null;
    }
  /** A digest of several notices. */
  | { readonly type: "fold" };

export type Urgency = "high" | "normal" | "low";

/** The content of a reminder and of its notice. Instants are in milliseconds. */
export type NoticeContent = {
  readonly memberId: string;
  readonly subject: Subject;
  readonly listId: string | null;
  /**
   * The occurrence that the reminder is about: its date, or its date and time, such as the due date of a task. For an
   * instance of a series of events, this is the original start, even if the instance was moved.
   */
  readonly slot: string;
  /**
   * Minutes by which the reminder comes before the start of an event, or before the time of a task. −1 if it does not
   * depend on a start.
   */
  readonly minutes: number;
  /**
   * Value that distinguishes several notices about the same occurrence. The value is the time `dueAt` if moving the
   * event must cause a new notice. The value is the date if only one notice a day is allowed.
   */
  readonly occurrenceKey: string;
  readonly dueAt: number;
  readonly expiresAt: number;
  /** Members whom the notice concerns, in display order. */
  readonly about: readonly string[];
  readonly facts: Facts;
};

export type NoticeIdentity = Pick<NoticeContent, "memberId" | "subject" | "slot" | "minutes" | "occurrenceKey"> & {
  readonly kind: NoticeKind;
};

export type NewNotice = NoticeContent & {
  readonly kind: NoticeKind;
  readonly urgency: Urgency;
  /** Whether the app leaves the notice out of its list. */
  readonly isHidden: boolean;
  /** Digest that is sent instead of this notice. Null if no digest replaces this notice. */
  readonly digest: { readonly kind: DigestKind; readonly slot: string } | null;
  /** Time at which the notice is sent. Quiet hours may delay it. */
  readonly deliverAt: number;
  /** Ids of the channels that send the notice. Empty if a digest is sent instead, or if only the app shows it. */
  readonly channelIds: readonly string[];
};
