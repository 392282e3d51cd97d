import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, nullable, oneOf, Text, Uuid } from "#lib/wire.ts";

const fields = {
  name: Type.String(),
  access: oneOf(["read", "write"], { description: "`write`: what its member may change in the app." }),
  calendars: nullable(Type.Array(Type.String(), { description: "Keys of `GET /v1/calendars`; null: all." })),
};

const stored = {
  id: Uuid,
  ...fields,
  username: Type.String({ examples: ["anna-7k2m"] }),
  lastSeenAt: nullable(Instant),
  client: nullable(Type.String({ description: "The `User-Agent` that it last sent." })),
  createdAt: Instant,
};

export const CalendarApp = closed(stored, { title: "CalendarApp" });
export type CalendarApp = Static<typeof CalendarApp>;

export const NewCalendarApp = closed(
  {
    ...stored,
    password: Type.String({ description: "Shown only once", examples: ["k7wm-…"] }),
    url: Type.String({ description: "The address of the CalDAV server.", examples: ["https://home.example/dav/"] }),
  },
  { title: "NewCalendarApp" },
);

export const CalendarAppInput = closed({
  name: Text(1, 100),
  access: fields.access,
  calendars: nullable(Type.Array(Text(1, 100), { minItems: 1, maxItems: 1_000, uniqueItems: true })),
});
export type CalendarAppInput = Static<typeof CalendarAppInput>;
