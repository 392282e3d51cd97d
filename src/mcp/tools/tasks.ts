import { Type } from "@sinclair/typebox";
import type { Task } from "../../tasks/model.ts";
import { closed, oneOf, Text } from "../../wire.ts";
import { requireNotBoth } from "../input/clear-fields.ts";
import { memberFilter } from "../input/names.ts";
import {
  confirmParameter,
  cursorParameter,
  dayParameter,
  flag,
  idempotencyKeyParameter,
  memberParameter,
  pageFields,
  text,
  textOrAbsent,
  writeFields,
} from "../input/parameters.ts";
import { idParameter } from "../input/records.ts";
import { clockOf, meansOverdue, readDay } from "../input/times.ts";
import { bare, dayLine, quoted } from "../output/format.ts";
import type { Shown } from "../output/paging.ts";
import { readRecord } from "../rest-client.ts";
import { type Context, tool, type Viewer } from "../tool.ts";

const taskFields = { label: text, member: text, due: textOrAbsent, completed: flag };
const restNames = { memberId: "member", dueDate: "due", completedAt: "completed" };
const repairs = { not_found: "Parameter taskId: take an id that list_tasks returned; the task may be deleted." };
const taskId = idParameter("task", "From list_tasks");
const Label = Text(1, 300, { description: "What is to be done" });

const listTasks = tool({
  name: "list_tasks",
  title: "List tasks",
  group: "tasks",
  profile: "core",
  does: "reads",
  scopes: ["tasks.read"],
  description:
    "One-off to-dos with who does them and when they are due, oldest due first. Items on lists are in list_lists.",
  input: closed({
    member: Type.Optional(memberParameter("Only this person's")),
    due: Type.Optional(dayParameter("Only those due then")),
    completed: Type.Optional(Type.Boolean({ description: "Only done (true) or open (false) ones" })),
    cursor: cursorParameter,
  }),
  output: closed({ ...pageFields, tasks: Type.Array(closed({ id: text, ...taskFields })) }),
  names: restNames,
  async run(context, { member, due, completed, cursor }) {
    const filter = new URLSearchParams();
    const memberId = await memberFilter(context, member);
    const isOverdue = due !== undefined && meansOverdue(due);
    if (memberId !== null) filter.set("memberId", memberId);
    if (due !== undefined && !isOverdue) filter.set("dueDate", await dayOf(context, due));
    if (completed !== undefined || isOverdue) filter.set("completed", String(completed ?? false));
    const { body } = await context.rest<{ tasks: Task[] }>("GET", `/v1/tasks?${filter}`);
    const viewer = await context.viewer();
    const { today } = await clockOf(context);
    const isPastDue = ({ dueDate }: Task) => dueDate !== null && dueDate < today;
    const tasks = isOverdue ? body.tasks.filter(isPastDue) : body.tasks;
    const page = context.page(tasks, cursor, "No tasks.", (task) => taskView(task, viewer));
    return { text: page.text, data: { ...page.paging, tasks: page.items } };
  },
});

const createTask = tool({
  name: "create_task",
  title: "Add a task",
  group: "tasks",
  profile: "core",
  does: "adds",
  scopes: ["tasks.write"],
  description: "Adds a one-off to-do for one person, with or without a due date. For shopping take add_list_items.",
  input: closed({
    label: Label,
    member: memberParameter("Who does it"),
    due: Type.Optional(dayParameter("When it is due")),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({ ...writeFields, ...taskFields }),
  names: restNames,
  async run(context, { label, member, due, idempotencyKey }) {
    const body = {
      label,
      memberId: await context.memberId(member),
      ...(due === undefined ? {} : { dueDate: await dayOf(context, due) }),
    };
    const saved = await context.rest<Task>("POST", "/v1/tasks", body, { idempotencyKey });
    return savedResult(
      context,
      saved.isReplay ? "Added before, as it was then" : "Added",
      saved.body,
      saved.activityId,
    );
  },
});

const updateTask = tool({
  name: "update_task",
  title: "Change, complete or reopen a task",
  group: "tasks",
  profile: "core",
  does: "changes",
  scopes: ["tasks.write"],
  description: "Ticks a task off, reopens it, or changes its wording, person or due date. What is left out stays.",
  input: closed({
    taskId,
    label: Type.Optional(Label),
    member: Type.Optional(memberParameter("Who does it from now on")),
    due: Type.Optional(dayParameter("New due date")),
    completed: Type.Optional(Type.Boolean({ description: "true ticks it off, false reopens it" })),
    clear: Type.Optional(Type.Array(oneOf(["due"]), { maxItems: 1, description: "Fields to empty" })),
  }),
  output: closed({ ...writeFields, ...taskFields }),
  names: { ...restNames, id: "taskId" },
  repairs,
  async run(context, { taskId: id, label, member, due, completed, clear = [] }) {
    requireNotBoth({ due }, clear);
    const dueDate = due === undefined ? null : await dayOf(context, due);
    const task = completed === undefined ? null : await readRecord<Task>(context, pathOf(id));
    // A task that is already done keeps its completion time.
    const isSame = task === null || (task.completedAt !== null) === completed;
    const patch = {
      ...(label === undefined ? {} : { label }),
      ...(member === undefined ? {} : { memberId: await context.memberId(member) }),
      ...(dueDate !== null || clear.includes("due") ? { dueDate } : {}),
      ...(isSame ? {} : { completedAt: completed ? (await context.present()).now.instant : null }),
    };
    if (task && Object.keys(patch).length === 0) return savedResult(context, "Nothing to change", task, null);
    const saved = await context.rest<Task>("PATCH", pathOf(id), patch);
    return savedResult(
      context,
      saved.activityId === null ? "Nothing to change" : "Saved",
      saved.body,
      saved.activityId,
    );
  },
});

const deleteTask = tool({
  name: "delete_task",
  title: "Delete a task",
  group: "tasks",
  profile: "standard",
  does: "deletes",
  scopes: ["tasks.write"],
  description: "Removes a task for good. To tick one off take update_task.",
  input: closed({ taskId, confirm: confirmParameter }),
  output: closed({ ...writeFields, deleted: flag }),
  names: { id: "taskId" },
  repairs,
  async run(context, { taskId: id, confirm }) {
    const task = await readRecord<Task>(context, pathOf(id));
    context.confirm(confirm, `delete the task ${quoted(task.label)}`, task.id);
    const { activityId } = await context.rest("DELETE", pathOf(id));
    return {
      text: `Deleted ${quoted(task.label)} · activityId ${activityId}`,
      data: { id: context.shortId("task", task.id), activityId, deleted: true },
    };
  },
});

export const taskTools = [listTasks, createTask, updateTask, deleteTask];

function pathOf(id: string): string {
  return `/v1/tasks/${encodeURIComponent(id)}`;
}

async function dayOf(context: Context, text: string): Promise<string> {
  return readDay(text, await clockOf(context), "due", { thing: "a task" });
}

async function savedResult(context: Context, outcome: string, task: Task, activityId: string | null) {
  const { line, fields } = taskView(task, await context.viewer());
  const entry = activityId === null ? "" : ` · activityId ${activityId}`;
  return { text: `${outcome}: ${line.slice(2)}${entry}`, data: { ...fields, activityId } };
}

/** `- “Tyres” · Anna · due Fri 27 Nov 2026 · open · id …` */
export function taskView(task: Task, { members, shortId }: Viewer): Shown {
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
