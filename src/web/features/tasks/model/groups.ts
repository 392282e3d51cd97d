/** Tasks in the groups in which they are shown. Pure. */
import { addDays, startOfWeek } from "../../../time/days.ts";

/** The groups by due date, in their order. */
export const dueGroups = ["overdue", "today", "week", "later", "none"] as const;
export type DueGroup = (typeof dueGroups)[number];

/** What decides in which group a day is. */
export type Week = { readonly today: string /** ISO. */; readonly weekStartsOn: number };

/** The group of a due date; null: of none. This week goes on to its last day. */
export function dueGroupOf(dueDate: string | null, { today, weekStartsOn }: Week): DueGroup {
  if (dueDate === null) return "none";
  if (dueDate < today) return "overdue";
  if (dueDate === today) return "today";
  return dueDate < nextWeek({ today, weekStartsOn }) ? "week" : "later";
}

/** The first day of the week after this. */
export function nextWeek({ today, weekStartsOn }: Week): string {
  return addDays(startOfWeek(today, weekStartsOn), 7);
}

/** The groups that have any tasks, each in the order given. */
export function byDue<Task extends { dueDate: string | null }>(
  tasks: readonly Task[],
  week: Week,
): { group: DueGroup; tasks: Task[] }[] {
  const groups = new Map<DueGroup, Task[]>();
  for (const task of tasks) {
    const group = dueGroupOf(task.dueDate, week);
    const its = groups.get(group);
    if (its) its.push(task);
    else groups.set(group, [task]);
  }
  return dueGroups.flatMap((group) => {
    const its = groups.get(group);
    return its ? [{ group, tasks: its }] : [];
  });
}

/** Each person's, in the order of `people`; of those who are not among them, nothing. */
export function byPerson<Task extends { memberId: string }, Person extends { id: string }>(
  tasks: readonly Task[],
  people: readonly Person[],
): { person: Person; tasks: Task[] }[] {
  const tasksOf = new Map(people.map(({ id }) => [id, [] as Task[]]));
  for (const task of tasks) tasksOf.get(task.memberId)?.push(task);
  return people.map((person) => ({ person, tasks: tasksOf.get(person.id) ?? [] }));
}

/** Done ones, the latest first. */
export function latestFirst<Task extends { completedAt: string | null }>(tasks: readonly Task[]): Task[] {
  return [...tasks].sort((a, b) => (b.completedAt ?? "").localeCompare(a.completedAt ?? ""));
}
