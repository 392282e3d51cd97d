import { type Static, Type } from "@sinclair/typebox";
import { ColorKey, closed, Instant, nullable, oneOf, Uuid } from "#lib/wire.ts";

export const Calendar = closed(
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
export type Calendar = Static<typeof Calendar>;
