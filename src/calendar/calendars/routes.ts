import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { Calendar } from "./model.ts";
import { listCalendars } from "./store.ts";

const operation = operationsOf("Calendars");

export const calendars = new Elysia({ prefix: "/v1/calendars" }).use(context).get(
  "",
  ({ call }) => call.read((work) => ({ calendars: listCalendars(work) })),
  operation({
    id: "listCalendars",
    summary: "List the calendars that events are in",
    description:
      "Each event is in one: the external calendar that it comes from; else its only member's, unless it is general; else " +
      "`family`.",
    access: "calendar.read",
    isVolatile: true,
    answer: closed({ calendars: Type.Array(Calendar) }),
  }),
);
