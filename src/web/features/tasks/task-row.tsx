import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { addDays } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar, type Person } from "#web/people/avatar.tsx";
import { mayTick, taskOwners } from "#web/people/permissions.ts";
import { useHousehold, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { formatRelativeDay, formatTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { cx } from "#web/ui/cx.ts";
import { ArrowRight, Calendar, CalendarPlus, Lock, Pencil, Sun, Trash2, X } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { Marks } from "./marks.tsx";
import { assignTo, explainOwner, removeTask, setDone, setDue } from "./model/actions.ts";
import { dueGroupOf, nextWeek } from "./model/groups.ts";
import type { Task } from "./model/source.ts";

type RowProps = {
  task: Task;
  onEdit: (id: string) => void;
  /** Detail that the row leaves out. The list or column around the row already shows this detail. */
  hides?: "person" | "today" | undefined;
  handle?: ComponentChildren;
  className?: string | undefined;
};

/** Row of a task. The parent must wrap the row in an `li`. */
export const TaskRow = memo(function TaskRow({ task, onEdit, hides, handle, className }: RowProps) {
  const person = useMembers().find(({ id }) => id === task.memberId);
  return (
    <div className={cx("task", className)}>
      <Tick task={task} person={person} />
      <button type="button" className="task-body" onClick={() => onEdit(task.id)}>
        <span className="task-label">{task.label}</span>
        <span className="task-facts">
          <Marks task={task} />
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
        onClick={() => explainOwner(name)}
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

function When({ task, isToldAlready: isShownAlready }: { task: Task; isToldAlready: boolean }) {
  const { taskScreen, common } = useText();
  const { timeZone, weekStartsOn } = useHousehold();
  const today = useToday();
  const { dueDate, dueTime, completedAt } = task;
  if (completedAt !== null) {
    const { day } = wallTime(completedAt, timeZone);
    return <span>{taskScreen.doneOn(formatRelativeDay(day, today, common))}</span>;
  }
  if (dueDate === null || (isShownAlready && !dueTime)) return null;
  const group = dueGroupOf(dueDate, { today, weekStartsOn });
  const tone = group === "overdue" ? "danger" : group === "today" ? "ember" : undefined;
  return (
    <Chip tone={tone} icon={<Calendar />}>
      <time dateTime={dueDate}>
        {[!isShownAlready && formatRelativeDay(dueDate, today, common), dueTime && formatTime(dueTime)]
          .filter(Boolean)
          .join(", ")}
      </time>
    </Chip>
  );
}

function RowMenu({ task, onEdit }: { task: Task; onEdit: (id: string) => void }) {
  const { taskScreen, common } = useText();
  const isOpen = task.completedAt === null;
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const people = useMembers();
  const isTheirs = mayTick(useViewer(), taskOwners(task));
  const snoozes: MenuItem[] = [
    { day: today, label: taskScreen.dueToday, icon: <Sun /> },
    { day: addDays(today, 1), label: taskScreen.dueTomorrow, icon: <ArrowRight /> },
    { day: nextWeek({ today, weekStartsOn }), label: taskScreen.dueNextWeek, icon: <CalendarPlus /> },
    { day: null, label: taskScreen.noDate, icon: <X /> },
  ].flatMap(({ day, label, icon }) => (day === task.dueDate ? [] : { label, icon, onSelect: () => setDue(task, day) }));
  const others = people.filter(({ id }) => id !== task.memberId);
  const gifts = others.map((person, index) => ({
    label: taskScreen.giveTo(person.name),
    icon: <Avatar person={person} size="xs" decorative />,
    onSelect: () => assignTo(task, person),
    startsGroup: index === 0,
  }));
  const items: MenuItem[] = [
    { label: taskScreen.edit, icon: <Pencil />, onSelect: () => onEdit(task.id) },
    ...(isOpen ? snoozes.map((item, index) => ({ ...item, startsGroup: index === 0 })) : []),
    ...(isOpen && isTheirs ? gifts : []),
  ];
  const deletion: MenuItem = {
    label: common.delete,
    icon: <Trash2 />,
    danger: true,
    startsGroup: true,
    onSelect: () => removeTask(task),
  };
  return <Menu label={taskScreen.more(task.label)} items={isTheirs ? [...items, deletion] : items} />;
}
