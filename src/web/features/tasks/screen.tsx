import { useMemo, useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { PeopleFilter } from "../../people/people-filter.tsx";
import { useOpen } from "../../shell/use-open.ts";
import { useWide } from "../../shell/use-wide.ts";
import { recall, remember } from "../../sync/remembered.ts";
import { type Member, useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { SegmentedControl } from "../../ui/controls/segmented.tsx";
import { EmptyState, ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { PageHeader } from "../../ui/display/surface.tsx";
import { DoneTasks } from "./done-tasks.tsx";
import { DragBoard } from "./drag-board.tsx";
import { DueView } from "./due-view.tsx";
import { EditSheet } from "./edit-sheet.tsx";
import { byPerson } from "./model/groups.ts";
import { type Scene, useScene } from "./model/scene.ts";
import { openTasks, type Task } from "./model/source.ts";
import { useDone } from "./model/use-done.ts";
import { PersonColumn } from "./person-column.tsx";
import { QuickAdd } from "./quick-add/quick-add.tsx";
import { TaskList } from "./task-list.tsx";

type View = "due" | "person";

export function TasksScreen() {
  const { common, taskScreen } = useText();
  const { data, error, refetch } = useSource(openTasks, {});
  const [view, setView] = useState<View>(recall("tasks-view") === "person" ? "person" : "due");
  const edited = useOpen("edit");
  const whose = useOpen("who");
  const scene = useScene(edited.open);
  const viewer = useViewer();
  const who = useMembers().find(({ id }) => id === whose.value) ?? null;
  const tasks = useMemo(() => data?.tasks.filter(({ memberId }) => who === null || memberId === who.id), [data, who]);
  const show = (next: View) => {
    setView(next);
    remember("tasks-view", next);
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
        onToggle={(id) => whose.replace(id === who?.id ? null : id)}
      />
      {tasks ? (
        <>
          {tasks.length === 0 ? (
            <NoTasks who={who} />
          ) : view === "due" ? (
            <DueView tasks={tasks} scene={scene} />
          ) : (
            <PersonView tasks={tasks} scene={scene} who={who} />
          )}
          <DoneTasks scene={scene} who={who?.id ?? null} />
        </>
      ) : error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : (
        <Skeletons label={common.loading} count={5} height="3.75rem" card />
      )}
      {edited.value !== null && <EditSheet id={edited.value} scene={scene} onClose={edited.close} />}
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
function PersonView({ tasks, scene, who }: { tasks: readonly Task[]; scene: Scene; who: Member | null }) {
  const columns = useMemo(() => byPerson(tasks, who ? [who] : scene.people), [tasks, scene, who]);
  const isWide = useWide();
  const still = (
    <div className="tasks-board">
      {columns.map((column) => (
        <PersonColumn key={column.person.id} {...column}>
          {column.tasks.length > 0 && (
            <TaskList tasks={column.tasks} scene={scene} label={column.person.name} hides="person" />
          )}
        </PersonColumn>
      ))}
    </div>
  );
  if (!isWide || columns.length < 2) return still;
  return <DragBoard columns={columns} scene={scene} />;
}
