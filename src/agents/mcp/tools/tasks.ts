import { Type } from "@sinclair/typebox";
import { addDays } from "#lib/days.ts";
import type { DaySpan } from "#lib/phrases/whole.ts";
import { closed } from "#lib/wire.ts";
import type { Chore } from "#routines/chores/model.ts";
import type { Task } from "#routines/tasks/model.ts";
import { memberFilter } from "../input/names.ts";
import { allOptional, Field, item, items, optional, Param, requireNotBoth, textFields } from "../input/parameters.ts";
import { idParameter } from "../input/records.ts";
import type { WrittenReminders } from "../input/reminders.ts";
import { type Clock, meansOverdue, readDay, readSpan } from "../input/times.ts";
import type { TitleSource } from "../input/titles.ts";
import { activityText, pageAnswer, type RowView } from "../output/answers.ts";
import { bare, dayLine, firstOf, joinParts, quoted, quotedShort } from "../output/format.ts";
import { remindersInWords, taskReminderText } from "../output/reminders.ts";
import { type ParameterNames, runAll, runEach, toParameterPath } from "../output/tool-error.ts";
import { ifReadable, type RestAnswer, withRepair } from "../rest-client.ts";
import { type Context, maxSmallDelete, toolsOf, type Viewer } from "../tool.ts";
import { clearable, clearedFields, detailParameters, readDetails, reminderField, settingsFor } from "./task-details.ts";

const flags = { priority: Field.flag, completed: Field.flag };
/** `due` has the time of day of a task that has one: `2026-11-27T17:30`. */
const Row = item({ ...textFields("id", "label", "member", "due", "notes", "reminders"), ...flags });
const names = {
  operations: "tasks",
  memberId: "member",
  dueDate: "due",
  isPriority: "priority",
  reminderMinutesList: "reminders",
};
const deleteNames = { operations: "taskIds", taskId: "" };
const otherTaskRepair = "take an id that list_tasks returned; the task may be deleted. Nothing was changed.";
/** Changed tasks. The text of the answer has their notes and reminders, too. */
const output = closed({
  activityId: Field.optionalText,
  tasks: items({ ...textFields("id", "label", "member", "due"), ...flags }),
});
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
  description: "One-off to-dos: who does them and when. Items on lists are in list_lists.",
  input: allOptional({
    member: Param.member("Only this person's"),
    due: Param.moment("Due that day or week, or overdue"),
    completed: Param.flag("true: done; false: open"),
    cursor: Param.cursor,
  }),
  output: closed({ ...Field.page, tasks: Type.Array(Row) }),
  async run(context, { member, due, completed, cursor }) {
    const filter = new URLSearchParams();
    const isOverdue = due !== undefined && meansOverdue(due);
    const { clock } = context;
    const [memberId, span] = await runAll(
      () => memberFilter(context, member),
      () => (due === undefined || isOverdue ? null : readDueSpan(due, clock)),
    );
    if (memberId !== null) filter.set("memberId", memberId);
    const isToday = span !== null && span.first <= clock.today && clock.today <= span.last;
    if (span && span.first === span.last && !isToday) filter.set("dueDate", span.last);
    if (completed !== undefined || isOverdue) filter.set("completed", String(completed ?? false));
    const { body } = await context.rest<{ tasks: Task[] }>("GET", `/v1/tasks?${filter}`);
    const dueIn = isOverdue ? { first: "", last: addDays(clock.today, -1) } : span;
    const isDue = ({ dueDate }: Task) =>
      dueIn === null || (dueDate !== null && dueDate >= dueIn.first && dueDate <= dueIn.last);
    const tasks = body.tasks.filter(isDue);
    if (isToday && completed !== true) noteOverdue(context, body.tasks, span.first);
    return pageAnswer(
      context.page(tasks, cursor, "No tasks.", (task) => taskView(task, context, maxNotes)),
      "tasks",
    );
  },
});

/** Adds a note with the open tasks that were due before today and are not in the span, which begins on `first`. */
function noteOverdue({ note, nameOf, clock }: Context, tasks: readonly Task[], first: string): void {
  const isLate = ({ dueDate, completedAt }: Task) =>
    completedAt === null && dueDate !== null && dueDate < clock.today && dueDate < first;
  const late = tasks.filter(isLate).map(({ label, memberId, dueDate }) => {
    return `${quotedShort(label)} (${bare(nameOf(memberId))}, ${dayLine(dueDate ?? "")})`;
  });
  if (late.length > 0) note(`Overdue besides: ${firstOf(late, maxLateNamed)}.`);
}

const maxLateNamed = 10;

/** Reads a day, a week or month, or “by Friday”, which has no first day. @throws ToolError */
function readDueSpan(due: string, clock: Clock): DaySpan {
  const [, end] = /^\s*(?:by|until|till|up to|bis(?: zum)?|spätestens)\s+(.+)$/i.exec(due) ?? [];
  const span = readSpan(end ?? due, clock);
  const quiet = end === undefined ? clock : { ...clock, note: () => {} };
  const { first, last } = span ?? dayAsSpan(readDay(end ?? due, quiet, "due", { thing: "a task" }));
  const read = end === undefined ? { first, last } : { first: "", last };
  if (end !== undefined) clock.note(`due read as up to ${dayLine(last)}.`);
  else if (span !== null) clock.note(`due read as ${dayLine(first)} – ${dayLine(last)}.`);
  return read;
}

const dayAsSpan = (day: string): DaySpan => ({ first: day, last: day });

const createTasks = taskTool({
  name: "create_tasks",
  title: "Add tasks",
  profile: "core",
  does: "adds",
  description: "Adds one-off to-dos, each for one person. For shopping take add_list_items.",
  input: closed({
    tasks: Type.Array(
      closed({
        label: Param.text(300, "What is to be done"),
        member: Param.member("Who does it"),
        ...optional({ due: Param.moment("2026-11-27 or a weekday"), ...detailParameters }),
      }),
      allOrNone,
    ),
    ...optional({ idempotencyKey: Param.idempotencyKey }),
  }),
  output,
  async run(context, { tasks, idempotencyKey }) {
    const drafts = await runEach(tasks, async ({ label, member, ...details }, index) => {
      const path = `tasks[${index}].`;
      const [memberId, read] = await runAll(
        () => context.memberId(member, `${path}member`),
        () => readDetails(context, details, path),
      );
      return { fields: { op: "create", label, memberId, ...read.fields }, written: read.written };
    });
    const settings = await settingsFor(context, drafts);
    const operations = await runEach(drafts, ({ fields, written }, index) => {
      const { dueDate = null, dueTime = null } = fields;
      return { ...fields, ...reminderField(context, written, settings, { dueDate, dueTime }, `tasks[${index}].`) };
    });
    const saved = await changeTasks(context, operations, names, idempotencyKey);
    return savedResult(context, saved.isReplay ? "Added before, as then" : "Added", saved, settings);
  },
});

const updateTasks = taskTool({
  name: "update_tasks",
  title: "Change, complete or reopen tasks",
  profile: "core",
  does: "changes",
  description: "Ticks tasks off, reopens, rewords or otherwise changes them.",
  input: closed({
    tasks: Type.Array(
      closed({
        taskId,
        ...optional({
          label: Param.text(300, "New"),
          member: Param.member("New person"),
          due: Param.moment("As in create_tasks"),
          ...detailParameters,
          completed: Param.flag("false reopens it"),
          clear: Param.clear(clearable),
        }),
      }),
      allOrNone,
    ),
  }),
  output,
  async run(context, { tasks }) {
    const drafts = await runEach(tasks, async ({ taskId, label, completed, member, clear = [], ...details }, index) => {
      const path = `tasks[${index}].`;
      const [, memberId, read] = await runAll(
        () => requireNotBoth(details, clear, path),
        () => (member === undefined ? undefined : context.memberId(member, `${path}member`)),
        () => readDetails(context, details, path),
      );
      const emptied = Object.fromEntries(clear.map((field) => [clearedFields[field], null]));
      return {
        fields: { op: "update", taskId, label, completed, memberId, ...read.fields, ...emptied },
        written: read.written,
      };
    });
    const settings = await settingsFor(context, drafts);
    const before = await startsBefore(context, drafts);
    const operations = await runEach(drafts, ({ fields, written }, index) => {
      const start = { dueDate: null, dueTime: null, ...before.get(fields.taskId), ...definedIn(fields) };
      return { ...fields, ...reminderField(context, written, settings, start, `tasks[${index}].`) };
    });
    return savedResult(context, "Saved", await changeTasks(context, operations, names), settings);
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

type Draft = { readonly fields: { readonly taskId: string }; readonly written: WrittenReminders | undefined };

/** Returns when tasks are due that get reminders. An empty update returns a task also to keys that may not read. */
async function startsBefore(context: Context, drafts: readonly Draft[]): Promise<Map<string, Task>> {
  const ids = new Set(drafts.flatMap(({ fields, written }) => (written?.length ? [fields.taskId] : [])));
  if (ids.size === 0) return new Map();
  const operations = [...ids].map((taskId) => ({ op: "update", taskId }));
  const { body } = await changeTasks(context, operations, names);
  return new Map(body.tasks.map((task) => [task.id, task]));
}

function definedIn<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}

async function savedResult(
  context: Context,
  outcome: string,
  saved: RestAnswer<{ tasks: Task[] }>,
  reminders: Awaited<ReturnType<typeof settingsFor>>,
) {
  const { body, activityId } = saved;
  // A task that is named twice is shown as the last change left it.
  const tasks = [...new Map(body.tasks.map((task) => [task.id, task])).values()];
  const views = tasks.map((task) => taskView(task, context));
  const told = tasks.map((task) => reminders && taskReminderText(task, reminders.settings, reminders.present));
  const lines = views.map(({ line }) => line);
  const said = activityId === null ? "Nothing to change" : outcome;
  const [only = "", another] = lines;
  const text =
    another === undefined
      ? [`${said}: ${only.slice(2)}${activityText(activityId)}`, ...told]
      : [
          `${said}: ${lines.length} tasks${activityText(activityId)}`,
          ...lines.flatMap((line, index) => [line, told[index] ? `  ${told[index]}` : null]),
        ];
  return {
    text: text.filter((line) => line !== null).join("\n"),
    data: { activityId, tasks: views.map(({ fields: { notes: _, reminders: __, ...fields } }) => fields) },
  };
}

/** Maximum length of a task's notes in a list of tasks, and elsewhere. */
const maxNotes = 2_000;
const maxNotesShort = 100;

/** Formats a task: `- “Tyres” · Anna · due Fri 27 Nov 2026, 17:30 · priority · open · id …` */
export function taskView(task: Task, { nameOf, shortId }: Viewer, notesLength = maxNotesShort): RowView {
  const { label, dueDate, dueTime, isPriority: priority, reminderMinutesList } = task;
  const id = shortId("task", task.id);
  const member = nameOf(task.memberId);
  const completed = task.completedAt !== null;
  const notes = task.notes === null ? null : quotedShort(task.notes, notesLength);
  const reminders = reminderMinutesList && remindersInWords(reminderMinutesList, dueTime !== null);
  const line = joinParts([
    `- ${quoted(label)}`,
    bare(member),
    dueDate === null ? "no due date" : `due ${dayLine(dueDate)}${dueTime === null ? "" : `, ${dueTime}`}`,
    priority && "priority",
    notes !== null && `notes ${notes}`,
    reminders !== null && `reminders ${reminders}`,
    completed ? "done" : "open",
    `id ${id}`,
  ]);
  return {
    line,
    fields: {
      id,
      label,
      member,
      due: dueTime === null ? dueDate : `${dueDate}T${dueTime}`,
      priority: priority || null,
      notes,
      reminders,
      completed,
    },
  };
}
