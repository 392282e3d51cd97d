import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Instant, nullable, oneOf, Uuid } from "#lib/wire.ts";
import { previewStates } from "../ical/preview.ts";
import { remarkCodes } from "../ical/remarks.ts";
import { maxEvents } from "./read.ts";

export const Remark = closed(
  {
    uid: nullable(Type.String()),
    title: nullable(Type.String()),
    date: nullable(Day),
    code: oneOf(remarkCodes),
    text: Type.String({ examples: ["has extra dates; they come as single events"] }),
    values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: "What `text` names, for other languages",
      examples: [{}],
    }),
  },
  { title: "CalendarRemark", description: "What of a calendar could not be shown completely" },
);

const Count = Type.Integer({ minimum: 0 });

export const previewFields = {
  counts: closed({
    new: Count,
    known: { ...Count, description: "The household has it: same id, or same title, start and rule" },
    past: { ...Count, description: "New, and over" },
    unreadable: Count,
    toDos: Count,
  }),
  from: nullable(Instant),
  to: nullable({
    ...Instant,
    description: "The last end; of an all-day event its last day. Null also if a series never ends",
  }),
  events: Type.Array(
    closed({
      uid: Type.String(),
      title: Type.String(),
      startsAt: Instant,
      allDay: Type.Boolean(),
      rule: nullable(Type.String()),
      state: oneOf(previewStates),
      knownFor: nullable(Type.Array(Uuid)),
    }),
    { description: "The first 200 by start" },
  ),
  knownFor: Type.Array(closed({ memberIds: Type.Array(Uuid), count: Count }), {
    description: "Known events that are only alike to one of these members: they are new if the import is for others",
  }),
  remarks: Type.Array(Remark, { description: "At most 200" }),
};

export const ImportPreview = closed({ id: Uuid, name: Type.String(), ...previewFields }, { title: "CalendarImport" });

/** The part of a preview that does not depend on where the events come from. */
export type Preview = Omit<Static<typeof ImportPreview>, "id" | "name">;

export const ImportChoices = closed({
  memberIds: Type.Array(Uuid),
  isGeneral: Type.Boolean(),
  known: oneOf(["skip", "update"], { description: "What happens to events that the household has" }),
  uids: Type.Optional(Type.Array(Type.String(), { maxItems: maxEvents, description: "Only these; absent: all" })),
});
export type ImportChoices = Static<typeof ImportChoices>;

export const Imported = closed({
  added: Type.Integer(),
  updated: Type.Integer(),
  skipped: Type.Integer(),
  activityId: nullable({ ...Uuid, description: "The last of `activityIds`" }),
  activityIds: Type.Array(Uuid),
  remarks: Type.Optional(previewFields.remarks),
});
export type Imported = Static<typeof Imported>;
