/** Types of notices, which depend on no database, no HTTP and no clock. */

/** Kinds of notices that members turn on and off for each channel. */
export const preferenceKinds = ["event", "task", "chore", "check_in", "item", "summary", "change", "system"] as const;
export type PreferenceKind = (typeof preferenceKinds)[number];

/**
 * All kinds of notices. Besides those that members choose:
 * - `snooze`: a notice that is shown again later.
 * - `catch_up`: a digest of reminders that were due while the server was off.
 * - `quiet`: a digest of notices that quiet hours deferred.
 * - `burst`: a digest of more notices than a person can read.
 */
export const noticeKinds = [...preferenceKinds, "snooze", "catch_up", "quiet", "burst"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Kinds of digests, which are sent in place of several notices. */
export const digestKinds = ["catch_up", "quiet", "burst"] as const;
export type DigestKind = (typeof digestKinds)[number];

export type SubjectType =
  | "event"
  | "task"
  | "chore"
  | "check_in"
  | "block"
  | "list"
  | "household"
  | "channel"
  | "api_key";

/** A time as `HH:MM` in the household's time zone. */
export type WallTime = string;
export type DayTime = { readonly daysBefore: number; readonly time: WallTime };

export type Details = "full" | "title" | "none";
export type Language = "en" | "de";

export type Preferences = {
  /** Quiet hours, which may span midnight. */
  readonly quiet: { readonly from: WallTime; readonly to: WallTime } | null;
  /** Reminder of all-day events with the default. Null if the household's applies. */
  readonly allDayAt: DayTime | null;
  readonly summaryAt: WallTime | null;
  /** Time of reminders of tasks. Null if only the summary names tasks. */
  readonly taskAt: WallTime | null;
  /** Whether events for the whole household remind too. */
  readonly general: boolean;
  /** Members for whom this adult is reminded. Null if for all who cannot be reached. */
  readonly alsoFor: string[] | null;
  readonly details: Details;
  readonly language: Language;
  /** Ids of the channels by kind of notice. The app always shows the notice. */
  readonly kinds: Readonly<Record<PreferenceKind, "all" | string[]>>;
};

export function isChosen(choice: Preferences["kinds"][PreferenceKind], channelId: string): boolean {
  return choice === "all" || choice.includes(channelId);
}

export type Subject = { readonly type: SubjectType; readonly id: string };

/** Data from which the text of a notice is rendered without further reads. Instants are in milliseconds. */
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
      /** First date of an all-day event. */
      readonly firstDay: string | null;
    }
  | { readonly type: "task"; readonly label: string; readonly dueDate: string }
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
      /** The first six events. */
      readonly events: readonly {
        readonly title: string;
        readonly isBusy?: boolean;
        readonly allDay: boolean;
        readonly from: number;
      }[];
      readonly eventCount: number;
      readonly taskCount: number;
      /** Number of overdue tasks, which `taskCount` does not include. */
      readonly overdueCount: number;
      readonly choreCount: number;
      readonly itemCount: number;
    }
  | {
      readonly type: "change";
      readonly what: "task_assigned" | "event_named" | "list_changed";
      readonly by: string;
      readonly label: string;
      readonly isBusy?: boolean;
      readonly count: number;
    }
  | {
      readonly type: "system";
      readonly what: "backup_failed" | "channel_off" | "key_expires";
      readonly label: string;
      readonly reason: string | null;
      readonly at: number | null;
    }
  /** A digest. */
  | { readonly type: "fold" };

export type Urgency = "high" | "normal" | "low";

export type NewNotice = {
  readonly memberId: string;
  readonly kind: NoticeKind;
  readonly subject: Subject;
  readonly listId: string | null;
  /** The occurrence's original start, a date, or a date and time. */
  readonly slot: string;
  /** Minutes before the start. −1 if the reminder has none. */
  readonly minutes: number;
  /** Makes the notice unique: `dueAt`, so that a moved event reminds again, or a date if it reminds once a day. */
  readonly occurrenceKey: string;
  /** Milliseconds, as all instants here. */
  readonly dueAt: number;
  readonly expiresAt: number;
  /** Members whom the notice concerns, in display order. */
  readonly about: readonly string[];
  readonly facts: Facts;
  readonly urgency: Urgency;
  /** Whether the app does not list the notice. */
  readonly isHidden: boolean;
  /** Digest that is sent in the notice's place: one of the same result, or one decided before. */
  readonly digest: { readonly kind: DigestKind; readonly slot: string } | null;
  /** Time of the delivery, which quiet hours may delay. */
  readonly deliverAt: number;
  /** Channels. Empty if a digest is sent instead, or if the notice is only for the app. */
  readonly channelIds: readonly string[];
};
