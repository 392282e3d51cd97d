import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { clockIn } from "#lib/time.ts";
import { closed, Instant, nullable, oneOf } from "#lib/wire.ts";
import type { Caller } from "#platform/auth/callers.ts";
import { readScopes, type Scope, scopes } from "#platform/auth/scopes.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { Display, DisplayPatch, Household, Now, Settings, SettingsPatch } from "./model.ts";
import { readHousehold, toDisplay, toHousehold, toSettings, updateDisplay, updateSettings } from "./store.ts";

const operation = operationsOf("Household");
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
      call.read((work) => ({
        household: toHousehold(readHousehold(work)),
        ...nowAndCaller(call.caller, call.now),
      })),
    operation({
      id: "readHousehold",
      summary: "Read the household, its time and the caller",
      description: "For a first call: the household, its date and time, and what the caller may do.",
      access: "any",
      isVolatile: true,
      answer: closed({ household: Household, now: Now, caller: CallerAnswer }),
    }),
  )
  .get(
    "/app/household",
    ({ call }) => call.read((work) => toSettings(readHousehold(work))),
    operation({
      id: "readSettings",
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
      summary: "Change the household's settings",
      description: "`allDayReminder` is null while `defaultReminderMinutes` is null.",
      access: "adult",
      body: SettingsPatch,
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
    ({ call }) => call.read((work) => toDisplay(readHousehold(work))),
    operation({
      id: "readDisplay",
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
      summary: "Change how the household's screens show the calendar, the meal plan and ingredients",
      access: "adult",
      body: DisplayPatch,
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
