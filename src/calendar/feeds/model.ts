import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, nullable, oneOf, recordFields, Text, Uuid } from "#lib/wire.ts";

const feedParts = ["events", "meals", "tasks"] as const;

const fields = {
  name: Type.String(),
  memberId: nullable({
    ...Uuid,
    description: "That member's events and general ones, and that member's tasks; null: the whole household.",
  }),
  parts: Type.Array(oneOf(feedParts)),
  calendarIds: Type.Array(Uuid, { description: "Followed calendars that it includes." }),
  detail: oneOf(["full", "busy"], { description: "`busy`: only `Busy` and the times of events." }),
  alarms: Type.Boolean({ description: "Includes the reminders of events." }),
};

const stored = {
  id: Uuid,
  ...fields,
  lastUsedAt: nullable({ ...Instant, description: "When somebody last read it." }),
  ...recordFields,
};

export const CalendarFeed = closed(stored, { title: "CalendarFeed" });
export type CalendarFeed = Static<typeof CalendarFeed>;

export const NewCalendarFeed = closed(
  {
    ...stored,
    url: Type.String({ description: "Shown only once", examples: ["https://home.example/calendars/….ics"] }),
    webcal: Type.String({ description: "The same with `webcal:`, which opens the calendar app." }),
  },
  { title: "NewCalendarFeed" },
);

export const FeedInput = closed({
  name: Text(1, 100),
  parts: Type.Array(oneOf(feedParts), { minItems: 1, maxItems: feedParts.length, uniqueItems: true }),
  memberId: Type.Optional(fields.memberId),
  calendarIds: Type.Optional(Type.Array(Uuid, { maxItems: 30, uniqueItems: true })),
  detail: Type.Optional(fields.detail),
  alarms: Type.Optional(fields.alarms),
});
export const FeedPatch = closed(Type.Partial(FeedInput).properties);
export type FeedInput = Static<typeof FeedInput>;
export type FeedPatch = Static<typeof FeedPatch>;
