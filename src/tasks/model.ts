/** Tasks on the wire (interface §2, Task). */
import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, Instant, nullable, recordFields, Uuid } from "../wire.ts";

/** A task as answered. */
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
/** See {@link Task}. */
export type Task = Static<typeof Task>;
