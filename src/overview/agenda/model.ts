import { type Static, Type } from "@sinclair/typebox";
import { EventInstance } from "#calendar/events/model.ts";
import { Meal } from "#kitchen/meals/model.ts";
import { closed, Day, Instant, nullable, oneOf, Uuid, WallTime } from "#lib/wire.ts";
import { assignments } from "#routines/chores/occurrences.ts";
import { Task } from "#routines/tasks/model.ts";

/** Parts of the agenda. In a response, `hidden` lists parts in this order. */
export const agendaParts = ["events", "tasks", "chores", "checkIns", "meals"] as const;
export type AgendaPart = (typeof agendaParts)[number];

const AgendaChore = closed(
  {
    choreId: Uuid,
    name: Type.String({ examples: ["Dishes"] }),
    emoji: Type.String({ examples: ["🧹"] }),
    stars: Type.Integer({ examples: [1] }),
    dueTime: nullable({ ...WallTime, description: "Household time; null: any time of the day" }),
    assignment: oneOf(assignments),
    memberId: nullable({ ...Uuid, description: "The member who has to do it or did it; null: anyone may do it" }),
    date: {
      ...Day,
      description: "The occurrence to complete; earlier than this day for an overdue chore without repetition",
    },
    completed: Type.Boolean(),
  },
  { title: "AgendaChore", description: "One occurrence of a chore" },
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
    answeredAt: nullable({ ...Instant, description: "Null: not answered yet" }),
  },
  { title: "AgendaCheckIn", description: "One question to one member at one time, never the answer" },
);

const AgendaDay = closed(
  {
    date: Day,
    events: Type.Array(EventInstance, {
      description: "Events that overlap the day; a longer event is in each of its days",
    }),
    tasks: Type.Array(Task, { description: "Due that day, completed or not" }),
    chores: Type.Array(AgendaChore, { description: "By `dueTime`, those without one last" }),
    checkIns: Type.Array(AgendaCheckIn, { description: "By time" }),
    meals: Type.Array(Meal),
  },
  { title: "AgendaDay" },
);

export const Agenda = closed({
  days: Type.Array(AgendaDay),
  overdueTasks: Type.Array(Task, { description: "Open, and due before the household's today, whatever `from` is" }),
  hidden: Type.Array(oneOf(agendaParts), {
    description: "Parts for which the key lacks the scope; they are empty. `tasks` includes `overdueTasks`",
  }),
  truncated: Type.Boolean({
    description:
      "There are more than 5,000 events, counted on each of their days; each day then has its share, the events that start last",
  }),
});
export type Agenda = Static<typeof Agenda>;
export type AgendaDay = Static<typeof AgendaDay>;
export type AgendaChore = Static<typeof AgendaChore>;
export type AgendaCheckIn = Static<typeof AgendaCheckIn>;
