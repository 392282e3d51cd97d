import { useCallback, useMemo, useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { PeopleFilter } from "../../people/people-filter.tsx";
import { useOverlay } from "../../shell/use-overlay.ts";
import { getPreference, setPreference } from "../../sync/preferences.ts";
import { type Member, useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { SegmentedControl } from "../../ui/controls/segmented.tsx";
import { EmptyState, ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { PageHeader } from "../../ui/display/surface.tsx";
import { useBreakpoint } from "../../ui/use-breakpoint.ts";
import { DoneTasks } from "./done-tasks.tsx";
import { DragBoard } from "./drag-board.tsx";
import { DueView } from "./due-view.tsx";
import { EditSheet } from "./edit-sheet.tsx";
import { byPerson } from "./model/groups.ts";
import { openTasks, type Task } from "./model/source.ts";
import { useDone } from "./model/use-done.ts";
import { PersonColumn } from "./person-column.tsx";
import { QuickAdd } from "./quick-add/quick-add.tsx";
import { TaskList } from "./task-list.tsx";

type View = "due" | "person";

export function TasksScreen() {
  const { common, taskScreen } = useText();
  const { data, error, refetch } = useSource(openTasks, {});
  const [view, setView] = useState<View>(getPreference("tasks-view") === "person" ? "person" : "due");
  const { value, open, close } = useOverlay("edit");
  const edit = useCallback((id: string) => open({ edit: id }), [open]);
  const whose = useOverlay("who");
  const viewer = useViewer();
  const who = useMembers().find(({ id }) => id === whose.value.who) ?? null;
  const tasks = useMemo(() => data?.tasks.filter(({ memberId }) => who === null || memberId === who.id), [data, who]);
  const show = (next: View) => {
    setView(next);
    setPreference("tasks-view", next);
  };
  const views = [
    { value: "due" as const, label: taskScreen.byDue },
    { value: "person" as const, label: taskScreen.byPerson },
  ];
  return (
    <div className="tasks">
      <PageHeader
        title={common.nav.tasks}
        actions={<SegmentedControl label={taskScreen.view} value={view} segments={views} onChange={show} />}
      />
      <QuickAdd assignee={who ?? viewer} />
      <PeopleFilter
        label={taskScreen.whose}
        chosen={who ? [who.id] : []}
        onToggle={(id) => whose.replace({ who: id === who?.id ? null : id })}
      />
      {tasks ? (
        <>
          {tasks.length === 0 ? (
            <NoTasks who={who} />
          ) : view === "due" ? (
            <DueView tasks={tasks} onEdit={edit} />
          ) : (
            <PersonView tasks={tasks} onEdit={edit} who={who} />
          )}
          <DoneTasks onEdit={edit} who={who?.id ?? null} />
        </>
      ) : error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : (
        <Skeletons label={common.loading} count={5} height="3.75rem" card />
      )}
      {value.edit !== null && <EditSheet id={value.edit} onClose={close} />}
    </div>
  );
}

/** No open tasks: all are done, or there were none yet. `who` null: nobody has any. */
function NoTasks({ who }: { who: Member | null }) {
  const { taskScreen } = useText();
  const { tasks } = useDone(false);
  if (who) return <EmptyState picture="🌤️" title={taskScreen.nothingFor(who.name)} />;
  return tasks && tasks.length > 0 ? (
    <EmptyState picture="🎉" title={taskScreen.allDone}>
      {taskScreen.allDoneHint}
    </EmptyState>
  ) : (
    <EmptyState picture="📝" title={taskScreen.nothing}>
      {taskScreen.nothingHint}
    </EmptyState>
  );
}

/** Tasks by person: below each other or, on wide screens, in columns between which they are dragged. */
function PersonView(props: { tasks: readonly Task[]; who: Member | null; onEdit: (id: string) => void }) {
  const { tasks, who, onEdit } = props;
  const people = useMembers();
  const columns = useMemo(() => byPerson(tasks, who ? [who] : people), [tasks, people, who]);
  const isWide = useBreakpoint("wide");
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
