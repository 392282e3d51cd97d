import { mayTick, taskOwners } from "#web/people/permissions.ts";
import { useViewer } from "#web/sync/session.ts";
import { cx } from "#web/ui/cx.ts";
import { DragArea, DragHandle, useDraggable, useDropTarget } from "#web/ui/drag/sortable.tsx";
import { assignTo } from "./model/actions.ts";
import type { Task } from "./model/source.ts";
import { PersonColumn, type PersonTasks, TaskList } from "./task-list.tsx";
import { TaskRow } from "./task-row.tsx";

type OnEdit = { onEdit: (id: string) => void };

/**
 * Board on which tasks can be dragged between members. Import this module lazily. The menu of each task offers the same
 * changes.
 */
export function DragBoard({ columns, onEdit }: OnEdit & { columns: readonly PersonTasks[] }) {
  const give = (id: string, memberId: string) => {
    const task = columns.flatMap(({ tasks }) => tasks).find((each) => each.id === id);
    const person = columns.find((each) => each.person.id === memberId)?.person;
    if (task && person) assignTo(task, person);
  };
  return (
    <DragArea onDrop={(drop) => drop.kind === "dropped" && give(drop.id, drop.target)}>
      <div className="tasks-board">
        {columns.map((column) => (
          <DropColumn key={column.person.id} {...column} onEdit={onEdit} />
        ))}
      </div>
    </DragArea>
  );
}

function DropColumn({ person, tasks, onEdit }: PersonTasks & OnEdit) {
  const { ref, isOver } = useDropTarget({ id: person.id, name: person.name });
  return (
    <div ref={ref} className={cx("tasks-drop", isOver && "drop-target")}>
      <PersonColumn person={person} tasks={tasks}>
        {tasks.length > 0 && (
          <TaskList
            tasks={tasks}
            onEdit={onEdit}
            label={person.name}
            row={(task) => <DragRow task={task} onEdit={onEdit} />}
          />
        )}
      </PersonColumn>
    </div>
  );
}

function DragRow({ task, onEdit }: OnEdit & { task: Task }) {
  const disabled = !mayTick(useViewer(), taskOwners(task));
  const { ref, handleRef, isDragging } = useDraggable({ id: task.id, name: task.label, disabled });
  return (
    <div ref={ref}>
      <TaskRow
        task={task}
        onEdit={onEdit}
        hides="person"
        handle={disabled ? null : <DragHandle handleRef={handleRef} name={task.label} />}
        className={cx(isDragging && "dragging")}
      />
    </div>
  );
}
