import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Loaded } from "#web/ui/display/loaded.tsx";
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
  const { meals: text } = useText();
  return (
    <Loaded read={useSource(ideasSource, props.cell)} count={props.count} height="3.25rem" needsServer>
      {({ suggestions }) =>
        suggestions.length === 0 ? <p className="soft">{text.noIdeas}</p> : props.children(suggestions)
      }
    </Loaded>
  );
}
