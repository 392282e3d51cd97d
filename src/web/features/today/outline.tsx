import { useText } from "../../i18n/catalogue.ts";
import { Skeleton } from "../../ui/display/skeleton.tsx";

/** Today before there is anything to show: the board's own shape, so that nothing jumps. */
export function TodayOutline() {
  const { common } = useText();
  return (
    <div className="today-board" role="status" aria-label={common.loading}>
      <Skeleton height="100%" card className="today-agenda today-outline" />
      <Skeleton height="12rem" card className="today-chores" />
      <Skeleton height="12rem" card className="today-tasks" />
      <Skeleton height="12rem" card className="today-side" />
    </div>
  );
}
