import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { clockIn } from "#lib/time.ts";
import { closed, Instant, integer, nullable, oneOf } from "#lib/wire.ts";
import type { Caller } from "#platform/auth/callers.ts";
import { readScopes, type Scope, scopes } from "#platform/auth/scopes.ts";
import { context, operation } from "#platform/http/operation.ts";
import { AllDayReminder, Display, GroceryListName, Household, HouseholdName, Now, TimeZone } from "./model.ts";
import { readHousehold, toDisplay, toHousehold, toSettings, updateDisplay, updateSettings } from "./store.ts";

const WeekStartsOn = integer(1, 7, { description: "1 = Monday to 7 = Sunday" });
const DefaultReminderMinutes = nullable(
  integer(0, 40_320, { description: "Minutes before events that use the household's default; null: no reminder" }),
);

const PhotoSearch = Type.Boolean({ description: "True: the app may send search words to the provider of photos" });

const Settings = closed(
  {
    ...Household.properties,
    defaultReminderMinutes: DefaultReminderMinutes,
    allDayReminder: AllDayReminder,
    photoSearch: PhotoSearch,
  },
  { title: "HouseholdSettings" },
);

const CallerAnswer = closed(
  {
    kind: oneOf(["api_key", "member", "device"]),
    name: Type.String(),
    scopes: Type.Array(oneOf(scopes)),
    expiresAt: nullable(Instant),
  },
  { title: "Caller", description: "`expiresAt` is null if the credentials never expire." },
);

export const households = new Elysia()
  .use(context)
  .get(
    "/v1/households/me",
    ({ call }) =>
      call.read(({ db, householdId }) => ({
        household: toHousehold(readHousehold(db, householdId)),
        ...nowAndCaller(call.caller, call.now),
      })),
    operation({
      id: "readHousehold",
      tag: "Household",
      summary: "Read the household, its time and the caller",
      description: "For a first call: the household, its date and time, and what the caller may do.",
      access: "any",
      isVolatile: true,
      answer: closed({ household: Household, now: Now, caller: CallerAnswer }),
    }),
  )
  .get(
    "/app/household",
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
    "/app/household",
    ({ call, body }) => call.write((work) => updateSettings(work, body)),
    operation({
      id: "updateSettings",
      tag: "Household",
      summary: "Change the household's settings",
      description: "`allDayReminder` is null while `defaultReminderMinutes` is null.",
      access: "adult",
      body: closed({
        name: Type.Optional(HouseholdName),
        timeZone: Type.Optional(TimeZone),
        weekStartsOn: Type.Optional(WeekStartsOn),
        groceryListName: Type.Optional(GroceryListName),
        defaultReminderMinutes: Type.Optional(DefaultReminderMinutes),
        allDayReminder: Type.Optional(AllDayReminder),
        photoSearch: Type.Optional(PhotoSearch),
      }),
      answer: Settings,
      example: { weekStartsOn: 7 },
      refusals: {
        422: [
          "timeZone: no such time zone",
          "allDayReminder: needs defaultReminderMinutes, because it is the default for all-day events",
        ],
      },
    }),
  )
  .get(
    "/v1/households/me/display",
    ({ call }) => call.read(({ db, householdId }) => toDisplay(readHousehold(db, householdId))),
    operation({
      id: "readDisplay",
      tag: "Household",
      summary: "How the household's screens show the calendar, the meal plan and ingredients",
      access: "any",
      answer: Display,
    }),
  )
  .patch(
    "/v1/households/me/display",
    ({ call, body }) => call.write((work) => updateDisplay(work, body)),
    operation({
      id: "updateDisplay",
      tag: "Household",
      summary: "Change how the household's screens show the calendar, the meal plan and ingredients",
      access: "adult",
      body: closed({
        weekStartsToday: Type.Optional(Display.properties.weekStartsToday),
        hiddenMealTypes: Type.Optional(Display.properties.hiddenMealTypes),
        amounts: Type.Optional(Display.properties.amounts),
      }),
      answer: Display,
      example: { weekStartsToday: true },
    }),
  );

function nowAndCaller(caller: Caller, instant: Date) {
  return {
    now: clockIn(caller.timeZone, instant),
    caller: {
      kind: caller.kind,
      name: caller.name,
      scopes: scopesOf(caller),
      expiresAt: caller.kind === "api_key" ? caller.expiresAt : null,
    },
  };
}

function scopesOf(caller: Caller): Scope[] {
  if (caller.kind === "api_key") return [...caller.scopes];
  return [...(caller.kind === "member" ? scopes : readScopes)];
}
