import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar, type Person } from "../../people/avatar.tsx";
import { mayTick, taskOwners } from "../../people/permissions.ts";
import { personAttributes } from "../../people/person-color.ts";
import { useHousehold, useMembers, useViewer } from "../../sync/session.ts";
import { formatRelativeDay } from "../../time/format.ts";
import { useToday, wallTime } from "../../time/zone.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { Checkbox } from "../../ui/controls/choice.tsx";
import { cx } from "../../ui/cx.ts";
import { Calendar, Lock } from "../../ui/icons.ts";
import { setDone, tellWhose } from "./model/acting.ts";
import { dueGroupOf } from "./model/groups.ts";
import type { Task } from "./model/source.ts";
import { RowMenu } from "./row-menu.tsx";

type RowProps = {
  task: Task;
  onEdit: (id: string) => void;
  /** Is shown by the place of the row already. */
  hides?: "person" | "today" | undefined;
  /** To drag it by. */
  handle?: ComponentChildren;
  className?: string | undefined;
};

/** A task: tick it, press it to change it, and more at its end. Put it into an `li`. */
export const TaskRow = memo(function TaskRow({ task, onEdit, hides, handle, className }: RowProps) {
  const person = useMembers().find(({ id }) => id === task.memberId);
  return (
    <div className={cx("task", className)}>
      <Tick task={task} person={person} />
      <button type="button" className="task-body" onClick={() => onEdit(task.id)}>
        <span className="task-label">{task.label}</span>
        <span className="task-facts">
          <When task={task} isToldAlready={hides === "today"} />
          {person && hides !== "person" && <Avatar person={person} size="xs" />}
        </span>
      </button>
      {handle}
      <RowMenu task={task} onEdit={onEdit} />
    </div>
  );
});

function Tick({ task, person }: { task: Task; person: Person | undefined }) {
  const { taskScreen } = useText();
  const viewer = useViewer();
  const name = person?.name ?? "";
  if (!mayTick(viewer, taskOwners(task))) {
    return (
      <button
        type="button"
        className="icon-button task-locked"
        aria-label={taskScreen.locked(task.label, name)}
        onClick={() => tellWhose(name)}
      >
        <Lock />
      </button>
    );
  }
  return (
    <span className="task-tick" {...personAttributes(person?.color)}>
      <Checkbox
        aria-label={task.label}
        checked={task.completedAt !== null}
        onChange={(isDone) => setDone(task, isDone)}
      />
    </span>
  );
}

function When({ task, isToldAlready }: { task: Task; isToldAlready: boolean }) {
  const { taskScreen } = useText();
  const { timeZone, weekStartsOn } = useHousehold();
  const today = useToday();
  const { dueDate, completedAt } = task;
  if (completedAt !== null) {
    const { day } = wallTime(completedAt, timeZone);
    return <span>{taskScreen.doneOn(formatRelativeDay(day, today))}</span>;
  }
  if (dueDate === null || isToldAlready) return null;
  const group = dueGroupOf(dueDate, { today, weekStartsOn });
  const tone = group === "overdue" ? "danger" : group === "today" ? "ember" : undefined;
  return (
    <Chip tone={tone} icon={<Calendar />}>
      <time dateTime={dueDate}>{formatRelativeDay(dueDate, today)}</time>
    </Chip>
  );
}
