/** Events on the wire (interface §2, Event; contract section 5). */

import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, integer, nullable, oneOf, RuleText, recordFields, Text, Uuid } from "../wire.ts";

const reminderDescription =
  "Minutes before the start (of an all-day event: before midnight of its first day). Null: the household's default; -1: none.";
const Provider = oneOf(["provider_a", "provider_b"], { description: "`provider_a`: CalDAV; `provider_b`: Google." });
const syncTarget = { memberId: Uuid, provider: Provider, externalCalendarId: Text(1, 1_000) }; // The upper bounds are our choice: the specification has none.
const AnswerTarget = closed(
  {
    ...syncTarget,
    status: oneOf(["not_connected", "pending", "synced", "failed"]),
    syncedAt: nullable(Instant),
  },
  {
    title: "SyncTarget",
    description: "A copy on an external calendar. Kept as `not_connected` until an account is connected.",
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
  isGeneral: Type.Boolean({ description: "The whole household's. Until it is set: true where there are no members." }),
  syncTargets: Type.Array(AnswerTarget),
};

const repetition = {
  recurrenceRule: nullable(Type.String({ description: "A bare RFC 5545 RRULE; null: happens once." })),
  timeZone: Type.String({ description: "IANA; the rule is expanded in it.", examples: ["Europe/Berlin"] }),
};

const EventException = closed(
  {
    instanceStartsAt: Instant,
    cancelled: Type.Boolean(),
    ...Type.Partial(Type.Object(answered)).properties,
  },
  { title: "EventException", description: "An instance that is cancelled, or has the given fields of its own." },
);

/** An event, or the master of a series. All-day times are dates: midnight as if UTC, the end exclusive. */
export const EventRecord = closed(
  { id: Uuid, ...answered, ...repetition, exceptions: Type.Array(EventException), ...recordFields },
  { title: "Event" },
);
/** See {@link EventRecord}. */
export type EventRecord = Static<typeof EventRecord>;

/** One time that an event happens. */
export const EventInstance = closed(
  {
    id: Uuid,
    ...answered,
    ...repetition,
    recurring: Type.Boolean(),
    instanceStartsAt: nullable(Instant),
    isException: Type.Boolean(),
    ...recordFields,
  },
  {
    title: "EventInstance",
    description:
      "`id` is the event's; `instanceStartsAt` the original start, by which edits name the instance, or null.",
  },
);
/** See {@link EventInstance}. */
export type EventInstance = Static<typeof EventInstance>;

const times = {
  startsAt: { ...Instant, description: "Of an all-day event the date as it is written counts, whatever the offset." },
  endsAt: {
    ...Instant,
    description: "Of an all-day event: midnight after the start is exclusive, else its date is the last day.",
  },
};

/** What may be sent of an event beside its title and times; all of it may be left out. */
const optional = {
  allDay: Type.Optional(Type.Boolean({ description: "Turning it off by PATCH needs both times." })),
  location: Type.Optional(nullable(Text(0, 500))),
  notes: Type.Optional(nullable(Text(0, 2_000))),
  recurrenceRule: Type.Optional(nullable(RuleText)),
  memberIds: Type.Optional(Type.Array(Uuid)),
  reminderMinutes: Type.Optional(nullable(integer(-1, 40_320, { description: reminderDescription }))),
  reminderMinutesList: Type.Optional(
    Type.Array(integer(0, 40_320), { maxItems: 10, description: "The full set; `reminderMinutes` mirrors its first." }),
  ),
  isGeneral: Type.Optional(Type.Boolean()),
  syncTargets: Type.Optional(Type.Array(closed(syncTarget), { maxItems: 100 })),
};

/** The body of a new event. */
export const NewEvent = closed({ title: Text(1, 200), ...times, ...optional });

/** What a new event collides with: one that is there, or (`otherIndex`) an earlier one of the same request. */
export const Collision = closed(
  {
    index: integer(0, 29, { description: "Which of the new events" }),
    eventId: nullable(Uuid),
    otherIndex: nullable(integer(0, 29)),
    title: Type.String(),
    startsAt: Instant,
    endsAt: Instant,
    memberIds: Type.Array(Uuid),
  },
  { title: "EventCollision" },
);
/** See {@link Collision}. */
export type Collision = Static<typeof Collision>;

/** The body of a change. */
export const EventPatch = closed({
  title: Type.Optional(Text(1, 200)),
  startsAt: Type.Optional(times.startsAt),
  endsAt: Type.Optional(times.endsAt),
  ...optional,
  instanceStartsAt: Type.Optional({ ...Instant, description: "The `instanceStartsAt` of the instance that is meant." }),
  editScope: Type.Optional(oneOf(["this", "this_and_future", "all"], { description: "`all` if left out." })),
});
