import { useMemo } from "preact/hooks";
import type { Member } from "../../sync/session.ts";
import { useBreakpoint } from "../../ui/use-breakpoint.ts";
import { DragBoard } from "./drag-board.tsx";
import { byPerson } from "./model/groups.ts";
import type { Scene } from "./model/scene.ts";
import type { Task } from "./model/source.ts";
import { PersonColumn } from "./person-column.tsx";
import { TaskList } from "./task-list.tsx";

/** Tasks by whose they are: under each other, or in columns from one to the other of which they are dragged. */
export function PersonView({ tasks, scene, who }: { tasks: readonly Task[]; scene: Scene; who: Member | null }) {
  const columns = useMemo(() => byPerson(tasks, who ? [who] : scene.people), [tasks, scene, who]);
  const isWide = useBreakpoint("wide");
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
