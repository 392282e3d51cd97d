import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readAfterLoading } from "#lib/concurrency.ts";
import { closed, Day, integer, Uuid } from "#lib/wire.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { readAgenda } from "./agenda.ts";
import { Agenda, type AgendaPart } from "./model.ts";

const operation = operationsOf("Overview");

const scopeOf: Readonly<Record<AgendaPart, Scope>> = {
  events: "calendar.read",
  tasks: "tasks.read",
  chores: "chores.read",
  checkIns: "checkins.read",
  meals: "meals.read",
};

export const agenda = new Elysia({ prefix: "/v1/agenda" }).use(context).get(
  "",
  ({ call, query }) => {
    const canSee = (part: AgendaPart) => call.hasScope(scopeOf[part]);
    return readAfterLoading(call.caller.householdId, () => call.read((work) => readAgenda(work, query, canSee)));
  },
  operation({
    id: "readAgenda",
    summary: "Read the coming days",
    description:
      "Events, due tasks, chores, check-ins and meals for each day in the household's time zone, starting at `from` (default: " +
      "today). `memberId` keeps that member's records, general events, chores that the member or others may do, and all meals; " +
      "for an unknown member only general events and meals remain. A key sees the parts that its scopes let it read: " +
      "`calendar.read`, `tasks.read`, `chores.read`, `checkins.read` and `meals.read`.",
    access: "any",
    query: closed({
      from: Type.Optional(Day),
      days: integer(1, 14, { default: 7 }),
      memberId: Type.Optional(Uuid),
    }),
    answer: Agenda,
  }),
);
