import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Instant, integer, nullable, oneOf, recordFields, Text, Uuid, WallTime } from "#lib/wire.ts";
import { presetKeys } from "./presets.ts";

export const CheckInName = Text(1, 100, { examples: ["Evening mood"] });
export const Question = Text(1, 200, {
  examples: ["How was football?"],
  description: "Always required, but only `custom` uses it",
});
export const PresetKeyName = oneOf(presetKeys);
export const AssigneeIds = Type.Array(Uuid, { minItems: 1 });
export const DaysOfWeek = Type.Array(integer(1, 7), {
  minItems: 1,
  description: "1 = Monday to 7 = Sunday",
  examples: [[1, 2, 3, 4, 5]],
});
export const Times = Type.Array(
  closed({ time: WallTime, label: Type.Optional(nullable(Text(0, 40, { examples: ["After supper"] }))) }),
  { minItems: 1, description: "Household wall time, each once" },
);
export const Faces = Type.Array(
  closed({ emoji: Text(1, 8, { examples: ["🙂"] }), label: Text(1, 40, { examples: ["Good"] }) }),
  { minItems: 2, maxItems: 5 },
);

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

export const CheckInRecord = closed(
  {
    id: Uuid,
    name: Type.String({ examples: ["Evening mood"] }),
    presetKey: PresetKeyName,
    question: Type.String({ examples: ["How are you feeling right now?"] }),
    assigneeIds: Type.Array(Uuid, {
      description: "Empty, and `active` false, if all assignees have left the household",
    }),
    daysOfWeek: Type.Array(integer(1, 7), { description: "1 = Monday to 7 = Sunday, ascending" }),
    times: Type.Array(closed({ time: WallTime, label: nullable(Type.String({ examples: ["After supper"] })) }), {
      description: "Household wall time, ascending",
    }),
    notify: Type.Boolean(),
    active: Type.Boolean({ description: "False: paused, and `today` is empty" }),
    faces: Type.Array(Face, { description: "From the best mood to the one that needs care" }),
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
