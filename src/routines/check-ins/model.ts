import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Instant, integer, nullable, oneOf, recordFields, Text, Uuid, WallTime } from "#lib/wire.ts";
import { presetKeys } from "./presets.ts";

const Faces = Type.Array(
  closed({ emoji: Text(1, 8, { examples: ["🙂"] }), label: Text(1, 40, { examples: ["Good"] }) }),
  { minItems: 2, maxItems: 5 },
);

export const NewCheckIn = closed({
  presetKey: oneOf(presetKeys),
  question: Text(1, 200, {
    examples: ["How was football?"],
    description: "Always required, but only `custom` uses it",
  }),
  assigneeIds: Type.Array(Uuid, { minItems: 1 }),
  daysOfWeek: Type.Array(integer(1, 7), {
    minItems: 1,
    description: "1 = Monday to 7 = Sunday",
    examples: [[1, 2, 3, 4, 5]],
  }),
  times: Type.Array(
    closed({ time: WallTime, label: Type.Optional(nullable(Text(0, 40, { examples: ["After supper"] }))) }),
    { minItems: 1, description: "Household wall time, each once" },
  ),
  name: Type.Optional(Text(1, 100, { examples: ["Evening mood"] })),
  notify: Type.Optional(Type.Boolean({ description: "True if left out" })),
  active: Type.Optional(Type.Boolean({ description: "True if left out" })),
  faces: Type.Optional(Faces),
});
export type NewCheckIn = Static<typeof NewCheckIn>;

export const CheckInPatch = closed({
  ...Type.Partial(NewCheckIn).properties,
  notify: Type.Optional(Type.Boolean()),
  active: Type.Optional(Type.Boolean()),
  faces: Type.Optional(nullable(Faces)),
});
export type CheckInPatch = Static<typeof CheckInPatch>;

/** The index of a face. The schema has no upper limit, so that an unknown face is refused with 422 instead of 400. */
const FaceIndex = integer(0, Number.MAX_SAFE_INTEGER, { description: "Of the check-in's `faces`, from 0" });

export const NewAnswer = closed({
  date: Day,
  time: WallTime,
  memberId: Uuid,
  faceIndex: FaceIndex,
  note: Type.Optional(nullable(Text(0, 500, { examples: ["We won"] }))),
});
export type NewAnswer = Static<typeof NewAnswer>;

const Face = closed(
  { emoji: Type.String({ examples: ["🙂"] }), label: Type.String({ examples: ["Good"] }) },
  { title: "CheckInFace" },
);
const Note = nullable(Type.String({ examples: ["We won"] }));

const Answer = closed({ face: Face, note: Note, answeredAt: Instant }, { title: "CheckInAnswer" });
const SealedAnswer = closed(
  { answeredAt: Instant },
  {
    title: "CheckInAnswerSealed",
    description: "Only the time of the answer, for callers who may not see face and note.",
  },
);

export const Occurrence = closed(
  {
    date: Day,
    time: WallTime,
    label: nullable(Type.String({ examples: ["After supper"] })),
    memberId: Uuid,
    answer: nullable(Type.Union([Answer, SealedAnswer])),
  },
  { title: "CheckInOccurrence" },
);

const Pause = closed(
  { from: Day, to: Day },
  {
    title: "CheckInPause",
    description: "First and last day on which nobody is asked, in the household's zone. Left out if no pause is set",
  },
);
export type Pause = Static<typeof Pause>;

export const PausePatch = closed({ from: nullable(Day), to: nullable(Day) });
export type PausePatch = Static<typeof PausePatch>;

const CheckIn = closed({
  name: Type.String({ examples: ["Evening mood"] }),
  presetKey: NewCheckIn.properties.presetKey,
  question: Type.String({ examples: ["How are you feeling right now?"] }),
  assigneeIds: Type.Array(Uuid, {
    description: "Empty, and `active` false, if all assignees have left the household",
  }),
  daysOfWeek: Type.Array(integer(1, 7), { description: "1 = Monday to 7 = Sunday, ascending" }),
  times: Type.Array(closed({ time: WallTime, label: nullable(Type.String({ examples: ["After supper"] })) }), {
    description: "Household wall time, ascending",
  }),
  notify: Type.Boolean(),
  active: Type.Boolean({ description: "False: paused until it is set to true, and `today` is empty" }),
  faces: Type.Array(Face, { description: "From the best mood to the one that needs care" }),
  pause: Type.Optional(Pause),
});
export type CheckIn = Static<typeof CheckIn>;

export const CheckInRecord = closed(
  {
    id: Uuid,
    ...CheckIn.properties,
    today: Type.Array(Occurrence, { description: "By time, then in the order of `assigneeIds`" }),
    ...recordFields,
  },
  { title: "CheckIn" },
);
export type CheckInRecord = Static<typeof CheckInRecord>;

export const PastAnswer = closed(
  {
    checkInId: Uuid,
    question: Type.String({ examples: ["How are you feeling right now?"] }),
    date: Day,
    time: WallTime,
    memberId: Uuid,
    face: Face,
    note: Note,
    answeredAt: Instant,
  },
  { title: "PastCheckInAnswer" },
);

export const HistoryQuery = closed({
  memberId: Type.Optional(Uuid),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  cursor: Type.Optional(Type.String({ description: "`nextCursor` of the previous page", examples: ["eyJ2IjoxfQ"] })),
  limit: integer(1, 100, { default: 50 }),
});
export type HistoryQuery = Static<typeof HistoryQuery>;
