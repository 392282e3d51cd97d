import type { Member } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { EmptyState } from "../ui/notice.tsx";
import { useDone } from "./use-done.ts";

/** Nothing is open: because all is done, or because nobody has written anything down yet. `who` null: for anybody. */
export function NoTasks({ who }: { who: Member | null }) {
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
