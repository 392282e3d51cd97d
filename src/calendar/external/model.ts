import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { ColorKey, closed, Instant, integer, nullable, oneOf, recordFields, Text, Uuid } from "#lib/wire.ts";
import { previewFields, Remark } from "../imports/model.ts";
import { calendarErrorCodes } from "./calendar-error.ts";

export const Count = Type.Integer({ minimum: 0 });

export const commonSettings = (memberIds: { readonly description?: string } = {}) => ({
  name: Text(1, 100),
  color: ColorKey,
  memberIds: Type.Array(Uuid, { maxItems: 100, uniqueItems: true, ...memberIds }),
  isGeneral: Type.Boolean({ description: "Its events concern everybody, too" }),
});

/** Numbers of events that a synchronisation added, changed and deleted. Leaves out objects without an event here. */
const counts = { added: Count, changed: Count, deleted: Count };
export type Counts = Static<ReturnType<typeof closed<typeof counts>>>;

type Texts = { readonly held: string; readonly runs: string; readonly error?: string };

/** Returns the fields with the results of reading a calendar. `sent` are further counts of a run. */
export function resultFields<Sent extends TProperties>(sent: Sent, { held, runs, error }: Texts) {
  const Code = nullable(Type.String(error === undefined ? {} : { description: error }));
  return {
    held: nullable(closed({ since: Instant, count: { ...Count, description: held } })),
    remarks: Type.Array(Remark, { description: "At most 200" }),
    runs: Type.Array(closed({ at: Instant, ...counts, ...sent, ms: Count, bytes: Count, error: Code }), {
      description: runs,
    }),
  };
}

const Settings = closed({
  ...commonSettings(),
  everyHours: integer(1, 24, { description: "How often it is read, unless it asks for another interval itself" }),
});
export type Settings = Static<typeof Settings>;
export type People = Pick<Settings, "memberIds" | "isGeneral">;

export const Url = Text(1, 2_000, {
  description: "`https://` or `webcal://`. It is kept sealed, and no answer has it.",
  examples: ["webcal://school.example/holidays.ics"],
});

export const NewSubscription = closed({
  ...Settings.properties,
  url: Url,
  name: Type.Optional(Settings.properties.name),
  everyHours: Type.Optional(Settings.properties.everyHours),
});

export const SubscriptionPatch = Type.Partial(closed({ ...Settings.properties, url: Url }), {
  additionalProperties: false,
  minProperties: 1,
});

export const Subscription = closed(
  {
    id: Uuid,
    ...Settings.properties,
    name: Type.String(),
    host: Type.String({ description: "Of its address" }),
    state: oneOf(["fresh", "stale", "failed"], {
      description: "`stale`: it failed three times, or for two days; `failed`: its address must be given again",
    }),
    error: nullable(oneOf(calendarErrorCodes, { description: "Why the last reading failed" })),
    heardAt: nullable({ ...Instant, description: "When it last answered" }),
    nextAt: nullable({ ...Instant, description: "When it is read next" }),
    eventCount: Count,
    isHeld: Type.Boolean({ description: "An answer that would delete most events waits for a second one" }),
    ...resultFields(
      {},
      {
        held: "How many events that answer would delete",
        runs: "The last 50, newest first",
        error: "A code of `error`, `held`, or `interrupted`",
      },
    ),
    ...recordFields,
  },
  { title: "Subscription" },
);
export type Run = Static<typeof Subscription>["runs"][number];

export const SubscriptionPreview = closed(
  { name: Type.String(), color: nullable(ColorKey), everyHours: nullable(integer(1, 24)), ...previewFields },
  { title: "SubscriptionPreview" },
);
