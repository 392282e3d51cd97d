import type { ComponentChildren, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useMembers } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Plus, Search, Sparkles, Utensils } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { limits } from "../recipes/model/draft.ts";
import { formatMinutes, type Recipe } from "../recipes/model/source.ts";
import { createRecipe, unsavedRecipe } from "../recipes/model/writes.ts";
import { draw, type Idea, reasonOf } from "./model/ideas.ts";
import { type Cell, formatCell } from "./model/plan.ts";
import { defaultQuickMeals, type QuickText, quickMealOf } from "./model/quick.ts";
import type { Uses } from "./model/source.ts";
import { useRecipeChoices } from "./model/use-recipe-choices.ts";
import { planMeal, planQuickMeal } from "./model/writes.ts";
import { planFocus } from "./plan-cell.tsx";
import { WithIdeas } from "./with-ideas.tsx";

const views = ["recipes", "ideas"] as const;
const shownIdeas = 6;
/** Maximum length of the name of a meal without a recipe, in code points; the server's limit. */
const maxQuickLength = 100;

/**
 * Sheet to choose a meal for a cell of the plan. `query` is the text with which the search begins. `onSaved` is called
 * after a choice, instead of `onClose`.
 */
export function PickerSheet(props: { cell: Cell; query?: string; onSaved?: () => void; onClose: () => void }) {
  const { cell, query = "", onClose, onSaved = onClose } = props;
  const { meals: text } = useText();
  const [view, setView] = useState<(typeof views)[number]>("recipes");
  const field = useRef<HTMLInputElement>(null);
  const choose = (recipe: Recipe) => {
    perform(planMeal, { id: provisionalId(), ...cell, recipe });
    onSaved();
  };
  const chooseQuick = (quick: QuickText) => {
    perform(planQuickMeal, { id: provisionalId(), ...cell, ...quick });
    onSaved();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.pick}
      sub={formatCell(cell)}
      initialFocus={field}
      finalFocus={planFocus(null, cell)}
    >
      <SegmentedControl
        label={text.pick}
        value={view}
        segments={views.map((value) => ({ value, label: text.pickViews[value] }))}
        onChange={setView}
        wide
      />
      {view === "ideas" ? (
        <WithIdeas cell={cell} count={shownIdeas}>
          {(ideas) => <Ideas ideas={ideas} onChoose={choose} />}
        </WithIdeas>
      ) : (
        <RecipeChoices former={query} field={field} onChoose={choose} onQuick={chooseQuick} />
      )}
    </Sheet>
  );
}

function RecipeChoices(props: {
  former: string;
  field: RefObject<HTMLInputElement | null>;
  onChoose: (recipe: Recipe) => void;
  onQuick: (quick: QuickText) => void;
}) {
  const { meals: text, common } = useText();
  const { onChoose, onQuick } = props;
  const [query, setQuery] = useState(props.former);
  const { recipes, uses } = useRecipeChoices(query);
  const name = query.trim();
  const isNew = name !== "" && !recipes?.some((each) => each.name.toLowerCase() === name.toLowerCase());
  const make = () => {
    const id = provisionalId();
    perform(createRecipe, { id, name }, { message: null });
    onChoose(unsavedRecipe(id, { name }));
  };
  const submit = () => {
    const first = recipes?.[0];
    if (name === "") return;
    if (first) onChoose(first);
    else make();
  };
  return (
    <Form className="meals-offered" onSubmit={submit}>
      <TextField
        ref={props.field}
        label={text.findRecipe}
        hideLabel
        placeholder={text.pickHint}
        type="search"
        enterkeyhint="go"
        maxLength={limits.name}
        icon={<Search />}
        value={query}
        onChange={setQuery}
      />
      {name === "" && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form
        <div role="group" className="chips" aria-label={text.quickLabel}>
          {defaultQuickMeals(currentText()).map((quick) => (
            <ChipButton key={quick.text} onClick={() => onQuick(quick)}>
              <span aria-hidden="true">{quick.emoji}</span> {quick.text}
            </ChipButton>
          ))}
        </div>
      )}
      {!recipes && <Skeletons label={common.loading} count={5} height="3.25rem" />}
      <ul className="meals-picks">
        {recipes?.map((recipe) => (
          <li key={recipe.id}>
            <Pick recipe={recipe} fact={factOf(recipe, uses)} onClick={() => onChoose(recipe)} />
          </li>
        ))}
        {isNew && [...name].length <= maxQuickLength && (
          <li>
            <NewPick
              icon={<Utensils />}
              name={text.justThis(name)}
              onClick={() => onQuick(quickMealOf(name, currentText()))}
            />
          </li>
        )}
        {isNew && (
          <li>
            <NewPick icon={<Plus />} name={text.create(name)} onClick={make} />
          </li>
        )}
      </ul>
      {recipes?.length === 0 && name === "" && <p className="soft">{text.pickNone}</p>}
    </Form>
  );
}

function NewPick({ icon, name, onClick }: { icon: ComponentChildren; name: string; onClick: () => void }) {
  return (
    <button type="button" className="meals-pick meals-pick-new" onClick={onClick}>
      {icon}
      <span className="meals-pick-name">{name}</span>
    </button>
  );
}

/** Recipes that are suggested for the meal, each with the reason for the suggestion. */
function Ideas({ ideas, onChoose }: { ideas: readonly Idea[]; onChoose: (recipe: Recipe) => void }) {
  const { meals: text } = useText();
  const members = useMembers();
  const [drawn, setDrawn] = useState<Idea | null>(null);
  const surprise = () => setDrawn(draw(ideas, new Set(drawn ? [drawn.recipe.id] : [])) ?? drawn);
  const pick = (idea: Idea) => (
    <Pick recipe={idea.recipe} fact={reasonOf(idea, members)} onClick={() => onChoose(idea.recipe)} />
  );
  return (
    <>
      <ul className="meals-picks">
        {ideas.slice(0, shownIdeas).map((idea) => (
          <li key={idea.recipe.id}>{pick(idea)}</li>
        ))}
      </ul>
      {drawn && (
        <section aria-label={text.surprise} aria-live="polite" className="meals-drawn">
          {pick(drawn)}
          <Button variant="primary" onClick={() => onChoose(drawn.recipe)}>
            {text.planHere}
          </Button>
        </section>
      )}
      <Button wide icon={<Sparkles />} onClick={surprise}>
        {drawn ? text.surpriseAgain : text.surprise}
      </Button>
    </>
  );
}

/**
 * Button that chooses a recipe. If the user must confirm the choice with another button, `aria-pressed` says whether
 * this recipe is chosen.
 */
export function Pick(props: { recipe: Recipe; fact: string | null; onClick: () => void; "aria-pressed"?: boolean }) {
  const { recipe, fact, ...rest } = props;
  return (
    <button type="button" className="meals-pick" {...rest}>
      <span className="meals-emoji" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="meals-pick-name">{recipe.name}</span>
      {fact !== null && <span className="small soft">{fact}</span>}
    </button>
  );
}

export function factOf({ id, prepMinutes }: Recipe, uses: Uses): string | null {
  if ((uses[id]?.times ?? 0) > 1) return currentText().meals.often;
  return prepMinutes === null ? null : formatMinutes(prepMinutes);
}
