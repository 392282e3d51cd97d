import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { ColorKey, closed, Instant, nullable, oneOf, Uuid } from "#lib/wire.ts";
import { context, operation } from "#platform/http/operation.ts";
import { listCalendars } from "./store.ts";

const Calendar = closed(
  {
    key: Type.String({ description: "`family`, a member's id, or an external calendar's id", examples: ["family"] }),
    name: Type.String(),
    color: nullable(ColorKey),
    kind: oneOf(["household", "member", "external"]),
    readOnly: Type.Boolean({ description: "Its events can only be changed where they come from" }),
    memberId: nullable({ ...Uuid, description: "Whose it is" }),
    provider: nullable(oneOf(["provider_a", "provider_b"])),
    externalCalendarId: nullable(Type.String()),
    mode: nullable(
      oneOf(["in", "out", "both"], {
        description: "`in`: its events are shown; `out`: it takes copies; `both`: changes go both ways",
      }),
    ),
    isDefault: Type.Boolean({ description: "New events of its member are copied to it, unless they name calendars" }),
    state: nullable(
      oneOf(["fresh", "stale", "failed"], {
        description:
          "Of an external calendar. `stale`: it has not answered for a while; `failed`: it must be set up again",
      }),
    ),
    syncedAt: nullable({ ...Instant, description: "When it last answered" }),
  },
  { title: "Calendar" },
);

export const calendars = new Elysia({ prefix: "/v1/calendars" }).use(context).get(
  "",
  ({ call }) => call.read((work) => ({ calendars: listCalendars(work) })),
  operation({
    id: "listCalendars",
    tag: "Calendars",
    summary: "List the calendars that events are in",
    description:
      "Each event is in one: the external calendar that it comes from; else its only member's, unless it is general; else " +
      "`family`.",
    access: "calendar.read",
    isVolatile: true,
    answer: closed({ calendars: Type.Array(Calendar) }),
  }),
);
