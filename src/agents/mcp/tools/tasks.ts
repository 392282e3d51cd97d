import { Type } from "@sinclair/typebox";
import { closed, Text } from "#lib/wire.ts";
import type { Chore } from "#routines/chores/model.ts";
import type { Task } from "#routines/tasks/model.ts";
import { memberFilter } from "../input/names.ts";
import { allOptional, Field, optional, Param, requireNotBoth, textFields } from "../input/parameters.ts";
import { idParameter } from "../input/records.ts";
import { meansOverdue, notePast, readDay } from "../input/times.ts";
import type { TitleSource } from "../input/titles.ts";
import { activityText, pageAnswer, type RowView } from "../output/answers.ts";
import { bare, dayLine, firstOf, quoted, quotedShort } from "../output/format.ts";
import { type ParameterNames, runAll, runEach, toParameterPath } from "../output/tool-error.ts";
import { ifReadable, type RestAnswer, withRepair } from "../rest-client.ts";
import { type Context, maxSmallDelete, toolsOf, type Viewer } from "../tool.ts";

const Row = closed({ ...textFields("id", "label", "member"), due: Field.optionalText, completed: Field.flag });
const names = { operations: "tasks", memberId: "member", dueDate: "due" };
const deleteNames = { operations: "taskIds", taskId: "" };
const otherTaskRepair = "take an id that list_tasks returned; the task may be deleted. Nothing was changed.";
const output = closed({ activityId: Field.optionalText, tasks: Type.Array(Row) });
const allOrNone = { minItems: 1, maxItems: 30, description: "All or none" };

/** Reads the tasks that a title can mean, open ones first. A chore is known, so that it is not taken for a deleted task. */
const taskTitles: TitleSource = async (context) => {
  const { body } = await context.rest<{ tasks: Task[] }>("GET", "/v1/tasks");
  const chores = await ifReadable(context.rest<{ chores: Chore[] }>("GET", "/v1/chores"));
  const tasks = body.tasks.map(({ id, label, memberId, dueDate, completedAt }) => {
    const when = completedAt !== null ? "done" : dueDate === null ? "no due date" : `due ${dayLine(dueDate)}`;
    const detail = `${bare(context.nameOf(memberId))}, ${when}`;
    return { id, title: label, detail, isSecondary: completedAt !== null };
  });
  const unfit = "is a chore: people tick it in the app";
  return [...tasks, ...(chores?.body.chores ?? []).map(({ id, name }) => ({ id, title: name, unfit }))];
};

const taskId = idParameter("task", "Id or title", taskTitles);
const taskTool = toolsOf("tasks", { names, repairs: { not_found: `Parameter taskId: ${otherTaskRepair}` } });

const listTasks = taskTool({
  name: "list_tasks",
  title: "List tasks still to do",
  profile: "core",
  does: "reads",
  description: "One-off to-dos with who does them and when they are due. Items on lists are in list_lists.",
  input: allOptional({
    member: Param.member("Only this person's"),
    due: Param.moment("Only those due that day, or overdue"),
    completed: Param.flag("true: done, false: open ones"),
    cursor: Param.cursor,
  }),
  output: closed({ ...Field.page, tasks: Type.Array(Row) }),
  async run(context, { member, due, completed, cursor }) {
    const filter = new URLSearchParams();
    const isOverdue = due !== undefined && meansOverdue(due);
    const { clock } = context;
    const [memberId, dueDate] = await runAll(
      () => memberFilter(context, member),
      () => (due === undefined || isOverdue ? null : readDay(due, clock, "due", { thing: "a task" })),
    );
    if (memberId !== null) filter.set("memberId", memberId);
    if (dueDate !== null) filter.set("dueDate", dueDate);
    if (completed !== undefined || isOverdue) filter.set("completed", String(completed ?? false));
    const { body } = await context.rest<{ tasks: Task[] }>("GET", `/v1/tasks?${filter}`);
    const isPastDue = ({ dueDate }: Task) => dueDate !== null && dueDate < clock.today;
    const tasks = isOverdue ? body.tasks.filter(isPastDue) : body.tasks;
    return pageAnswer(
      context.page(tasks, cursor, "No tasks.", (task) => taskView(task, context)),
      "tasks",
    );
  },
});

const createTasks = taskTool({
  name: "create_tasks",
  title: "Add tasks",
  profile: "core",
  does: "adds",
  description: "Adds one-off to-dos, each for one person. For shopping take add_list_items.",
  input: closed({
    tasks: Type.Array(
      closed({
        label: Text(1, 300, { description: "What is to be done" }),
        member: Param.member("Who does it"),
        ...optional({ due: Param.moment("2026-11-27 or a weekday") }),
      }),
      allOrNone,
    ),
    ...optional({ idempotencyKey: Param.idempotencyKey }),
  }),
  output,
  async run(context, { tasks, idempotencyKey }) {
    const operations = await runEach(tasks, async ({ label, member, due }, index) => {
      const path = `tasks[${index}].`;
      const [memberId, dueDate] = await runAll(
        () => context.memberId(member, `${path}member`),
        () => dueOf(context, due, `${path}due`),
      );
      return { op: "create", label, memberId, dueDate };
    });
    const saved = await changeTasks(context, operations, names, idempotencyKey);
    return savedResult(context, saved.isReplay ? "Added before, as then" : "Added", saved);
  },
});

const updateTasks = taskTool({
  name: "update_tasks",
  title: "Change, complete or reopen tasks",
  profile: "core",
  does: "changes",
  description: "Ticks tasks off, reopens or rewords them, changes person or due date.",
  input: closed({
    tasks: Type.Array(
      closed({
        taskId,
        ...optional({
          label: Text(1, 300, { description: "New label" }),
          member: Param.member("New person"),
          due: Param.moment("As in create_tasks"),
          completed: Param.flag("false reopens it"),
          clear: Param.clear(["due"]),
        }),
      }),
      allOrNone,
    ),
  }),
  output,
  async run(context, { tasks }) {
    const operations = await runEach(tasks, async ({ member, due, clear = [], ...task }, index) => {
      const path = `tasks[${index}].`;
      const [, memberId, dueDate] = await runAll(
        () => requireNotBoth({ due }, clear, path),
        () => (member === undefined ? undefined : context.memberId(member, `${path}member`)),
        () => dueOf(context, due, `${path}due`),
      );
      return { op: "update", ...task, memberId, dueDate: dueDate ?? (clear.includes("due") ? null : undefined) };
    });
    return savedResult(context, "Saved", await changeTasks(context, operations, names));
  },
});

const deleteTasks = taskTool({
  name: "delete_tasks",
  title: "Delete tasks",
  profile: "standard",
  does: "deletes",
  description: "Removes tasks for good. To tick them off take update_tasks.",
  input: closed({ taskIds: Type.Array(taskId, allOrNone), ...optional({ confirm: Param.confirm }) }),
  output: closed({ activityId: Field.optionalText, deleted: Field.texts }),
  names: deleteNames,
  async run(context, { taskIds, confirm }) {
    const ids = [...new Set(taskIds)];
    const change = (op: string) => {
      return changeTasks(
        context,
        ids.map((taskId) => ({ op, taskId })),
        deleteNames,
      );
    };
    // Empty updates return the tasks and refuse unknown ones.
    const { body } = await change("update");
    const [only, another] = body.tasks;
    const what =
      only && !another
        ? `the task ${quoted(only.label)}`
        : `${ids.length} tasks: ${firstOf(
            body.tasks.map(({ label }) => quotedShort(label)),
            maxNamed,
          )}`;
    context.confirm(confirm, `delete ${what}`, ids.join(" "), { isLarge: ids.length > maxSmallDelete });
    const { activityId } = await change("delete");
    const deleted = ids.map((id) => context.shortId("task", id));
    return { text: `Deleted ${what} · activityId ${activityId}`, data: { activityId, deleted } };
  },
});

export const taskTools = [listTasks, createTasks, updateTasks, deleteTasks];

const maxNamed = 20;

/** Sends changes to tasks. `names` maps fields to parameters. @throws ToolError that names the task */
function changeTasks(
  { rest }: Context,
  operations: readonly object[],
  names: ParameterNames,
  idempotencyKey?: string,
): Promise<RestAnswer<{ tasks: Task[] }>> {
  const call = rest<{ tasks: Task[] }>("POST", "/v1/tasks/batch", { operations }, { idempotencyKey });
  return withRepair(call, ({ field }) => {
    if (field === null || !/^operations\[.*\.taskId$/.test(field)) return null;
    return `Parameter ${toParameterPath(names, field)}: ${otherTaskRepair}`;
  });
}

async function dueOf(context: Context, due: string | undefined, parameter: string): Promise<string | undefined> {
  if (due === undefined) return;
  const date = readDay(due, context.clock, parameter, { thing: "a task" });
  notePast(context.clock, date, `${parameter}: `);
  return date;
}

async function savedResult(context: Context, outcome: string, saved: RestAnswer<{ tasks: Task[] }>) {
  const { body, activityId } = saved;
  // A task that is named twice is shown as the last change left it.
  const views = [...new Map(body.tasks.map((task) => [task.id, taskView(task, context)])).values()];
  const lines = views.map(({ line }) => line);
  const said = activityId === null ? "Nothing to change" : outcome;
  const [only = "", another] = lines;
  const text =
    another === undefined
      ? `${said}: ${only.slice(2)}${activityText(activityId)}`
      : [`${said}: ${lines.length} tasks${activityText(activityId)}`, ...lines].join("\n");
  return { text, data: { activityId, tasks: views.map(({ fields }) => fields) } };
}

/** Formats a task: `- “Tyres” · Anna · due Fri 27 Nov 2026 · open · id …` */
export function taskView(task: Task, { nameOf, shortId }: Viewer): RowView {
  const { label, dueDate } = task;
  const id = shortId("task", task.id);
  const member = nameOf(task.memberId);
  const completed = task.completedAt !== null;
  const when = dueDate === null ? "no due date" : `due ${dayLine(dueDate)}`;
  return {
    line: `- ${quoted(label)} · ${bare(member)} · ${when} · ${completed ? "done" : "open"} · id ${id}`,
    fields: { id, label, member, due: dueDate, completed },
  };
}
