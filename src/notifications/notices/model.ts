import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, integer, nullable, oneOf, Uuid, WallTime } from "#lib/wire.ts";
import { Channel, DetailLevel, SentNotice } from "../channels/model.ts";
import { changeKinds, noticeKinds, preferenceKinds } from "./notice.ts";

const noticeActions = ["done", "snooze"] as const;

export const Notice = closed(
  {
    id: Uuid,
    kind: oneOf(noticeKinds),
    memberId: Uuid,
    subject: closed({ type: Type.String(), id: Type.String() }),
    listId: nullable(Uuid),
    title: Type.String({ examples: ["In 10 min: Piano"] }),
    body: Type.String({ examples: ["16:00, Music school"] }),
    path: Type.String({ description: "The page of the app that shows it", examples: ["/calendar?event=…"] }),
    dueAt: Instant,
    createdAt: Instant,
    readAt: nullable(Instant),
    state: oneOf(["open", "done", "dismissed", "snoozed"]),
    actions: Type.Array(oneOf(noticeActions)),
    /** Start of the event that the notice is about. Null for all-day events and other notices. */
    startsAt: nullable(Instant),
    /** Names of the people and programs that made the change that the notice reports. Null for other notices. */
    by: nullable(Type.String()),
    /** The change that the notice reports. Null for other notices. */
    change: nullable(
      closed({
        what: oneOf(changeKinds),
        label: Type.String({ description: "Name of the task, the event or the list", examples: ["Piano"] }),
        /** The member who made the change. Null if several people or a program made it. */
        memberId: nullable(Uuid),
      }),
    ),
    /** Members whom the notice concerns, and their names. */
    memberIds: Type.Array(Uuid),
    names: Type.Array(Type.String()),
  },
  { title: "Notice" },
);
export type Notice = Static<typeof Notice>;
export type NoticeAction = Notice["actions"][number];

const Count = integer(0, Number.MAX_SAFE_INTEGER);

export const NoticePage = closed({
  notices: Type.Array(Notice),
  unread: Count,
  /** Number of open notices on all pages. */
  open: Count,
  nextCursor: nullable(Uuid),
});

/** Id that the app chooses for a “Clear all”, to undo it. */
const ClearId = Type.String({ pattern: "^[0-9a-f]{32}$", examples: ["9f86d081884c7d659a2feaa0c55ad015"] });

export const ClearBody = closed({ upTo: Uuid, clear: ClearId });
export const ReopenBody = closed({ clear: ClearId });
export const ClearResult = closed({ count: Count, unread: Count });

/** Request body of an action on a notice. `minutes` applies to `snooze` only. */
export const NoticeActionBody = closed({
  action: oneOf([...noticeActions, "dismiss"]),
  minutes: Type.Optional(integer(1, 1_440)),
});
export type NoticeActionBody = Static<typeof NoticeActionBody>;

export const NoticeActionResult = closed({
  state: oneOf(["open", "done", "dismissed", "snoozed"]),
  line: Type.String({ description: "What happened, in the member's language", examples: ["Done: Dishwasher"] }),
});

/** Content of the page that a notification links to. The page needs no sign-in. */
export const LinkedNotice = closed({
  title: Type.String(),
  body: Type.String(),
  path: Type.String(),
  state: NoticeActionResult.properties.state,
  actions: Type.Array(oneOf(noticeActions)),
  language: oneOf(["en", "de"]),
});

const ChannelChoice = Type.Union([Type.Literal("all"), Type.Array(Uuid, { maxItems: 10 })]);

export const Preferences = closed(
  {
    /** Start and end of the quiet hours, which may span midnight. Null if the member has no quiet hours. */
    quiet: nullable(closed({ from: WallTime, to: WallTime })),
    /** Time of the default reminder of all-day events. Null if the time in the household's settings applies. */
    allDayAt: nullable(closed({ daysBefore: integer(0, 1), time: WallTime })),
    summaryAt: nullable(WallTime),
    /** Time of reminders of tasks. Null if the member gets no reminders of single tasks, only the daily summary. */
    taskAt: nullable(WallTime),
    general: Type.Boolean({ description: "Also events that concern the whole household" }),
    /**
     * Members whose reminders this adult also gets: they have no password and no channel. Null means all such members.
     */
    alsoFor: nullable(Type.Array(Uuid, { maxItems: 100 })),
    details: DetailLevel,
    language: oneOf(["en", "de"]),
    /** Channels through which each kind of notice is sent. The app shows all notices, even without a channel. */
    kinds: closed(
      Object.fromEntries(preferenceKinds.map((kind) => [kind, ChannelChoice])) as Record<
        (typeof preferenceKinds)[number],
        typeof ChannelChoice
      >,
    ),
  },
  { title: "NotificationPreferences" },
);
export type Preferences = Static<typeof Preferences>;

export const PreferencesPatch = Type.Partial(
  closed({
    ...Preferences.properties,
    kinds: Type.Partial(Preferences.properties.kinds, { additionalProperties: false }),
  }),
  { additionalProperties: false },
);
export type PreferencesPatch = Static<typeof PreferencesPatch>;

export const NotificationSettings = closed({
  preferences: Preferences,
  channels: Type.Array(Channel),
  /** Kinds of channels that the server offers, and what the app needs to add a channel. */
  available: closed({
    push: closed({ publicKey: Type.String(), apple: Type.Boolean({ description: "False: needs PUSH_CONTACT" }) }),
    mail: Type.Boolean(),
    ntfy: Type.Array(Type.String()),
    apprise: Type.Boolean(),
    isDelivering: Type.Boolean({ description: "False: `DELIVERY=off`, or the demo" }),
  }),
  /** Members who can get no reminders: they have no password and no channel. */
  unreachable: Type.Array(Uuid),
  /** The last ten deliveries, newest first. */
  sent: Type.Array(SentNotice),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export const Follow = closed({ id: Uuid, followed: Type.Boolean() });
