import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Instant, nullable, recordFields, Uuid } from "../wire.ts";

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
