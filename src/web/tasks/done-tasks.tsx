import { useMemo, useState } from "react";
import { useText } from "../text/catalogue.ts";
import { Button } from "../ui/button.tsx";
import { ChevronDown, ChevronRight } from "../ui/icons.ts";
import { Card } from "../ui/surface.tsx";
import { latestFirst } from "./groups.ts";
import type { Scene } from "./scene.ts";
import { recentDays } from "./source.ts";
import { TaskList } from "./task-list.tsx";
import { useDone } from "./use-done.ts";

/**
 * How many were done lately; on demand which, the latest first, to open them again, and all the older ones. `who` null:
 * everybody's.
 */
export function DoneTasks({ scene, who }: { scene: Scene; who: string | null }) {
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
          <TaskList tasks={tasks} scene={scene} label={title} />
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
