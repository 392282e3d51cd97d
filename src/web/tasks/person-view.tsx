import { type ReactNode, useMemo } from "react";
import type { Member } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Card, SectionHeader } from "../ui/surface.tsx";
import { useWide } from "../use-wide.ts";
import { DragBoard } from "./drag-board.tsx";
import { byPerson } from "./groups.ts";
import type { Scene } from "./scene.ts";
import type { Task } from "./source.ts";
import { TaskList } from "./task-list.tsx";

/** One person's tasks, as a column. */
export type PersonTasks = { readonly person: Member; readonly tasks: readonly Task[] };

/** Tasks by whose they are: under each other, or in columns from one to the other of which they are dragged. */
export function PersonView({ tasks, scene, who }: { tasks: readonly Task[]; scene: Scene; who: Member | null }) {
  const columns = useMemo(() => byPerson(tasks, who ? [who] : scene.people), [tasks, scene, who]);
  const isWide = useWide();
  const still = (
    <div className="tasks-board">
      {columns.map((column) => (
        <PersonColumn key={column.person.id} {...column}>
          {column.tasks.length > 0 && (
            <TaskList tasks={column.tasks} scene={scene} label={column.person.name} hides="person" />
          )}
        </PersonColumn>
      ))}
    </div>
  );
  if (!isWide || columns.length < 2) return still;
  return <DragBoard columns={columns} scene={scene} />;
}

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
