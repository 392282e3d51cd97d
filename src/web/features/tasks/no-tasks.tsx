import { useText } from "../../i18n/catalogue.ts";
import type { Member } from "../../sync/session.ts";
import { EmptyState } from "../../ui/display/notice.tsx";
import { useDone } from "./model/use-done.ts";

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
