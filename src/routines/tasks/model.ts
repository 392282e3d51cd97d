import { type Static, Type } from "@sinclair/typebox";
import { answered, closed, Day, Instant, nullable, recordFields, Text, tagged, Uuid } from "#lib/wire.ts";

const Label = Text(1, 300, { description: "What is to be done" });
const DueDate = nullable(Day);

export const NewTask = closed({ label: Label, memberId: Uuid, dueDate: Type.Optional(DueDate) });
export type NewTask = Static<typeof NewTask>;

export const TaskPatch = closed({ ...Type.Partial(NewTask).properties, completedAt: Type.Optional(nullable(Instant)) });
export type TaskPatch = Static<typeof TaskPatch>;

export const TaskOperation = tagged("op", [
  closed({ op: Type.Literal("create"), ...NewTask.properties }),
  closed({
    op: Type.Literal("update"),
    taskId: Uuid,
    ...Type.Partial(NewTask).properties,
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
    ...recordFields,
  },
  { title: "Task" },
);
export type Task = Static<typeof Task>;
