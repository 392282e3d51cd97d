import { Type } from "@sinclair/typebox";
import { closed, oneOf, Text } from "#lib/wire.ts";
import type { Task } from "#routines/tasks/model.ts";
import { requireNotBoth } from "../input/clear-fields.ts";
import { memberFilter } from "../input/names.ts";
import {
  confirmParameter,
  cursorParameter,
  flag,
  idempotencyKeyParameter,
  memberParameter,
  pageFields,
  text,
  textOrAbsent,
} from "../input/parameters.ts";
import { idParameter } from "../input/records.ts";
import { clockOf, maxDateLength, meansOverdue, readDay } from "../input/times.ts";
import { runAll, runEach } from "../output/combine-errors.ts";
import { bare, dayLine, quoted, quotedShort } from "../output/format.ts";
import type { RowView } from "../output/paging.ts";
import { pastRemark } from "../output/past-remark.ts";
import { type ParameterNames, ToolError, toParameterPath } from "../output/tool-error.ts";
import type { RestAnswer } from "../rest-client.ts";
import { type Context, maxSmallDelete, tool, type Viewer } from "../tool.ts";

const taskFields = { label: text, member: text, due: textOrAbsent, completed: flag };
const names = { operations: "tasks", memberId: "member", dueDate: "due" };
const deleteNames = { operations: "taskIds", taskId: "" };
const otherTaskRepair = "take an id that list_tasks returned; the task may be deleted. Nothing was changed.";
const repairs = { not_found: `Parameter taskId: ${otherTaskRepair}` };
const output = closed({ activityId: textOrAbsent, tasks: Type.Array(closed({ id: text, ...taskFields })) });
const tasksPerCall = { minItems: 1, maxItems: 30 };
const taskId = idParameter("task", "From list_tasks");
const Label = Text(1, 300, { description: "What is to be done" });

const listTasks = tool({
  name: "list_tasks",
  title: "List tasks still to do",
  group: "tasks",
  profile: "core",
  does: "reads",
  scopes: ["tasks.read"],
  description: "One-off to-dos with who does them and when they are due. Items on lists are in list_lists.",
  input: closed({
    member: Type.Optional(memberParameter("Only this person's")),
    due: Type.Optional(Type.String({ maxLength: maxDateLength, description: "Only those due that day, or overdue" })),
    completed: Type.Optional(Type.Boolean({ description: "true: done, false: open ones" })),
    cursor: cursorParameter,
  }),
  output: closed({ ...pageFields, tasks: Type.Array(closed({ id: text, ...taskFields })) }),
  names,
  async run(context, { member, due, completed, cursor }) {
    const filter = new URLSearchParams();
    const isOverdue = due !== undefined && meansOverdue(due);
    const clock = await clockOf(context);
    const [memberId, dueDate] = await runAll(
      () => memberFilter(context, member),
      () => (due === undefined || isOverdue ? null : readDay(due, clock, "due", { thing: "a task" })),
    );
    if (memberId !== null) filter.set("memberId", memberId);
    if (dueDate !== null) filter.set("dueDate", dueDate);
    if (completed !== undefined || isOverdue) filter.set("completed", String(completed ?? false));
    const { body } = await context.rest<{ tasks: Task[] }>("GET", `/v1/tasks?${filter}`);
    const viewer = await context.viewer();
    const { today } = clock;
    const isPastDue = ({ dueDate }: Task) => dueDate !== null && dueDate < today;
    const tasks = isOverdue ? body.tasks.filter(isPastDue) : body.tasks;
    const page = context.page(tasks, cursor, "No tasks.", (task) => taskView(task, viewer));
    return { text: page.text, data: { ...page.paging, tasks: page.items } };
  },
});

const createTasks = tool({
  name: "create_tasks",
  title: "Add tasks",
  group: "tasks",
  profile: "core",
  does: "adds",
  scopes: ["tasks.write"],
  description: "Adds one-off to-dos, each for one person. For shopping take add_list_items.",
  input: closed({
    tasks: Type.Array(
      closed({
        label: Label,
        member: memberParameter("Who does it"),
        due: Type.Optional(Type.String({ maxLength: maxDateLength, description: "2026-11-27 or a weekday" })),
      }),
      { ...tasksPerCall, description: "All or none" },
    ),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output,
  names,
  repairs,
  async run(context, { tasks, idempotencyKey }) {
    const operations = await runEach(tasks, async ({ label, member, due }, index) => {
      const path = `tasks[${index}]`;
      const [memberId, dueDate] = await runAll(
        () => context.memberId(member, `${path}.member`),
        () => (due === undefined ? undefined : dayOf(context, due, `${path}.due`)),
      );
      return { op: "create", label, memberId, dueDate };
    });
    const saved = await changeTasks<Task>(context, { operations, idempotencyKey }, names);
    return savedResult(context, saved.isReplay ? "Added before, as then" : "Added", saved);
  },
});

const updateTasks = tool({
  name: "update_tasks",
  title: "Change, complete or reopen tasks",
  group: "tasks",
  profile: "core",
  does: "changes",
  scopes: ["tasks.write"],
  description: "Ticks tasks off, reopens or rewords them, changes person or due date.",
  input: closed({
    tasks: Type.Array(
      closed({
        taskId,
        label: Type.Optional(Text(1, 300, { description: "New label" })),
        member: Type.Optional(memberParameter("New person")),
        due: Type.Optional(Type.String({ maxLength: maxDateLength, description: "As in create_tasks" })),
        completed: Type.Optional(Type.Boolean({ description: "false reopens it" })),
        clear: Type.Optional(Type.Array(oneOf(["due"]), { maxItems: 1, description: "Fields to empty" })),
      }),
      { ...tasksPerCall, description: "All or none" },
    ),
  }),
  output,
  names,
  repairs,
  async run(context, { tasks }) {
    const operations = await runEach(tasks, async ({ member, due, clear = [], ...task }, index) => {
      const path = `tasks[${index}]`;
      const cleared = clear.includes("due") ? null : undefined;
      const [, memberId, dueDate] = await runAll(
        () => requireNotBoth({ due }, clear, `${path}.`),
        () => (member === undefined ? undefined : context.memberId(member, `${path}.member`)),
        () => (due === undefined ? cleared : dayOf(context, due, `${path}.due`)),
      );
      return { op: "update", ...task, memberId, dueDate };
    });
    return savedResult(context, "Saved", await changeTasks<Task>(context, { operations }, names));
  },
});

const deleteTasks = tool({
  name: "delete_tasks",
  title: "Delete tasks",
  group: "tasks",
  profile: "standard",
  does: "deletes",
  scopes: ["tasks.write"],
  description: "Removes tasks for good. To tick them off take update_tasks.",
  input: closed({
    taskIds: Type.Array(taskId, { ...tasksPerCall, description: "All or none" }),
    confirm: confirmParameter,
  }),
  output: closed({ activityId: textOrAbsent, deleted: Type.Array(text) }),
  names: deleteNames,
  repairs,
  async run(context, { taskIds, confirm }) {
    const ids = [...new Set(taskIds)];
    // Empty updates return the tasks and refuse unknown ones.
    const { body } = await changeTasks<Task>(
      context,
      { operations: ids.map((id) => ({ op: "update", taskId: id })) },
      deleteNames,
    );
    const what = `${ids.length === 1 ? "the task" : `${ids.length} tasks:`} ${labelsOf(body.tasks)}`;
    context.confirm(confirm, `delete ${what}`, ids.join(" "), { isLarge: ids.length > maxSmallDelete });
    const { activityId } = await changeTasks(
      context,
      { operations: ids.map((id) => ({ op: "delete", taskId: id })) },
      deleteNames,
    );
    return {
      text: `Deleted ${what} · activityId ${activityId}`,
      data: { activityId, deleted: ids.map((id) => context.shortId("task", id)) },
    };
  },
});

export const taskTools = [listTasks, createTasks, updateTasks, deleteTasks];

const maxNamed = 20;

function labelsOf(tasks: readonly Task[]): string {
  if (tasks.length === 1) return tasks.map(({ label }) => quoted(label)).join("");
  const named = tasks.slice(0, maxNamed).map(({ label }) => quotedShort(label));
  const more = tasks.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

type Change = { readonly operations: readonly object[]; readonly idempotencyKey?: string | undefined };

/**
 * Sends a batch of changes to tasks. `names` maps fields of the REST API to the tool's parameters.
 * @throws ToolError that names the task
 */
async function changeTasks<Answer>(
  { rest }: Context,
  { operations, idempotencyKey }: Change,
  names: ParameterNames,
): Promise<RestAnswer<{ tasks: Answer[] }>> {
  try {
    return await rest("POST", "/v1/tasks/batch", { operations }, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof ToolError) || !error.field?.startsWith("operations[")) throw error;
    if (!error.field.endsWith(".taskId")) throw error;
    throw error.withRepair(`Parameter ${toParameterPath(names, error.field)}: ${otherTaskRepair}`);
  }
}

/** Reads a new due date. Adds a remark if the date is in the past. */
async function dayOf(context: Context, due: string, parameter: string): Promise<string> {
  const clock = await clockOf(context);
  const date = readDay(due, clock, parameter, { thing: "a task" });
  const past = pastRemark(date, clock.today);
  if (past !== null) context.note(`${parameter}: ${past}`);
  return date;
}

async function savedResult(
  context: Context,
  outcome: string,
  { body: { tasks }, activityId }: RestAnswer<{ tasks: Task[] }>,
) {
  const viewer = await context.viewer();
  // A task that is named twice is shown as the last change left it.
  const views = [...new Map(tasks.map((task) => [task.id, taskView(task, viewer)])).values()];
  const lines = views.map(({ line }) => line);
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  const said = activityId === null ? "Nothing to change" : outcome;
  return {
    text:
      lines.length === 1
        ? `${said}: ${lines.join("").slice(2)}${entry}`
        : [`${said}: ${lines.length} tasks${entry}`, ...lines].join("\n"),
    data: { activityId, tasks: views.map(({ fields }) => fields) },
  };
}

/** Formats a task: `- “Tyres” · Anna · due Fri 27 Nov 2026 · open · id …` */
export function taskView(task: Task, { members, shortId }: Viewer): RowView {
  const { label, memberId, dueDate, completedAt } = task;
  const id = shortId("task", task.id);
  const member = members.find((each) => each.id === memberId)?.name ?? "a former member";
  const completed = completedAt !== null;
  const when = dueDate === null ? "no due date" : `due ${dayLine(dueDate)}`;
  return {
    line: `- ${quoted(label)} · ${bare(member)} · ${when} · ${completed ? "done" : "open"} · id ${id}`,
    fields: { id, label, member, due: dueDate, completed },
  };
}
