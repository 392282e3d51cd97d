import { addDays, startOfWeek } from "#lib/days.ts";

export const dueGroups = ["overdue", "today", "week", "later", "none"] as const;
export type DueGroup = (typeof dueGroups)[number];

/** Today's date, and the ISO weekday on which the household's week starts. These values define the current week. */
export type Week = { readonly today: string; readonly weekStartsOn: number };

/** Returns the group of tasks to which a due date belongs, such as “this week”. */
export function dueGroupOf(dueDate: string | null, { today, weekStartsOn }: Week): DueGroup {
  if (dueDate === null) return "none";
  if (dueDate < today) return "overdue";
  if (dueDate === today) return "today";
  return dueDate < nextWeek({ today, weekStartsOn }) ? "week" : "later";
}

export function nextWeek({ today, weekStartsOn }: Week): string {
  return addDays(startOfWeek(today, weekStartsOn), 7);
}

/** Groups tasks by due date. Empty groups are left out. */
export function byDue<Task extends { dueDate: string | null }>(
  tasks: readonly Task[],
  week: Week,
): { group: DueGroup; tasks: Task[] }[] {
  const groups = new Map<DueGroup, Task[]>();
  for (const task of tasks) {
    const group = dueGroupOf(task.dueDate, week);
    const groupTasks = groups.get(group);
    if (groupTasks) groupTasks.push(task);
    else groups.set(group, [task]);
  }
  return dueGroups.flatMap((group) => {
    const groupTasks = groups.get(group);
    return groupTasks ? [{ group, tasks: groupTasks }] : [];
  });
}

/** Groups tasks by member in the order of `people`. Tasks of members who are not in `people` are left out. */
export function byPerson<Task extends { memberId: string }, Person extends { id: string }>(
  tasks: readonly Task[],
  people: readonly Person[],
): { person: Person; tasks: Task[] }[] {
  const tasksOf = new Map(people.map(({ id }) => [id, [] as Task[]]));
  for (const task of tasks) tasksOf.get(task.memberId)?.push(task);
  return people.map((person) => ({ person, tasks: tasksOf.get(person.id) ?? [] }));
}

export function latestFirst<Task extends { completedAt: string | null }>(tasks: readonly Task[]): Task[] {
  return [...tasks].sort((a, b) => (b.completedAt ?? "").localeCompare(a.completedAt ?? ""));
}
