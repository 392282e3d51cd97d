/** The kinds that describe households. */
import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Instant, integer, Text, Uuid } from "../wire.ts";

/** A household's name. */
export const HouseholdName = Text(1, 200);
/** An IANA time zone. */
export const TimeZone = Text(1, 60, { description: "IANA name", examples: ["Europe/Berlin"] });

/** A household as everybody in it sees it. */
export const Household = closed(
  {
    id: Uuid,
    name: Type.String(),
    timeZone: Type.String({ description: "IANA name", examples: ["Europe/Berlin"] }),
    weekStartsOn: Type.Integer({ minimum: 1, maximum: 7, description: "1 = Monday to 7 = Sunday" }),
  },
  { title: "Household" },
);
/** See {@link Household}. */
export type Household = Static<typeof Household>;

/** The present time. */
export const Now = closed(
  {
    instant: Instant,
    date: Day,
    weekday: integer(1, 7, { description: "1 = Monday to 7 = Sunday", examples: [5] }),
    time: Type.String({ pattern: "^\\d{2}:\\d{2}$", examples: ["11:00"] }),
  },
  { title: "Now", description: "The present, also as the household's clocks show it" },
);
/** See {@link Now}. */
export type Now = Static<typeof Now>;
