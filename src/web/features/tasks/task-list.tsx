import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import type { Member } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import type { Task } from "./model/source.ts";
import { TaskRow } from "./task-row.tsx";

const shownAtFirst = 60;
const shownWithEach = 200;

/** List that shows only its first tasks. A button shows more tasks. */
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

export type PersonTasks = { readonly person: Member; readonly tasks: readonly Task[] };

export function PersonColumn({ person, tasks, children }: PersonTasks & { children: ComponentChildren }) {
  const { taskScreen } = useText();
  const ifCurrent = useIfCurrent();
  return (
    <section>
      <SectionHeader icon={<Avatar person={person} size="s" decorative />} title={person.name} count={tasks.length} />
      <Card flush>
        {children}
        {tasks.length === 0 && <p className="tasks-none soft">{ifCurrent(taskScreen.nothingHere)}</p>}
      </Card>
    </section>
  );
}
