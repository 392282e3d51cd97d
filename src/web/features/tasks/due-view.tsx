import { useMemo } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { useHousehold } from "../../sync/session.ts";
import { useToday } from "../../time/zone.ts";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";
import { byDue, type DueGroup } from "./model/groups.ts";
import type { Task } from "./model/source.ts";
import { TaskList } from "./task-list.tsx";

const pressing: ReadonlySet<DueGroup> = new Set(["overdue", "today"]);

/** Tasks by when they are due: what presses first, beside the rest where there is room. */
export function DueView({ tasks, onEdit }: { tasks: readonly Task[]; onEdit: (id: string) => void }) {
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
