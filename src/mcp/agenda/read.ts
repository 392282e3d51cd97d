/** The agenda as REST answers it, as far as it is shown. */

import type { Context } from "../tool.ts";
import type { Event } from "../tools/events/shown.ts";
import type { Meal } from "../tools/meals.ts";
import type { Task } from "../tools/tasks.ts";

/** One thing that a chore gives somebody to do; `memberId` null: anybody. */
export type Duty = {
  readonly choreId: string;
  readonly name: string;
  readonly stars: number;
  readonly dueTime: string | null;
  readonly memberId: string | null;
  /** Before its day where it is overdue. */
  readonly date: string;
  readonly completed: boolean;
};

/** One time at which one member is asked. */
export type Asked = {
  readonly checkInId: string;
  readonly name: string;
  readonly question: string;
  readonly time: string;
  readonly label: string | null;
  readonly memberId: string;
  readonly answeredAt: string | null;
};

/** A day, and all that is on it. */
export type Day = {
  readonly date: string;
  readonly events: readonly Event[];
  readonly tasks: readonly Task[];
  readonly chores: readonly Duty[];
  readonly checkIns: readonly Asked[];
  readonly meals: readonly Meal[];
};

/** Some days. `hidden` names the parts that the key may not read; they are empty. `truncated`: some events are left out. */
export type Agenda = {
  readonly days: readonly Day[];
  readonly overdueTasks: readonly Task[];
  readonly hidden: readonly string[];
  readonly truncated: boolean;
};

/** So many days from a date on, 1 to 14; of one member, where `memberId` is not null. */
export async function readAgenda(
  { rest }: Context,
  from: string,
  days: number,
  memberId: string | null = null,
): Promise<Agenda> {
  const query = new URLSearchParams({ from, days: String(days), ...(memberId === null ? {} : { memberId }) });
  return (await rest<Agenda>("GET", `/v1/agenda?${query}`)).body;
}
