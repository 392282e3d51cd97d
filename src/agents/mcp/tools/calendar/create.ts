import { Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import type { ReminderSettings } from "#notifications/reminders/model.ts";
import { idempotencyKeyParameter, text, textParameter } from "../../input/parameters.ts";
import { clockOf } from "../../input/times.ts";
import { runAll } from "../../output/combine-errors.ts";
import { type EventWithReminders, reminderLine } from "../../output/reminders.ts";
import { type Context, tool } from "../../tool.ts";
import { overlapLines } from "./clashes.ts";
import { newTimes, type TimesInput } from "./event-times.ts";
import type { Event } from "./event-view.ts";
import {
  type Details,
  detailParameters,
  detailsBody,
  endsParameter,
  remindersParameter,
  repairs,
  restNames,
  savedFields,
  savedResult,
  startsParameter,
  weekdayParameter,
} from "./parameters.ts";
import { pastTimesRemarks, strayStartRemarks } from "./remarks.ts";

export const createEvent = tool({
  name: "create_event",
  title: "Add an event",
  group: "calendar",
  profile: "core",
  does: "adds",
  scopes: ["calendar.write"],
  description:
    "Puts one appointment, birthday or trip into the calendar, once or repeating. Without members it is everyone's.",
  input: closed({
    title: textParameter(200, "What is on"),
    starts: startsParameter("is all day"),
    ends: endsParameter("an hour"),
    durationMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 525_600, description: "Or its length" })),
    weekday: weekdayParameter,
    allDay: Type.Optional(Type.Boolean({ description: "Days, without times" })),
    ...detailParameters,
    reminders: remindersParameter,
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({ ...savedFields, reminders: text }),
  names: restNames,
  repairs,
  async run(context, { idempotencyKey, ...input }) {
    const { body, remarks } = await eventBody(context, input, "");
    const remind = await reminderTexts(context);
    const saved = await context.rest<Event>("POST", "/v1/events", body, { idempotencyKey });
    const outcome = saved.isReplay ? "Added before, as it was then" : "Added";
    const reminders = remind(saved.body);
    const warnings = saved.isReplay
      ? []
      : [...strayStartRemarks(saved.body), ...(await overlapLines(context, saved.body))];
    const lines = [...remarks, ...warnings, reminders];
    const result = await savedResult(context, outcome, saved.body, saved.activityId, lines);
    return { ...result, data: { ...result.data, reminders } };
  },
});

/**
 * Returns a function that describes who gets an event's reminders. Call this before saving anything, because the call
 * can fail.
 */
export async function reminderTexts(context: Context): Promise<(event: EventWithReminders) => string> {
  const { body } = await context.rest<ReminderSettings>("GET", "/v1/households/me/reminders");
  const { household, now } = await context.householdNow();
  const present = { timeZone: household.timeZone, now: Date.parse(now.instant) };
  return (event) => reminderLine(event, body, present);
}

/**
 * Reads a new event. `path` is the path of the object, either empty or like `events[3].`.
 * @throws ToolError if a value is invalid
 */
export async function eventBody(
  context: Context,
  input: TimesInput & Details & { readonly starts: string },
  path: string,
) {
  const clock = await clockOf(context);
  const [{ times, remarks }, details] = await runAll(
    () => newTimes(input, clock, path),
    () => detailsBody(context, input, [], path),
  );
  const past = pastTimesRemarks(times, details.recurrenceRule ?? null, clock);
  return { body: { ...details, ...times }, remarks: [...remarks, ...past] };
}
