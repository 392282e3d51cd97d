/** Days with all that is in them: what Today shows. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";
import type { Task } from "../../tasks/model/source.ts";

/** Days from `from` on, at most 14. */
export const agendaSource = source(
  "agenda",
  ["event", "task", "chore", "check_in", "meal", "recipe", "member"],
  ({ from, days }: { from: string; days: number }) => read(api.v1.agenda.get({ query: { from, days } })),
);

/** Days with what is in them. */
export type Agenda = Awaited<ReturnType<typeof agendaSource.fetch>>;
/** One of its days. */
export type AgendaDay = Agenda["days"][number];
/** One thing that a chore gives somebody to do. */
export type AgendaChore = AgendaDay["chores"][number];
/** One time at which one member is asked. */
export type AgendaCheckIn = AgendaDay["checkIns"][number];

/** The agenda with `change` applied to the tasks of each day, and to those that are overdue. */
export function withAgendaTasks(agenda: Agenda, change: (tasks: readonly Task[]) => Task[]): Agenda {
  return {
    ...agenda,
    overdueTasks: change(agenda.overdueTasks).filter(({ completedAt }) => completedAt === null),
    days: agenda.days.map((day) => ({ ...day, tasks: change(day.tasks) })),
  };
}

/** The agenda with `change` applied to each of its days. */
export function withDays(agenda: Agenda, change: (day: AgendaDay) => AgendaDay): Agenda {
  return { ...agenda, days: agenda.days.map(change) };
}
