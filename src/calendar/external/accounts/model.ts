import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, integer, nullable, oneOf, recordFields, Text, Uuid } from "#lib/wire.ts";
import { Count, commonSettings, resultFields } from "../model.ts";
import { providerCodes } from "./providers.ts";

const Provider = oneOf([providerCodes.caldav, providerCodes.google], {
  description: "`provider_a`: CalDAV; `provider_b`: Google",
});

export const Account = closed(
  {
    id: Uuid,
    memberId: Uuid,
    provider: Provider,
    name: Type.String(),
    url: nullable(Type.String({ description: "Where it was found. Null: Google" })),
    username: Type.String(),
    state: oneOf(["ready", "needs_sign_in"]),
    error: nullable(
      Type.String({
        description:
          "Why the last run failed. `test_grant`: Google ended it after a week, because the app is in testing; `key_lost`: the key " +
          "of this server can't open its password",
      }),
    ),
    signedInAt: Instant,
    isSyncing: Type.Boolean(),
    calendarCount: integer(0, 20, { description: "Those that are connected" }),
    syncedAt: nullable({ ...Instant, description: "When one of its calendars last answered" }),
    nextAt: nullable({ ...Instant, description: "When it is synced next" }),
    ...recordFields,
  },
  { title: "CalendarAccount" },
);

const shown = {
  ...commonSettings({ description: "Whom its events concern" }),
  privacy: oneOf(["busy", "full", "hidden"], {
    description: "How its private events appear to others: their times alone, with everything, or not at all",
  }),
  isDefault: Type.Boolean({
    description: "New events of its member are copied to it, unless they name other calendars",
  }),
};

export const AccountCalendar = closed(
  {
    key: Type.String({ description: "Names it in addresses" }),
    externalCalendarId: Type.String(),
    isOffered: Type.Boolean({ description: "The account had it when its calendars were last listed" }),
    isReadOnly: Type.Boolean({ description: "The account may not change it" }),
    mode: oneOf(["off", "in", "out", "both"], {
      description: "`in`: its events are shown; `out`: it takes copies; `both`: changes go both ways",
    }),
    calendarId: nullable({ ...Uuid, description: "Its key among the calendars. Null: off" }),
    ...shown,
    name: Type.String(),
    state: nullable(oneOf(["fresh", "stale", "failed"])),
    error: nullable(Type.String({ description: "Why the last run failed; `held`: a deletion of most events waits" })),
    syncedAt: nullable({ ...Instant, description: "When it last answered" }),
    eventCount: Count,
    failures: Type.Array(
      closed({
        eventId: nullable(Uuid),
        title: nullable(Type.String()),
        error: nullable(Type.String()),
        nextAt: nullable({ ...Instant, description: "When it is tried again" }),
      }),
      { description: "Events whose copy failed. At most 50" },
    ),
    ...resultFields(
      { sent: Count, failed: Count },
      { held: "How many events would be deleted", runs: "The last 50 that did something, newest first" },
    ),
  },
  { title: "AccountCalendar" },
);
export type AccountRun = Static<typeof AccountCalendar>["runs"][number];

export const NewAccount = closed({
  name: Text(1, 100),
  url: Text(1, 2_000, { examples: ["https://cloud.example/remote.php/dav"] }),
  username: Text(1, 300),
  password: Text(1, 1_000, { description: "It is kept sealed, and no answer has it." }),
  origins: Type.Optional(
    Type.Array(Text(1, 300), {
      maxItems: 10,
      uniqueItems: true,
      description: "Further servers that may see the password, because the first one named them",
    }),
  ),
});

/** Changes of an account's settings. With a `password`, the account is signed in again. */
export const AccountPatch = closed(Type.Partial(NewAccount).properties, { minProperties: 1 });

export const EventsDecision = oneOf(["keep", "remove"], {
  description: "Events that it brought: they become the household's own, or are deleted here. There they stay",
});

export const CalendarChoice = closed({
  mode: AccountCalendar.properties.mode,
  events: Type.Optional(EventsDecision),
  ...Type.Partial(Type.Object(shown)).properties,
});
export type CalendarChoice = Static<typeof CalendarChoice>;
