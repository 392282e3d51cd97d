import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Instant, nullable, recordFields, Text, tagged, Uuid } from "#lib/wire.ts";

export const Label = Text(1, 300, { description: "What is to be done" });
export const DueDate = nullable(Day);

export const NewTask = closed({ label: Label, memberId: Uuid, dueDate: Type.Optional(DueDate) });

export const TaskOperation = tagged("op", [
  closed({ op: Type.Literal("create"), ...NewTask.properties }),
  closed({
    op: Type.Literal("update"),
    taskId: Uuid,
    label: Type.Optional(Label),
    memberId: Type.Optional(Uuid),
    dueDate: Type.Optional(DueDate),
    completed: Type.Optional(Type.Boolean()),
  }),
  closed({ op: Type.Literal("delete"), taskId: Uuid }),
]);

export const Task = closed(
  {
    id: Uuid,
    label: Type.String(),
    memberId: Uuid,
    dueDate: nullable(Day),
    completedAt: nullable(Instant),
    ...recordFields,
  },
  { title: "Task" },
);
export type Task = Static<typeof Task>;
