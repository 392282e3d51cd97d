import { type Static, Type } from "@sinclair/typebox";
import {
  answered,
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
} from "#lib/wire.ts";
import { assignments } from "./occurrences.ts";

export const NewChore = closed({
  name: Text(1, 100, { examples: ["Water the plants"] }),
  memberIds: Type.Array(Uuid, { minItems: 1, description: "In the order of turns; repeats are folded." }),
  startDate: { ...Day, description: "Always the first occurrence; without a rule the only one." },
  emoji: Type.Optional(Text(1, 16, { examples: ["🪴"] })),
  stars: Type.Optional(integer(0, 100, { description: "Stars for each completion, as of its time.", examples: [1] })),
  recurrenceRule: Type.Optional(nullable(RuleText)),
  dueTime: Type.Optional(nullable({ ...WallTime, description: "Household time; null: any time of the day." })),
  assignment: Type.Optional(
    oneOf(assignments, {
      description: "`each` of the members does it, `anyone` of them, or they `rotate`, in the order of `memberIds`.",
    }),
  ),
  active: Type.Optional(Type.Boolean()),
});
export type NewChore = Static<typeof NewChore>;

export const ChorePatch = Type.Partial(NewChore);
export type ChorePatch = Static<typeof ChorePatch>;

const TodayRow = closed(
  { memberId: nullable(Uuid), date: Day, completed: Type.Boolean() },
  {
    title: "ChoreToday",
    description:
      "`each`: a row for each member. `anyone`: one row; `memberId` is null until a member has done it. `rotate`: one row for " +
      "the member whose turn it is, even if another member does it. A chore without a rule stays, under its `startDate`, until it is done.",
  },
);

export const NewCompletion = closed({ memberId: Uuid, date: Day });
export type NewCompletion = Static<typeof NewCompletion>;

export const ChoreCompletion = closed(
  { id: Uuid, ...NewCompletion.properties, stars: Type.Integer({ examples: [1] }), completedAt: Instant },
  { title: "ChoreCompletion", description: "`memberId` did it, for the occurrence on `date`." },
);
export type ChoreCompletion = Static<typeof ChoreCompletion>;

const { name, emoji, stars, startDate, dueTime, assignment } = answered(NewChore);

export const Chore = closed(
  {
    id: Uuid,
    name,
    emoji,
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
    active: Type.Boolean({ description: "False: paused, and `today` is empty." }),
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
