/** The agenda on the wire. The contract (section 9) names its parts; what they hold is our choice. */
import { type Static, Type } from "@sinclair/typebox";
import { assignments } from "../chores/today.ts";
import { EventInstance } from "../events/model.ts";
import { Meal } from "../meals/model.ts";
import { Task } from "../tasks/model.ts";
import { closed, Day, Instant, nullable, oneOf, Uuid, WallTime } from "../wire.ts";
import { parts } from "./parts.ts";

const AgendaChore = closed(
  {
    choreId: Uuid,
    name: Type.String({ examples: ["Dishes"] }),
    emoji: Type.String({ examples: ["🧹"] }),
    stars: Type.Integer({ examples: [1] }),
    dueTime: nullable({ ...WallTime, description: "Household time; null: any time of the day" }),
    assignment: oneOf(assignments),
    memberId: nullable({ ...Uuid, description: "Whose it is; null: anybody's, until one has done it" }),
    date: {
      ...Day,
      description: "The occurrence, by which it is completed; before this day for one that happens once and is overdue",
    },
    completed: Type.Boolean(),
  },
  { title: "AgendaChore", description: "One thing that a chore gives somebody to do" },
);

const AgendaCheckIn = closed(
  {
    checkInId: Uuid,
    name: Type.String({ examples: ["Evening mood"] }),
    question: Type.String({ examples: ["How are you feeling right now?"] }),
    time: WallTime,
    label: nullable(Type.String({ examples: ["After supper"] })),
    memberId: Uuid,
    date: Day,
    answeredAt: nullable({ ...Instant, description: "Null: not yet" }),
  },
  { title: "AgendaCheckIn", description: "One time at which one member is asked; never what they answered" },
);

const AgendaDay = closed(
  {
    date: Day,
    events: Type.Array(EventInstance, {
      description: "What overlaps the day; what lasts longer is in each of its days",
    }),
    tasks: Type.Array(Task, { description: "Due that day, completed or not" }),
    chores: Type.Array(AgendaChore, { description: "By `dueTime`, those without one last" }),
    checkIns: Type.Array(AgendaCheckIn, { description: "By time" }),
    meals: Type.Array(Meal),
  },
  { title: "AgendaDay" },
);

/** What `GET /v1/agenda` answers. */
export const Agenda = closed({
  days: Type.Array(AgendaDay),
  overdueTasks: Type.Array(Task, { description: "Open, and due before the household's today, whatever `from` is" }),
  hidden: Type.Array(oneOf(parts), {
    description: "Parts for which the key lacks the scope: they are empty. `tasks` stands for `overdueTasks`, too",
  }),
  truncated: Type.Boolean({
    description:
      "There are more than 5,000 events, counted on each of their days: every day has a share of them, those that start last",
  }),
});
/** See {@link Agenda}. */
export type Agenda = Static<typeof Agenda>;
/** One day of an {@link Agenda}. */
export type AgendaDay = Static<typeof AgendaDay>;
/** See {@link AgendaDay}. */
export type AgendaChore = Static<typeof AgendaChore>;
/** See {@link AgendaDay}. */
export type AgendaCheckIn = Static<typeof AgendaCheckIn>;
