import { type Static, Type } from "@sinclair/typebox";
import {
  closed,
  Day,
  Instant,
  integer,
  nullable,
  oneOf,
  RuleText,
  recordFields,
  Text,
  Uuid,
  WallTime,
} from "../wire.ts";
import { assignments } from "./today.ts";

const startDate = { ...Day, description: "The first occurrence, always; with no rule the only one." };
const dueTime = nullable({ ...WallTime, description: "Household time; null: any time of the day." });
const assignment = oneOf(assignments, {
  description: "`each` of the members does it, `anyone` of them, or they `rotate`, in the order of `memberIds`.",
});
const stars = integer(0, 100, { description: "For each completion, as they are at that time.", examples: [1] });

const TodayRow = closed(
  { memberId: nullable(Uuid), date: Day, completed: Type.Boolean() },
  {
    title: "ChoreToday",
    description:
      "With `each` a row for each member. With `anyone` one: `memberId` is null until it is done, then who did it. With " +
      "`rotate` one: whose turn it is, whoever does it. A chore without a rule stays, under its `startDate`, until it is done.",
  },
);

export const ChoreCompletion = closed(
  { id: Uuid, memberId: Uuid, date: Day, stars: Type.Integer({ examples: [1] }), completedAt: Instant },
  { title: "ChoreCompletion", description: "Who did it, for the occurrence of which date, and the stars of it." },
);

export const Chore = closed(
  {
    id: Uuid,
    name: Type.String({ examples: ["Water the plants"] }),
    emoji: Type.String({ examples: ["🪴"] }),
    stars,
    recurrenceRule: nullable(
      Type.String({
        description: "A bare RFC 5545 RRULE, of dates; null: once.",
        examples: ["FREQ=WEEKLY;BYDAY=TU,FR"],
      }),
    ),
    startDate,
    dueTime,
    assignment,
    memberIds: Type.Array(Uuid),
    active: Type.Boolean({ description: "False: nothing of it is to be done today." }),
    ...recordFields,
    today: Type.Array(TodayRow),
    completions: Type.Array(ChoreCompletion, { description: "Of the last 90 days by `date`, newest first." }),
  },
  { title: "Chore" },
);
export type Chore = Static<typeof Chore>;

export const StarBalance = closed(
  { memberId: Uuid, stars: Type.Integer({ examples: [12] }) },
  { title: "StarBalance" },
);
export type StarBalance = Static<typeof StarBalance>;

const name = Text(1, 100, { examples: ["Water the plants"] });
const memberIds = Type.Array(Uuid, { minItems: 1, description: "In the order of turns; repeats are folded." });

const optional = {
  emoji: Type.Optional(Text(1, 16, { examples: ["🪴"] })),
  stars: Type.Optional(stars),
  recurrenceRule: Type.Optional(nullable(RuleText)),
  dueTime: Type.Optional(dueTime),
  assignment: Type.Optional(assignment),
  active: Type.Optional(Type.Boolean()),
};

export const NewChore = closed({ name, memberIds, startDate, ...optional });

export const ChorePatch = closed({
  name: Type.Optional(name),
  memberIds: Type.Optional(memberIds),
  startDate: Type.Optional(startDate),
  ...optional,
});

export const NewCompletion = closed({ memberId: Uuid, date: Day });
