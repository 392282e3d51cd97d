import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Uuid } from "#lib/wire.ts";
import { originFor } from "#platform/config.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { CalendarFeed, FeedInput, FeedPatch, NewCalendarFeed } from "./model.ts";
import { createFeed, deleteFeed, listFeeds, updateFeed } from "./store.ts";

const operation = operationsOf("Calendars");

const feedId = closed({ id: Uuid });
const unknownNames = ["memberId: no such member", "calendarIds: no such calendar"];

export function calendarFeeds({ config }: Deps) {
  return new Elysia({ prefix: "/app/calendar-feeds" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ feeds: listFeeds(work) })),
      operation({
        id: "listCalendarFeeds",
        summary: "List the secret addresses from which other calendars read",
        access: "adult",
        isVolatile: true,
        answer: closed({ feeds: Type.Array(CalendarFeed) }),
      }),
    )
    .post(
      "",
      ({ call, body }) => {
        const { feed, token } = call.write((work) => createFeed(work, body));
        const url = `${originFor(config, call.request)}/calendars/${token}.ics`;
        return { ...feed, url, webcal: url.replace(/^https?:/, "webcal:") };
      },
      operation({
        id: "createCalendarFeed",
        summary: "Share the calendar by a secret address",
        description:
          "Whoever has the address can read the calendar, and nothing else. Only this response contains it. Lists, chores and " +
          "check-ins are never in it, nor events that ended more than 400 days ago; at most 5,000 entries.",
        access: "adult",
        body: FeedInput,
        answer: NewCalendarFeed,
        example: { name: "Family on my phone", parts: ["events"] },
        refusals: { 422: [...unknownNames, "A household can have at most 20 feeds"] },
      }),
    )
    .patch(
      "/:id",
      ({ call, params, body }) => call.write((work) => updateFeed(work, params.id, body)),
      operation({
        id: "updateCalendarFeed",
        summary: "Change what a shared calendar shows",
        description: "Omitted fields stay. The address stays the same.",
        access: "adult",
        params: feedId,
        body: FeedPatch,
        answer: CalendarFeed,
        example: { detail: "busy" },
        refusals: { 404: ["Feed not found"], 422: unknownNames },
      }),
    )
    .delete(
      "/:id",
      ({ call, params }) => call.write((work) => deleteFeed(work, params.id)),
      operation({
        id: "deleteCalendarFeed",
        summary: "Stop sharing a calendar",
        description: "Its address is unknown from then on.",
        access: "adult",
        params: feedId,
        writes: true,
        answer: Deleted,
        refusals: { 404: ["Feed not found"] },
      }),
    );
}
