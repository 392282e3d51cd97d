import { useMemo, useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { useOpen } from "../../shell/use-open.ts";
import { getPreference, setPreference } from "../../sync/preferences.ts";
import { useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { SegmentedControl } from "../../ui/controls/segmented.tsx";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { PageHeader } from "../../ui/display/surface.tsx";
import { DoneTasks } from "./done-tasks.tsx";
import { DueView } from "./due-view.tsx";
import { EditSheet } from "./edit-sheet.tsx";
import { openTasks } from "./model/source.ts";
import { NoTasks } from "./no-tasks.tsx";
import { PersonView } from "./person-view.tsx";
import { QuickAdd } from "./quick-add/quick-add.tsx";
import { WhoseFilter } from "./whose-filter.tsx";

type View = "due" | "person";

/** Tasks: what is to be done, by when or by whom. */
export function TasksScreen() {
  const { common, taskScreen } = useText();
  const { data, error, refetch } = useSource(openTasks, {});
  const [view, setView] = useState<View>(getPreference("tasks-view") === "person" ? "person" : "due");
  const edited = useOpen("edit");
  const whose = useOpen("who");
  const viewer = useViewer();
  const people = useMembers();
  const who = people.find(({ id }) => id === whose.value) ?? null;
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
      <WhoseFilter people={people} whose={whose} />
      {tasks ? (
        <>
          {tasks.length === 0 ? (
            <NoTasks who={who} />
          ) : view === "due" ? (
            <DueView tasks={tasks} onEdit={edited.open} />
          ) : (
            <PersonView tasks={tasks} onEdit={edited.open} who={who} />
          )}
          <DoneTasks onEdit={edited.open} who={who?.id ?? null} />
        </>
      ) : error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : (
        <Skeletons label={common.loading} count={5} height="3.75rem" card />
      )}
      {edited.value !== null && <EditSheet id={edited.value} onClose={edited.close} />}
    </div>
  );
}
