import { type Static, Type } from "@sinclair/typebox";
import {
  answered,
  closed,
  Day,
  Instant,
  nullable,
  ReminderMinutesList,
  recordFields,
  Text,
  tagged,
  Uuid,
  WallTime,
} from "#lib/wire.ts";

const Label = Text(1, 300, { description: "What is to be done" });
const DueDate = nullable(Day);

export const NewTask = closed({ label: Label, memberId: Uuid, dueDate: Type.Optional(DueDate) });
export type NewTask = Static<typeof NewTask>;

export const TaskPatch = closed({ ...Type.Partial(NewTask).properties, completedAt: Type.Optional(nullable(Instant)) });
export type TaskPatch = Static<typeof TaskPatch>;

const Details = closed({
  dueTime: nullable({ ...WallTime, description: "Household time; null: any time of the day. Needs a `dueDate`." }),
  notes: nullable(Text(0, 2_000)),
  reminderMinutesList: nullable({
    ...ReminderMinutesList,
    description:
      "Minutes before `dueTime`, or, without one, before the midnight that begins `dueDate`. An empty list: no reminder; " +
      "null: the usual one.",
  }),
  isPriority: Type.Boolean(),
});

export const TaskDetailsPatch = Type.Partial(Details, { additionalProperties: false });
export type TaskDetailsPatch = Static<typeof TaskDetailsPatch>;

export const NewTaskWithDetails = closed({ ...NewTask.properties, ...TaskDetailsPatch.properties });

export const TaskOperation = tagged("op", [
  closed({ op: Type.Literal("create"), ...NewTaskWithDetails.properties }),
  closed({
    op: Type.Literal("update"),
    taskId: Uuid,
    ...Type.Partial(NewTaskWithDetails).properties,
    completed: Type.Optional(Type.Boolean()),
  }),
  closed({ op: Type.Literal("delete"), taskId: Uuid }),
]);
export type TaskOperation = Static<typeof TaskOperation>;

export const Task = closed(
  {
    id: Uuid,
    ...answered(NewTask),
    completedAt: nullable(Instant),
    ...answered(Details),
    ...recordFields,
  },
  { title: "Task" },
);
export type Task = Static<typeof Task>;
