import { useMemo } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";
import { byDue, type DueGroup } from "./model/groups.ts";
import type { Scene } from "./model/scene.ts";
import type { Task } from "./model/source.ts";
import { TaskList } from "./task-list.tsx";

const pressing: ReadonlySet<DueGroup> = new Set(["overdue", "today"]);

/** Tasks by when they are due: what presses first, beside the rest where there is room. */
export function DueView({ tasks, scene }: { tasks: readonly Task[]; scene: Scene }) {
  const groups = useMemo(() => byDue(tasks, scene), [tasks, scene]);
  const now = groups.filter(({ group }) => pressing.has(group));
  const later = groups.filter(({ group }) => !pressing.has(group));
  return (
    <div className="tasks-due">
      {[now, later].map((half, index) =>
        half.length === 0 ? null : (
          <div key={index === 0 ? "now" : "later"} className="tasks-half">
            {half.map((each) => (
              <Group key={each.group} {...each} scene={scene} />
            ))}
          </div>
        ),
      )}
    </div>
  );
}

function Group({ group, tasks, scene }: { group: DueGroup; tasks: readonly Task[]; scene: Scene }) {
  const { taskScreen } = useText();
  const title = taskScreen.groups[group];
  return (
    <section className={`tasks-group tasks-group-${group}`}>
      <SectionHeader title={title} count={tasks.length} />
      <Card flush>
        <TaskList tasks={tasks} scene={scene} label={title} hides={group === "today" ? "today" : undefined} />
      </Card>
    </section>
  );
}
