import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Uuid } from "#lib/wire.ts";
import { originFor } from "#platform/config.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { CalendarApp, CalendarAppInput, NewCalendarApp } from "./model.ts";
import { createAppPassword, listAppPasswords, revokeAppPassword } from "./store.ts";

const operation = operationsOf("Calendars");

export function calendarApps({ config }: Deps) {
  return new Elysia({ prefix: "/app/calendar-apps" })
    .use(context)
    .get(
      "",
      ({ call }) => call.read((work) => ({ apps: listAppPasswords(work, call.member.id) })),
      operation({
        id: "listCalendarApps",
        summary: "List my phones and programs that read the calendar",
        access: "app",
        isVolatile: true,
        answer: closed({ apps: Type.Array(CalendarApp) }),
      }),
    )
    .post(
      "",
      ({ call, body }) => ({
        ...call.write((work) => createAppPassword(work, call.member.id, body)),
        url: `${originFor(config, call.request)}/dav/`,
      }),
      operation({
        id: "createCalendarApp",
        summary: "Create an app password for a phone or program of mine",
        description:
          "With it the device reads and changes the calendar by CalDAV, as its member may in the app. Only this response " +
          "contains the password. It outlives sign-outs and a new password of the member.",
        access: "app",
        body: CalendarAppInput,
        answer: NewCalendarApp,
        example: { name: "Anna's iPhone", access: "write", calendars: null },
        refusals: { 422: ["calendars: no such calendar", "A member can have at most 20 app passwords"] },
      }),
    )
    .delete(
      "/:id",
      ({ call, params }) => call.write((work) => revokeAppPassword(work, call.member.id, params.id)),
      operation({
        id: "revokeCalendarApp",
        summary: "Revoke an app password of mine",
        description: "The device is refused from then on. What it has already read stays on it.",
        access: "app",
        params: closed({ id: Uuid }),
        writes: true,
        answer: Deleted,
        refusals: { 404: ["App password not found"] },
      }),
    );
}
