/** Groups of tasks by due date. */
import { describe, expect, test } from "bun:test";
import { byDue } from "#web/features/tasks/model/groups.ts";

/** Saturday on which all tests run. */
const today = "2026-11-21";

describe("groups of tasks", () => {
  test("Tasks are grouped by due date, and “This week” ends on the last day of the household's week", () => {
    const days = ["2026-11-01", "2026-11-21", "2026-11-22", "2026-11-23", null];
    const tasks = days.map((dueDate) => ({ dueDate }));
    const groupsOf = (weekStartsOn: number) =>
      byDue(tasks, { today, weekStartsOn }).map(({ group, tasks: its }) => [group, its.length]);
    expect(groupsOf(1)).toEqual([
      ["overdue", 1],
      ["today", 1],
      ["week", 1],
      ["later", 1],
      ["none", 1],
    ]);
    expect(groupsOf(7)).toEqual([
      ["overdue", 1],
      ["today", 1],
      ["later", 2],
      ["none", 1],
    ]);
  });
});
