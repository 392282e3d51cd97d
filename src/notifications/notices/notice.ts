/** No database, no HTTP, no clock. */

/** Turned on and off for each channel. */
export const preferenceKinds = ["event", "task", "chore", "check_in", "item", "summary", "change", "system"] as const;
export type PreferenceKind = (typeof preferenceKinds)[number];

/**
 * - `snooze`: rings again.
 * - `catch_up`: was due while the server was off.
 * - `quiet`: held back by quiet hours.
 * - `burst`: more than a person can read.
 */
export const noticeKinds = [...preferenceKinds, "snooze", "catch_up", "quiet", "burst"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Stand for other notices. */
export const foldKinds = ["catch_up", "quiet", "burst"] as const;
export type FoldKind = (typeof foldKinds)[number];

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

/** `HH:MM`, household time. */
export type WallTime = string;
export type DayTime = { readonly daysBefore: number; readonly time: WallTime };

export type Details = "full" | "title" | "none";
export type Language = "en" | "de";

export type Preferences = {
  /** May span midnight. */
  readonly quiet: { readonly from: WallTime; readonly to: WallTime } | null;
  /** For all-day events with the default reminder; null: the household's. */
  readonly allDayAt: DayTime | null;
  readonly summaryAt: WallTime | null;
  /** Null: only the summary names tasks. */
  readonly taskAt: WallTime | null;
  /** Also events for the whole household. */
  readonly general: boolean;
  /** Members for whom this adult is reminded; null: all unreachable ones. */
  readonly alsoFor: string[] | null;
  readonly details: Details;
  readonly language: Language;
  /** Channel ids. The app always shows the notice. */
  readonly kinds: Readonly<Record<PreferenceKind, "all" | string[]>>;
};

export function isChosen(ways: Preferences["kinds"][PreferenceKind], channelId: string): boolean {
  return ways === "all" || ways.includes(channelId);
}

export type Subject = { readonly type: SubjectType; readonly id: string };

/** Makes the text without further reads. Instants are milliseconds. */
export type Facts =
  | {
      readonly type: "event";
      readonly title: string;
      readonly isBusy?: boolean;
      /** A tablet shows Busy. */
      readonly isPrivate?: boolean;
      readonly location: string | null;
      readonly allDay: boolean;
      readonly from: number;
      readonly to: number;
      /** Of an all-day event. */
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
      /** At most six. */
      readonly events: readonly {
        readonly title: string;
        readonly isBusy?: boolean;
        readonly allDay: boolean;
        readonly from: number;
      }[];
      readonly eventCount: number;
      readonly taskCount: number;
      /** Not in `taskCount`. */
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
  | { readonly type: "fold" };

export type Urgency = "high" | "normal" | "low";

export type NewNotice = {
  readonly memberId: string;
  readonly kind: NoticeKind;
  readonly subject: Subject;
  readonly listId: string | null;
  /** The instance's original start, a date, or a date and time. */
  readonly slot: string;
  /** Before the start; −1: not relative to one. */
  readonly minutes: number;
  /** Makes the notice unique: `dueAt`, so that a moved event rings again, or a date if it rings once a day. */
  readonly ring: string;
  /** Milliseconds. */
  readonly dueAt: number;
  readonly expiresAt: number;
  /** Members in display order. */
  readonly about: readonly string[];
  readonly facts: Facts;
  readonly urgency: Urgency;
  /** Not listed in the app. */
  readonly isHidden: boolean;
  /** Sent in its place. In the same result, or decided before. */
  readonly fold: { readonly kind: FoldKind; readonly slot: string } | null;
  /** Quiet hours delay some. */
  readonly deliverAt: number;
  /** Empty if folded, or only for the app. */
  readonly channelIds: readonly string[];
};
