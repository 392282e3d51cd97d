import type { ReactNode } from "react";
import type { Member } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Card, SectionHeader } from "../ui/surface.tsx";
import type { Task } from "./source.ts";

/** One person's tasks, as a column. */
export type PersonTasks = { readonly person: Member; readonly tasks: readonly Task[] };

/** The frame of a column. */
export function PersonColumn({ person, tasks, children }: PersonTasks & { children: ReactNode }) {
  const { taskScreen } = useText();
  return (
    <section className="tasks-column">
      <SectionHeader icon={<Avatar person={person} size="s" decorative />} title={person.name} count={tasks.length} />
      <Card flush>
        {children}
        {tasks.length === 0 && <p className="tasks-none soft">{taskScreen.nothingHere}</p>}
      </Card>
    </section>
  );
}
