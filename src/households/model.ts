import { Type } from "@sinclair/typebox";
import { closed, Text, Uuid } from "../wire.ts";

export const HouseholdName = Text(1, 200);
export const TimeZone = Text(1, 60, { description: "IANA name", examples: ["Europe/Berlin"] });

export const Household = closed(
  {
    id: Uuid,
    name: Type.String(),
    timeZone: Type.String({ description: "IANA name", examples: ["Europe/Berlin"] }),
    weekStartsOn: Type.Integer({ minimum: 1, maximum: 7, description: "1 = Monday to 7 = Sunday" }),
  },
  { title: "Household" },
);
