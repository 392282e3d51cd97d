import { useMemo, useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Card } from "../../ui/display/surface.tsx";
import { ChevronDown, ChevronRight } from "../../ui/icons.ts";
import { latestFirst } from "./model/groups.ts";
import { recentDays } from "./model/source.ts";
import { useDone } from "./model/use-done.ts";
import { TaskList } from "./task-list.tsx";

/**
 * How many were done lately; on demand which, the latest first, to open them again, and all the older ones. `who` null:
 * everybody's.
 */
export function DoneTasks({ who, onEdit }: { who: string | null; onEdit: (id: string) => void }) {
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
