import { mayTick, taskOwners } from "../../people/permissions.ts";
import { cx } from "../../ui/cx.ts";
import { DragArea, DragHandle, useDraggable, useDropTarget } from "../../ui/drag/sortable.tsx";
import { giveTo } from "./model/acting.ts";
import type { Scene } from "./model/scene.ts";
import type { Task } from "./model/source.ts";
import { PersonColumn, type PersonTasks } from "./person-column.tsx";
import { TaskList } from "./task-list.tsx";
import { TaskRow } from "./task-row.tsx";

/** The columns of everybody, among which tasks are dragged. Load it lazily; the menu of each row does the same. */
export function DragBoard({ columns, scene }: { columns: readonly PersonTasks[]; scene: Scene }) {
  const give = (id: string, memberId: string) => {
    const task = columns.flatMap(({ tasks }) => tasks).find((each) => each.id === id);
    const person = scene.people.find((each) => each.id === memberId);
    if (task && person) giveTo(task, person);
  };
  return (
    <DragArea onDrop={(drop) => drop.kind === "dropped" && give(drop.id, drop.target)}>
      <div className="tasks-board">
        {columns.map((column) => (
          <DropColumn key={column.person.id} {...column} scene={scene} />
        ))}
      </div>
    </DragArea>
  );
}

function DropColumn({ person, tasks, scene }: PersonTasks & { scene: Scene }) {
  const { ref, isOver } = useDropTarget({ id: person.id, name: person.name });
  return (
    <div ref={ref} className={cx("tasks-drop", isOver && "drop-target")}>
      <PersonColumn person={person} tasks={tasks}>
        {tasks.length > 0 && (
          <TaskList
            tasks={tasks}
            scene={scene}
            label={person.name}
            row={(task) => <DragRow task={task} scene={scene} />}
          />
        )}
      </PersonColumn>
    </div>
  );
}

function DragRow({ task, scene }: { task: Task; scene: Scene }) {
  const disabled = !mayTick(scene.viewer, taskOwners(task));
  const { ref, handleRef, isDragging } = useDraggable({ id: task.id, name: task.label, disabled });
  return (
    <div ref={ref}>
      <TaskRow
        task={task}
        scene={scene}
        hides="person"
        handle={disabled ? null : <DragHandle handleRef={handleRef} name={task.label} />}
        className={cx(isDragging && "dragging")}
      />
    </div>
  );
}
