import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Button } from "../../ui/controls/button.tsx";
import type { Task } from "./model/source.ts";
import { TaskRow } from "./task-row.tsx";

const shownAtFirst = 60;
const shownWithEach = 200;

/** Shows the first tasks, and the rest on demand. */
export function TaskList(props: {
  tasks: readonly Task[];
  onEdit: (id: string) => void;
  label: string;
  hides?: "person" | "today" | undefined;
  row?: (task: Task) => ComponentChildren;
}) {
  const { taskScreen } = useText();
  const [limit, setLimit] = useState(shownAtFirst);
  const { tasks, onEdit, hides, row } = props;
  const rest = tasks.length - limit;
  return (
    <>
      <ul className="task-list" aria-label={props.label}>
        {tasks.slice(0, limit).map((task) => (
          <li key={task.id}>{row ? row(task) : <TaskRow task={task} onEdit={onEdit} hides={hides} />}</li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="quiet" wide onClick={() => setLimit(limit + shownWithEach)}>
          {taskScreen.showMore(Math.min(rest, shownWithEach))}
        </Button>
      )}
    </>
  );
}
