import { addressOf } from "#platform/activity/record-address.ts";
import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";
import type { Task } from "../../tasks/model/source.ts";

/** Agenda of up to 14 days, beginning with the day `from`. */
export const agendaSource = source(
  "agenda",
  ["event", "task", "chore", "check_in", "meal", "recipe", "member"],
  ({ from, days }: { from: string; days: number }, api) => read(api.v1.agenda.get({ query: { from, days } })),
);

/** Number of days that Today, the chores and the wall read, so that they share one request. */
export const daysOfToday = 4;

export type Agenda = Awaited<ReturnType<typeof agendaSource.fetch>>;
export type AgendaDay = Agenda["days"][number];
/** Chore of the agenda on one day, with the member who has to do the chore. */
export type AgendaChore = AgendaDay["chores"][number];
export type AgendaCheckIn = AgendaDay["checkIns"][number];

/**
 * Returns the address of an event on a day of the agenda. For an event of a series, the address opens the instance on
 * that day.
 */
export function eventAddress({ id, instanceStartsAt }: AgendaDay["events"][number], day: string): string {
  return addressOf({ type: "event", id }, { day, on: day, at: instanceStartsAt });
}

export function withAgendaTasks(agenda: Agenda, change: (tasks: readonly Task[]) => Task[]): Agenda {
  return {
    ...agenda,
    overdueTasks: change(agenda.overdueTasks).filter(({ completedAt }) => completedAt === null),
    days: agenda.days.map((day) => ({ ...day, tasks: change(day.tasks) })),
  };
}

export function withDays(agenda: Agenda, change: (day: AgendaDay) => AgendaDay): Agenda {
  return { ...agenda, days: agenda.days.map(change) };
}
