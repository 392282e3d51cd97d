import { useMemo } from "preact/hooks";
import { useWide } from "../../shell/use-wide.ts";
import { type Member, useMembers } from "../../sync/session.ts";
import { DragBoard } from "./drag-board.tsx";
import { byPerson } from "./model/groups.ts";
import type { Task } from "./model/source.ts";
import { PersonColumn } from "./person-column.tsx";
import { TaskList } from "./task-list.tsx";

/** Tasks by whose they are: under each other, or in columns from one to the other of which they are dragged. */
export function PersonView(props: { tasks: readonly Task[]; who: Member | null; onEdit: (id: string) => void }) {
  const { tasks, who, onEdit } = props;
  const people = useMembers();
  const columns = useMemo(() => byPerson(tasks, who ? [who] : people), [tasks, people, who]);
  const isWide = useWide();
  const still = (
    <div className="tasks-board">
      {columns.map((column) => (
        <PersonColumn key={column.person.id} {...column}>
          {column.tasks.length > 0 && (
            <TaskList tasks={column.tasks} onEdit={onEdit} label={column.person.name} hides="person" />
          )}
        </PersonColumn>
      ))}
    </div>
  );
  if (!isWide || columns.length < 2) return still;
  return <DragBoard columns={columns} onEdit={onEdit} />;
}
