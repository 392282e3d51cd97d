import { Type } from "@sinclair/typebox";
import { previewStates } from "../ical/preview.ts";
import { remarkCodes } from "../ical/remarks.ts";
import { closed, Day, Instant, nullable, oneOf } from "../wire.ts";

export const CalendarRemark = closed(
  {
    uid: nullable(Type.String()),
    title: nullable(Type.String()),
    date: nullable(Day),
    code: oneOf(remarkCodes),
    text: Type.String({ examples: ["its title is longer than fits; the start is shown"] }),
    values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  },
  { title: "CalendarRemark", description: "What could not be read completely." },
);

export const previewFields = {
  counts: closed({
    new: Type.Integer(),
    known: Type.Integer({ description: "The household has it: same id, or same title, start and rule" }),
    past: Type.Integer({ description: "New, and over" }),
    unreadable: Type.Integer(),
    toDos: Type.Integer(),
  }),
  from: nullable({ ...Instant, description: "The first start" }),
  to: nullable({ ...Instant, description: "The last start" }),
  events: Type.Array(
    closed({
      uid: Type.String(),
      title: Type.String(),
      startsAt: Instant,
      allDay: Type.Boolean(),
      rule: nullable(Type.String()),
      state: oneOf(previewStates),
    }),
    { maxItems: 200, description: "The first 200, by start" },
  ),
  remarks: Type.Array(CalendarRemark, { maxItems: 200 }),
};
