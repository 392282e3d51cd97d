import { type Static, Type } from "@sinclair/typebox";
import {
  closed,
  Instant,
  integer,
  nullable,
  oneOf,
  ReminderMinutesList,
  RuleText,
  recordFields,
  Text,
  Uuid,
} from "#lib/wire.ts";

const reminderDescription =
  "Minutes before the start (of an all-day event: before midnight of its first day). Null: the household's default; -1: none.";
const Provider = oneOf(["provider_a", "provider_b"], { description: "`provider_a`: CalDAV; `provider_b`: Google." });
/** Calendar for copies of an event. The maximum length of its id is not specified; we chose it. */
export const SyncTarget = closed({ memberId: Uuid, provider: Provider, externalCalendarId: Text(1, 1_000) });
const TargetState = closed({
  status: oneOf(["not_connected", "pending", "synced", "failed"]),
  syncedAt: nullable({ ...Instant, description: "When a change last arrived there" }),
  error: Type.Optional(Type.String({ description: "Why it failed" })),
});
export type TargetState = Static<typeof TargetState>;
const AnswerTarget = closed(
  { ...SyncTarget.properties, ...TargetState.properties },
  {
    title: "SyncTarget",
    description:
      "A copy in a calendar of an account. `not_connected`: no account offers that calendar for copies; `pending`: the " +
      "last change has not arrived there yet.",
  },
);

const answered = {
  title: Type.String(),
  startsAt: Instant,
  endsAt: Instant,
  allDay: Type.Boolean(),
  location: nullable(Type.String()),
  notes: nullable(Type.String()),
  memberIds: Type.Array(Uuid),
  reminderMinutes: nullable(integer(-1, 40_320, { description: reminderDescription })),
  reminderMinutesList: Type.Array(integer(0, 40_320)),
  isGeneral: Type.Boolean({
    description: "Concerns the whole household. Defaults to true if the event has no members.",
  }),
  syncTargets: Type.Array(AnswerTarget),
  busyOnly: Type.Boolean({
    description: "A private event of another member: the title is `Busy`, and the location and notes are left out.",
  }),
};

const repetition = {
  recurrenceRule: nullable(Type.String({ description: "An RFC 5545 RRULE without prefix; null: does not repeat." })),
  timeZone: Type.String({ description: "IANA time zone in which the rule is expanded.", examples: ["Europe/Berlin"] }),
};

const origin = {
  calendar: closed({ key: Type.String(), name: Type.String() }, { description: "See `GET /v1/calendars`." }),
  readOnly: Type.Boolean({
    description:
      "It can only be changed where it comes from: a followed calendar, one with guests, or a program that repeats it as no " +
      "event can. Another member's private event can only be changed by that member.",
  }),
};

const EventException = closed(
  {
    instanceStartsAt: Instant,
    cancelled: Type.Boolean(),
    ...Type.Partial(Type.Object(answered)).properties,
  },
  { title: "EventException", description: "A cancelled instance, or one that overrides the given fields." },
);

export const EventRecord = closed(
  { id: Uuid, ...answered, ...repetition, exceptions: Type.Array(EventException), ...origin, ...recordFields },
  { title: "Event" },
);
export type EventRecord = Static<typeof EventRecord>;

export const EventInstance = closed(
  {
    id: Uuid,
    ...answered,
    ...repetition,
    recurring: Type.Boolean(),
    instanceStartsAt: nullable(Instant),
    isException: Type.Boolean(),
    ...origin,
    ...recordFields,
  },
  {
    title: "EventInstance",
    description:
      "`id` is the event's; `instanceStartsAt` the original start, by which edits name the instance, or null.",
  },
);
export type EventInstance = Static<typeof EventInstance>;

export const NewEvent = closed({
  title: Text(1, 200),
  startsAt: { ...Instant, description: "For an all-day event, the date counts as written, whatever the offset." },
  endsAt: {
    ...Instant,
    description: "For an all-day event, a midnight after the start is exclusive; any other time names the last day.",
  },
  allDay: Type.Optional(Type.Boolean({ description: "To turn it off, PATCH requires both times." })),
  location: Type.Optional(nullable(Text(0, 500))),
  notes: Type.Optional(nullable(Text(0, 2_000))),
  recurrenceRule: Type.Optional(nullable(RuleText)),
  memberIds: Type.Optional(Type.Array(Uuid)),
  reminderMinutes: Type.Optional(nullable(integer(-1, 40_320, { description: reminderDescription }))),
  reminderMinutesList: Type.Optional({
    ...ReminderMinutesList,
    description: "The full set; `reminderMinutes` mirrors its first.",
  }),
  isGeneral: Type.Optional(Type.Boolean()),
  syncTargets: Type.Optional(Type.Array(SyncTarget, { maxItems: 100 })),
});
export type NewEvent = Static<typeof NewEvent>;

/** Event that overlaps a new event. `eventId` names a stored one, `otherIndex` an earlier one of the same request. */
export const Collision = closed(
  {
    index: integer(0, 29, { description: "Position among the new events" }),
    eventId: nullable(Uuid),
    otherIndex: nullable(integer(0, 29)),
    title: Type.String(),
    startsAt: Instant,
    endsAt: Instant,
    memberIds: Type.Array(Uuid),
  },
  { title: "EventCollision" },
);
export type Collision = Static<typeof Collision>;

export const DeletedEvent = closed(
  {
    id: Uuid,
    title: Type.String(),
    startsAt: Instant,
    endsAt: Instant,
    allDay: Type.Boolean(),
    recurring: Type.Boolean(),
    instanceStartsAt: nullable({ ...Instant, description: "Null: the whole event" }),
    seriesDeleted: Type.Boolean({ description: "True if no instance of a series is left" }),
  },
  { title: "DeletedEvent" },
);
export type DeletedEvent = Static<typeof DeletedEvent>;

export const EventPatch = closed({
  ...Type.Partial(NewEvent).properties,
  instanceStartsAt: Type.Optional({ ...Instant, description: "The `instanceStartsAt` of the instance to change." }),
  editScope: Type.Optional(oneOf(["this", "this_and_future", "all"], { description: "`all` if omitted." })),
});

export const EventQuery = closed({
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  memberId: Type.Optional(Uuid),
  raw: Type.Optional(Type.Boolean()),
  limit: Type.Optional(integer(1, 100)),
  cursor: Type.Optional(Type.String()),
  direction: Type.Optional(oneOf(["forward", "backward"], { description: "`forward` if omitted" })),
  anchor: Type.Optional(Instant),
});
export type EventQuery = Static<typeof EventQuery>;
