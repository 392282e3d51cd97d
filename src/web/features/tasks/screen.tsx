import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { PeopleFilter } from "#web/people/people-filter.tsx";
import { EmptyUnlessOld } from "#web/shell/old-copy.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { type Member, useHousehold, useMembers, useToday } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { Card, PageHeader, SectionHeader } from "#web/ui/display/surface.tsx";
import { ChevronDown, ChevronRight } from "#web/ui/icons.ts";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { DragBoard } from "./drag-board.tsx";
import { EditSheet } from "./edit-sheet.tsx";
import { byDue, byPerson, type DueGroup, latestFirst } from "./model/groups.ts";
import { openTasks, recentDays, type Task } from "./model/source.ts";
import { useDone } from "./model/use-done.ts";
import { PersonColumn, TaskList } from "./task-list.tsx";

type View = "due" | "person";

export function TasksScreen() {
  const { common, taskScreen } = useText();
  const { data, error, refetch } = useSource(openTasks, {});
  const [view, setView] = useState<View>(getPreference("tasks-view") === "person" ? "person" : "due");
  const { value, open, close } = useOverlay("edit");
  const edit = useCallback((id: string) => open({ edit: id }), [open]);
  const filter = useOverlay("who");
  useOpenAddField();
  const who = useMembers().find(({ id }) => id === filter.value.who) ?? null;
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
        look="flush"
        title={common.nav.tasks}
        actions={<SegmentedControl label={taskScreen.view} value={view} segments={views} onChange={show} />}
      />
      <PeopleFilter
        label={taskScreen.whose}
        chosen={who ? [who.id] : []}
        onToggle={(id) => filter.replace({ who: id === who?.id ? null : id })}
      />
      <Loaded read={{ data: tasks, error, refetch }} count={5} height="3.75rem" card>
        {(open) => (
          <>
            {open.length === 0 ? (
              <NoTasks who={who} />
            ) : view === "due" ? (
              <DueView tasks={open} onEdit={edit} />
            ) : (
              <PersonView tasks={open} onEdit={edit} who={who} />
            )}
            <DoneTasks onEdit={edit} who={who?.id ?? null} />
          </>
        )}
      </Loaded>
      {value.edit !== null && <EditSheet id={value.edit} onClose={close} />}
    </div>
  );
}

/** Opens the field for new entries if the address has the parameter `new`, as in links from outside of the app. */
function useOpenAddField(): void {
  const { value, replace } = useOverlay("new");
  const over = useOverlay("over");
  const isWanted = value.new !== null;
  useEffect(() => {
    if (!isWanted) return;
    replace({});
    over.open({ over: "add" });
  }, [isWanted, replace, over.open]);
}

/** Text that is shown if there are no tasks. A null `who` means the tasks of everybody. */
function NoTasks({ who }: { who: Member | null }) {
  const { taskScreen } = useText();
  const { tasks } = useDone(false);
  if (who) return <EmptyUnlessOld picture="🌤️" title={taskScreen.nothingFor(who.name)} />;
  return tasks && tasks.length > 0 ? (
    <EmptyUnlessOld picture="🎉" title={taskScreen.allDone}>
      {taskScreen.allDoneHint}
    </EmptyUnlessOld>
  ) : (
    <EmptyUnlessOld picture="📝" title={taskScreen.nothing}>
      {taskScreen.nothingHint}
    </EmptyUnlessOld>
  );
}

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

/**
 * Shows the number of recently completed tasks. Lists the tasks when the user opens the list. A null `who` means the
 * tasks of everybody.
 */
function DoneTasks({ who, onEdit }: { who: string | null; onEdit: (id: string) => void }) {
  const { taskScreen } = useText();
  const [wantsAll, setWantsAll] = useState(false);
  const [isShown, setShown] = useState(false);
  const { tasks: done, isAll } = useDone(wantsAll);
  const tasks = useMemo(
    () => latestFirst((done ?? []).filter(({ memberId }) => who === null || memberId === who)),
    [done, who],
  );
  if (!done || (isAll && tasks.length === 0)) return null;
  const title = isAll ? taskScreen.done(tasks.length) : taskScreen.doneLately(tasks.length, recentDays);
  return (
    <section className="tasks-done">
      <Button
        variant="quiet"
        icon={isShown ? <ChevronDown /> : <ChevronRight />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {title}
      </Button>
      {isShown && (
        <Card flush>
          <TaskList tasks={tasks} onEdit={onEdit} label={title} />
        </Card>
      )}
      {isShown && !isAll && (
        <Button variant="quiet" busy={wantsAll} onClick={() => setWantsAll(true)}>
          {taskScreen.doneBefore}
        </Button>
      )}
    </section>
  );
}

const pressing: ReadonlySet<DueGroup> = new Set(["overdue", "today"]);

function DueView({ tasks, onEdit }: { tasks: readonly Task[]; onEdit: (id: string) => void }) {
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const groups = useMemo(() => byDue(tasks, { today, weekStartsOn }), [tasks, today, weekStartsOn]);
  const now = groups.filter(({ group }) => pressing.has(group));
  const later = groups.filter(({ group }) => !pressing.has(group));
  return (
    <div className="tasks-due">
      {[now, later].map((half, index) =>
        half.length === 0 ? null : (
          <div key={index === 0 ? "now" : "later"} className="tasks-half">
            {half.map((each) => (
              <Group key={each.group} {...each} onEdit={onEdit} />
            ))}
          </div>
        ),
      )}
    </div>
  );
}

function Group(props: { group: DueGroup; tasks: readonly Task[]; onEdit: (id: string) => void }) {
  const { taskScreen } = useText();
  const { group, tasks, onEdit } = props;
  const title = taskScreen.groups[group];
  return (
    <section className={`tasks-group tasks-group-${group}`}>
      <SectionHeader title={title} count={tasks.length} />
      <Card flush>
        <TaskList tasks={tasks} onEdit={onEdit} label={title} hides={group === "today" ? "today" : undefined} />
      </Card>
    </section>
  );
}
