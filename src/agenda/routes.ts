import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { closed, Day, integer, Uuid } from "../wire.ts";
import { readAgenda } from "./agenda.ts";
import { Agenda } from "./model.ts";
import { scopeOf } from "./parts.ts";

export const agenda = new Elysia({ prefix: "/v1/agenda" }).use(context).get(
  "",
  ({ call, query }) => call.read((work) => readAgenda(work, query, (part) => call.hasScope(scopeOf[part]))),
  operation({
    id: "readAgenda",
    tag: "Overview",
    summary: "What the household has before it, day by day",
    description:
      "By the days of the household's time zone, from `from` (its today, if left out) on: events, tasks that are due, chores, " +
      "check-ins and meals. `memberId` keeps what is that member's, with general events, chores that anyone of them and others " +
      "may do, and all meals; of an unknown one that leaves general events and meals. A key sees the parts that its scopes let " +
      "it read: `calendar.read`, `tasks.read`, `chores.read`, `checkins.read` and `meals.read`.",
    access: "any",
    query: closed({
      from: Type.Optional(Day),
      days: integer(1, 14, { default: 7 }),
      memberId: Type.Optional(Uuid),
    }),
    answer: Agenda,
  }),
);
