import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar, type Person } from "../../people/avatar.tsx";
import { mayTick, taskOwners } from "../../people/permissions.ts";
import { personAttributes } from "../../people/person-color.ts";
import { useHousehold } from "../../sync/session.ts";
import { formatRelativeDay } from "../../time/format.ts";
import { wallTime } from "../../time/zone.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { Checkbox } from "../../ui/controls/choice.tsx";
import { cx } from "../../ui/cx.ts";
import { Calendar, Lock } from "../../ui/icons.ts";
import { setDone, tellWhose } from "./model/acting.ts";
import { keepFocus } from "./model/focus.ts";
import { dueGroupOf } from "./model/groups.ts";
import type { Scene } from "./model/scene.ts";
import type { Task } from "./model/source.ts";
import { RowMenu } from "./row-menu.tsx";

type RowProps = {
  task: Task;
  scene: Scene;
  /** What the place in which it stands says already. */
  hides?: "person" | "today" | undefined;
  /** To drag it by. */
  handle?: ComponentChildren;
  className?: string | undefined;
};

/** A task: tick it, press it to change it, and more at its end. Put it into an `li`. */
export const TaskRow = memo(function TaskRow({ task, scene, hides, handle, className }: RowProps) {
  const person = scene.people.find(({ id }) => id === task.memberId);
  return (
    <div className={cx("task", className)}>
      <Tick task={task} scene={scene} person={person} />
      <button type="button" className="task-body" onClick={() => scene.edit(task.id)}>
        <span className="task-label">{task.label}</span>
        <span className="task-facts">
          <When task={task} scene={scene} isToldAlready={hides === "today"} />
          {person && hides !== "person" && <Avatar person={person} size="xs" />}
        </span>
      </button>
      {handle}
      <RowMenu task={task} scene={scene} />
    </div>
  );
});

function Tick({ task, scene, person }: { task: Task; scene: Scene; person: Person | undefined }) {
  const { taskScreen } = useText();
  const name = person?.name ?? "";
  if (!mayTick(scene.viewer, taskOwners(task))) {
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
        onClick={(event) => keepFocus(event.currentTarget)}
        onChange={(isDone) => setDone(task, isDone)}
      />
    </span>
  );
}

function When({ task, scene, isToldAlready }: { task: Task; scene: Scene; isToldAlready: boolean }) {
  const { taskScreen } = useText();
  const { timeZone } = useHousehold();
  const { dueDate, completedAt } = task;
  if (completedAt !== null) {
    const { day } = wallTime(completedAt, timeZone);
    return <span>{taskScreen.doneOn(formatRelativeDay(day, scene.today))}</span>;
  }
  if (dueDate === null || isToldAlready) return null;
  const group = dueGroupOf(dueDate, scene);
  const tone = group === "overdue" ? "danger" : group === "today" ? "ember" : undefined;
  return (
    <Chip tone={tone} icon={<Calendar />}>
      <time dateTime={dueDate}>{formatRelativeDay(dueDate, scene.today)}</time>
    </Chip>
  );
}
