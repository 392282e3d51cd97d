/** Putting an event into the calendar. */
import { Type } from "@sinclair/typebox";
import { closed, Text } from "../../../wire.ts";
import { idempotencyKeyParameter } from "../../input/parameters.ts";
import { type Context, tool } from "../../tool.ts";
import { newTimes, type Said } from "./event-times.ts";
import type { Event } from "./event-view.ts";
import {
  clockOf,
  type Details,
  detailParameters,
  detailsFrom,
  endsParameter,
  names,
  remindersParameter,
  repairs,
  savedFields,
  startsParameter,
  toldSaved,
  weekdayParameter,
} from "./parameters.ts";

/** One event. */
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
    title: Text(1, 200, { description: "What is on" }),
    starts: startsParameter("is all day"),
    ends: endsParameter("an hour"),
    weekday: weekdayParameter,
    allDay: Type.Optional(Type.Boolean({ description: "true: days, without times" })),
    ...detailParameters,
    reminders: remindersParameter,
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed(savedFields),
  names,
  repairs,
  async run(context, { idempotencyKey, ...input }) {
    const { body, remarks } = await eventFrom(context, input, "");
    const saved = await context.rest<Event>("POST", "/v1/events", body, { idempotencyKey });
    return toldSaved(
      context,
      saved.isReplay ? "Added before, as it was then" : "Added",
      saved.body,
      saved.activityId,
      remarks,
    );
  },
});

/**
 * What REST takes for a new event, and remarks on its times. `at` is where it was said: empty, or `events[3].`.
 * @throws ToolError as `newTimes` and `detailsFrom`.
 */
export async function eventFrom(context: Context, input: Said & Details & { readonly starts: string }, at: string) {
  const { times, remarks } = newTimes(input, await clockOf(context), at);
  return { body: { ...(await detailsFrom(context, input, [], at)), ...times }, remarks };
}
