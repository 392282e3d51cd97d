import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Day, Deleted, Instant, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { changeTasks } from "./batch.ts";
import { NewTask, Task, TaskDetailsPatch, TaskOperation, TaskPatch } from "./model.ts";
import { createTask, deleteTask, listTasks, readTask, updateTask } from "./store.ts";

const operation = operationsOf("Tasks");
const taskId = closed({ id: Uuid });
const noSuchMember = { 422: ["memberId: no such member"] };

export const tasks = new Elysia({ prefix: "/v1/tasks" })
  .use(context)
  .get(
    "",
    ({ call, query }) => call.read((work) => ({ tasks: listTasks(work, query) })),
    operation({
      id: "listTasks",
      summary: "List tasks",
      description:
        "Oldest due first, tasks without a due date last. An unknown `memberId` gives an empty list. `completedSince` " +
        "leaves open tasks and those completed before that instant out; it cannot be combined with `completed=false`.",
      access: "tasks.read",
      query: closed({
        dueDate: Type.Optional(Day),
        memberId: Type.Optional(Uuid),
        completed: Type.Optional(Type.Boolean()),
        completedSince: Type.Optional(Instant),
      }),
      answer: closed({ tasks: Type.Array(Task) }),
      refusals: { 422: ["completedSince: only for completed tasks"] },
    }),
  )
  .post(
    "",
    ({ call, body }) => call.write((work) => createTask(work, body)),
    operation({
      id: "createTask",
      summary: "Add a task",
      access: "tasks.write",
      body: NewTask,
      answer: Task,
      example: { label: "Water the plants", memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", dueDate: "2026-05-01" },
      refusals: noSuchMember,
    }),
  )
  .post(
    "/batch",
    ({ call, body }) => call.write((work) => changeTasks(work, body.operations)),
    operation({
      id: "changeTasks",
      summary: "Add, change and delete several tasks, all or none",
      description:
        "Applies the operations in order, which take the fields of the single operations, and the details of the task: " +
        "its time, notes, reminders and priority. `completed` completes a task " +
        "now, or reopens it; a task that is completed already keeps its time. Records one entry in the feed. Returns a " +
        "task for each operation, or the deleted id.",
      access: "tasks.write",
      body: closed({ operations: Type.Array(TaskOperation, { minItems: 1, maxItems: 30 }) }),
      answer: closed({ tasks: Type.Array(Type.Union([Task, Deleted])) }),
      example: {
        operations: [
          { op: "create", label: "Water the plants", memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
          { op: "update", taskId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d43", completed: true },
        ],
      },
      refusals: {
        422: [
          "operations[0].taskId: no such task",
          "operations[0].memberId: no such member",
          "operations[0].dueTime: needs a dueDate",
        ],
      },
    }),
  )
  .get(
    "/:id",
    ({ call, params }) => call.read((work) => readTask(work, params.id)),
    operation({
      id: "readTask",
      summary: "Read a task",
      access: "tasks.read",
      params: taskId,
      answer: Task,
      refusals: { 404: ["Task not found"] },
    }),
  )
  .patch(
    "/:id",
    ({ call, params, body }) => call.write((work) => updateTask(work, params.id, body)),
    operation({
      id: "updateTask",
      deviceFields: ["completedAt"],
      summary: "Change, complete or reopen a task",
      description: "Omitted fields stay. A `completedAt` completes the task, null reopens it.",
      access: "tasks.write",
      params: taskId,
      body: TaskPatch,
      answer: Task,
      example: { completedAt: "2026-05-01T09:00:00Z" },
      refusals: {
        404: ["Task not found"],
        422: ["memberId: no such member", "completedAt: must be at most one day in the future"],
      },
    }),
  )
  .patch(
    "/:id/details",
    ({ call, params, body }) => call.write((work) => updateTask(work, params.id, body)),
    operation({
      id: "updateTaskDetails",
      summary: "Change the time, notes, reminders or priority of a task",
      description:
        "Omitted fields stay. A task can have a time only while it has a due date: when its date is cleared, so is its time.",
      access: "tasks.write",
      params: taskId,
      body: TaskDetailsPatch,
      answer: Task,
      example: { dueTime: "17:30", notes: "The blue can", reminderMinutesList: [30], isPriority: true },
      refusals: { 404: ["Task not found"], 422: ["dueTime: needs a dueDate"] },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => deleteTask(work, params.id)),
    operation({
      id: "deleteTask",
      summary: "Delete a task",
      access: "tasks.write",
      params: taskId,
      writes: true,
      answer: Deleted,
      refusals: { 404: ["Task not found"] },
    }),
  );
