import { memo } from "preact/compat";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useAsMember, useIsWallTablet } from "#web/people/actor.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { mayTick, taskOwners } from "#web/people/permissions.ts";
import { useMembers, useViewer } from "#web/sync/session.ts";
import { formatRelativeDay, formatTime } from "#web/time/format.ts";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { ChevronRight } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { Marks } from "../tasks/marks.tsx";
import { setDone } from "../tasks/model/actions.ts";
import type { Task } from "../tasks/model/source.ts";

/** Card with tasks. Tasks of the member `first` come first. */
export function TasksCard(props: {
  overdue: readonly Task[];
  due: readonly Task[];
  day: string;
  first: string | null;
}) {
  const { common, today } = useText();
  const isWallTablet = useIsWallTablet();
  const rank = (task: Task) => Number(task.completedAt !== null) * 2 + Number(task.memberId !== props.first);
  const due = [...props.due].sort((a, b) => rank(a) - rank(b));
  const overdue = [...props.overdue].sort((a, b) => rank(a) - rank(b));
  const all = [...overdue.filter(({ id }) => !due.some((each) => each.id === id)), ...due];
  const open = all.filter(({ completedAt }) => completedAt === null).length;
  const toAll = (
    <Link href="/tasks" className="today-more" aria-label={common.nav.tasks}>
      <ChevronRight />
    </Link>
  );
  return (
    <Card className="today-tasks" role="region" aria-labelledby="today-tasks">
      <SectionHeader
        title={common.nav.tasks}
        id="today-tasks"
        {...(open > 0 ? { count: open } : {})}
        {...(isWallTablet ? {} : { actions: toAll })}
      />
      {all.length === 0 ? (
        <p className="soft">{today.nothingDue}</p>
      ) : (
        <ul className="today-task-list">
          {all.map((task) => (
            <TaskRow key={task.id} task={task} day={props.day} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const TaskRow = memo(function TaskRow({ task, day }: { task: Task; day: string }) {
  const { common } = useText();
  const viewer = useViewer();
  const asMember = useAsMember();
  const member = useMembers().find(({ id }) => id === task.memberId);
  const isLate = task.dueDate !== null && task.dueDate < day && task.completedAt === null;
  return (
    <li className="today-task" {...personAttributes(member?.color)}>
      <Checkbox
        crosses="label"
        checked={task.completedAt !== null}
        disabled={!mayTick(viewer, taskOwners(task))}
        onChange={(isDone) => asMember(taskOwners(task), () => setDone(task, isDone))}
        label={task.label}
        {...(isLate && task.dueDate !== null
          ? { hint: <span className="today-late">{formatRelativeDay(task.dueDate, day, common)}</span> }
          : task.dueTime
            ? { hint: <time dateTime={task.dueTime}>{formatTime(task.dueTime)}</time> }
            : {})}
      />
      <Marks task={task} />
      {member && <Avatar person={member} size="s" />}
    </li>
  );
});
