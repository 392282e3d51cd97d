/** What a notice is. No database, no HTTP, no clock. */

/** What a member can turn on and off, each for each channel. */
export const preferenceKinds = ["event", "task", "chore", "check_in", "item", "summary", "change", "system"] as const;
export type PreferenceKind = (typeof preferenceKinds)[number];

/**
 * - `snooze`: a notice that rings again.
 * - `catch_up`: what was due while the server was off.
 * - `quiet`: what quiet hours held back.
 * - `burst`: more than a person can read.
 */
export const noticeKinds = [...preferenceKinds, "snooze", "catch_up", "quiet", "burst"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Kinds that stand for other notices. */
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
  /** May span midnight; null: none. */
  readonly quiet: { readonly from: WallTime; readonly to: WallTime } | null;
  /** For all-day events with the default reminder; null: the household's time. */
  readonly allDayAt: DayTime | null;
  readonly summaryAt: WallTime | null;
  readonly taskAt: WallTime | null;
  /** Also events for the whole household. */
  readonly general: boolean;
  /** Members for whom this adult is reminded too; null: all who cannot be reached. */
  readonly alsoFor: string[] | null;
  readonly details: Details;
  readonly language: Language;
  /** Channel ids. The app always shows the notice. */
  readonly kinds: Readonly<Record<PreferenceKind, "all" | string[]>>;
};

export type Subject = { readonly type: SubjectType; readonly id: string };

/** What a text is made of. Stored with the notice. Instants are milliseconds. */
export type Facts =
  | {
      readonly type: "event";
      readonly title: string;
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
      readonly events: readonly { readonly title: string; readonly allDay: boolean; readonly from: number }[];
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

/** A notice before it has an id. */
export type NewNotice = {
  readonly memberId: string;
  readonly kind: NoticeKind;
  readonly subject: Subject;
  readonly listId: string | null;
  /** The instance's original start, a date, or a date and time. */
  readonly slot: string;
  /** Minutes before the start; −1: not relative to one. */
  readonly minutes: number;
  /** With the other fields, it makes the notice unique: the instant of `dueAt`, or a date if it rings once a day. */
  readonly ring: string;
  /** Milliseconds, like the other instants. */
  readonly dueAt: number;
  readonly expiresAt: number;
  /** Members whom it concerns, in display order. */
  readonly about: readonly string[];
  readonly facts: Facts;
  readonly urgency: Urgency;
  /** Not listed in the app. */
  readonly isHidden: boolean;
  /** The fold that is sent in its place. It is in the same result, or was decided before. */
  readonly fold: { readonly kind: FoldKind; readonly slot: string } | null;
  /** When channels get it: quiet hours delay some. */
  readonly deliverAt: number;
  /** Empty if it is folded, or only for the app. */
  readonly channelIds: readonly string[];
};
