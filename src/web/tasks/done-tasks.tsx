import { useMemo, useState } from "react";
import { useSource } from "../data/use-source.ts";
import { useText } from "../text/catalogue.ts";
import { Button } from "../ui/button.tsx";
import { ChevronDown, ChevronRight } from "../ui/icons.ts";
import { Card } from "../ui/surface.tsx";
import { latestFirst } from "./groups.ts";
import type { Scene } from "./scene.ts";
import { doneTasks } from "./source.ts";
import { TaskList } from "./task-list.tsx";

/** How many are done; on demand which, the latest first, to open them again. `who` null: everybody's. */
export function DoneTasks({ scene, who }: { scene: Scene; who: string | null }) {
  const { taskScreen } = useText();
  const { data } = useSource(doneTasks, {});
  const [isShown, setShown] = useState(false);
  const tasks = useMemo(
    () => latestFirst((data?.tasks ?? []).filter(({ memberId }) => who === null || memberId === who)),
    [data, who],
  );
  if (tasks.length === 0) return null;
  const title = taskScreen.done(tasks.length);
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
    </section>
  );
}
