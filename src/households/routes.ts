import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { closed, integer, nullable, Uuid } from "../schema.ts";
import { HouseholdName, TimeZone } from "./schema.ts";
import { readHousehold, toSettings, updateSettings } from "./store.ts";

const WeekStartsOn = integer(1, 7, { description: "1 = Monday to 7 = Sunday" });
const DefaultReminderMinutes = nullable(
  integer(0, 40_320, { description: "Minutes before an event that asks for the household's default; null: none" }),
);

const Settings = closed(
  {
    id: Uuid,
    name: Type.String(),
    timeZone: Type.String({ examples: ["Europe/Berlin"] }),
    weekStartsOn: WeekStartsOn,
    defaultReminderMinutes: DefaultReminderMinutes,
  },
  { title: "HouseholdSettings" },
);

/** The household's settings, in the app (contract section 3). */
export const households = new Elysia({ prefix: "/app/household" })
  .use(context)
  .get(
    "",
    ({ call }) => call.read(({ db, householdId }) => toSettings(readHousehold(db, householdId))),
    operation({
      id: "readSettings",
      tag: "Household",
      summary: "The household's settings",
      access: "app",
      answer: Settings,
    }),
  )
  .patch(
    "",
    ({ call, body }) => call.write((work) => updateSettings(work, body)),
    operation({
      id: "updateSettings",
      tag: "Household",
      summary: "Change the household's settings",
      access: "adult",
      body: closed({
        name: Type.Optional(HouseholdName),
        timeZone: Type.Optional(TimeZone),
        weekStartsOn: Type.Optional(WeekStartsOn),
        defaultReminderMinutes: Type.Optional(DefaultReminderMinutes),
      }),
      answer: Settings,
      example: { weekStartsOn: 7 },
      refusals: { 422: ["timeZone: no such time zone"] },
    }),
  );
