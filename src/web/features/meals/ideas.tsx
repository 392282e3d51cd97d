import { useText } from "../../i18n/catalogue.ts";
import { useMembers } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { Sparkles } from "../../ui/icons.ts";
import type { Recipe } from "../recipes/model/source.ts";
import { draw, ideasSource, reasonOf } from "./model/ideas.ts";
import type { Cell } from "./model/plan.ts";
import { Pick } from "./picker-sheet.tsx";

const shown = 6;

/** What to eat, with a reason. */
export function Ideas({ cell, onChoose }: { cell: Cell; onChoose: (recipe: Recipe) => void }) {
  const { meals: text, common } = useText();
  const members = useMembers();
  const { data, error, refetch } = useSource(ideasSource, cell);
  if (!data && error) {
    return (
      <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
        {common.needsServer}
      </ErrorNotice>
    );
  }
  if (!data) return <Skeletons label={common.loading} count={shown} height="3.25rem" />;
  const { suggestions } = data;
  if (suggestions.length === 0) return <p className="soft">{text.noIdeas}</p>;
  const surprise = () => {
    const drawn = draw(suggestions, new Set());
    if (drawn) onChoose(drawn.recipe);
  };
  return (
    <>
      <ul className="meals-picks">
        {suggestions.slice(0, shown).map((idea) => (
          <li key={idea.recipe.id}>
            <Pick recipe={idea.recipe} fact={reasonOf(idea, members)} onClick={() => onChoose(idea.recipe)} />
          </li>
        ))}
      </ul>
      <Button wide icon={<Sparkles />} onClick={surprise}>
        {text.surprise}
      </Button>
    </>
  );
}
