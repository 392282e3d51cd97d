/** The kinds that describe households. */
import { Type } from "@sinclair/typebox";
import { closed, Text, Uuid } from "../wire.ts";

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
