import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { useSource } from "#web/sync/use-source.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { type Idea, ideasSource } from "./model/ideas.ts";
import type { Cell } from "./model/plan.ts";

/**
 * Loads suggested recipes for a meal. Renders `children` if there are suggestions. `count` is the number of placeholder
 * rows that are shown while loading.
 */
export function WithIdeas(props: {
  cell: Cell;
  count: number;
  children: (ideas: readonly Idea[]) => ComponentChildren;
}) {
  const { meals: text, common } = useText();
  const { data, error, refetch } = useSource(ideasSource, props.cell);
  if (!data && error) {
    return (
      <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
        {common.needsServer}
      </ErrorNotice>
    );
  }
  if (!data) return <Skeletons label={common.loading} count={props.count} height="3.25rem" />;
  if (data.suggestions.length === 0) return <p className="soft">{text.noIdeas}</p>;
  return <>{props.children(data.suggestions)}</>;
}
