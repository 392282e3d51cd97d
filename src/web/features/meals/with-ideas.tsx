import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { type Idea, ideasSource } from "./model/ideas.ts";
import type { Cell } from "./model/plan.ts";

/**
 * Loads recipes that the server suggests for the cell of a meal. If there are suggestions, renders `children`.
 * Otherwise, renders a sentence that says that the server has no suggestion. `count` is the number of placeholder rows
 * while the suggestions load.
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
