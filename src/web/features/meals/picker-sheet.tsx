import type { ComponentChildren, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { isConnected } from "#web/page/sync.ts";
import { currentText } from "#web/page/text.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useDisplay, useMembers } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Plus, RefreshCw, Search, Utensils } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { limits } from "../recipes/model/draft.ts";
import { formatMinutes, type Recipe } from "../recipes/model/source.ts";
import { createRecipe, unsavedRecipe } from "../recipes/model/writes.ts";
import { type Idea, ideasSource, reasonOf } from "./model/ideas.ts";
import { type Cell, freeSlot, type MealType, mealPictures, shownTypes } from "./model/plan.ts";
import { defaultQuickMeals, type QuickText, quickMealOf } from "./model/quick.ts";
import type { Meal, Uses } from "./model/source.ts";
import { useRecipeChoices } from "./model/use-recipe-choices.ts";
import { planMeal, planQuickMeal } from "./model/writes.ts";
import { planFocus } from "./plan-cell.tsx";

const shownIdeas = 3;
/** Maximum length of the name of a meal without a recipe, in code points; the server's limit. */
const maxQuickLength = 100;

/**
 * Sheet to choose a meal for a cell of the plan. If `meals`, the meals of the week, are given, another cell of the same
 * day can be chosen, too. `query` is the text with which the search begins. `onSaved` is called after a choice, instead
 * of `onClose`.
 */
export function PickerSheet(props: {
  cell: Cell;
  meals?: readonly Meal[] | null;
  query?: string;
  onSaved?: () => void;
  onClose: () => void;
}) {
  const { meals = null, query: typed = "", onClose, onSaved = onClose } = props;
  const { date } = props.cell;
  const { meals: text } = useText();
  const [mealType, setMealType] = useState(props.cell.mealType);
  const [query, setQuery] = useState(typed);
  const cell = { date, mealType };
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
      title={text.types[mealType]}
      sub={formatDay(date, "long")}
      // On a touch screen, the keyboard would cover the ideas.
      initialFocus={matchMedia("(pointer: coarse)").matches ? undefined : field}
      finalFocus={planFocus(null, cell)}
    >
      {meals && <TypeChoice cell={cell} meals={meals} onChange={setMealType} />}
      {query.trim() === "" && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form */}
          <div role="group" className="chips" aria-label={text.quickLabel}>
            {defaultQuickMeals(currentText()).map((quick) => (
              <ChipButton key={quick.text} onClick={() => chooseQuick(quick)}>
                <span aria-hidden="true">{quick.emoji}</span> {quick.text}
              </ChipButton>
            ))}
          </div>
          <Ideas cell={cell} onChoose={choose} />
        </>
      )}
      <RecipeChoices query={query} onQuery={setQuery} field={field} onChoose={choose} onQuick={chooseQuick} />
    </Sheet>
  );
}

/** Chips with the meals of a day that have room. */
function TypeChoice(props: { cell: Cell; meals: readonly Meal[]; onChange: (mealType: MealType) => void }) {
  const { meals: text } = useText();
  const { cell, meals, onChange } = props;
  const types = shownTypes(useDisplay(), meals).filter(
    (mealType) => mealType === cell.mealType || freeSlot(meals, { date: cell.date, mealType }) !== null,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form
    <div role="group" className="chips" aria-label={text.meal}>
      {types.map((type) => (
        <ChipButton key={type} pressed={type === cell.mealType} onClick={() => onChange(type)}>
          <span aria-hidden="true">{mealPictures[type]}</span> {text.types[type]}
        </ChipButton>
      ))}
    </div>
  );
}

/** A few recipes that are suggested for the meal, with the reasons. Shows nothing if there is no suggestion. */
function Ideas({ cell, onChoose }: { cell: Cell; onChoose: (recipe: Recipe) => void }) {
  const { meals: text, common } = useText();
  const members = useMembers();
  const isOnline = useStore(isConnected);
  const { data, error } = useSource(ideasSource, cell);
  const [turns, setTurns] = useState(0);
  if (!data) return isOnline && !error && <Skeletons label={common.loading} count={shownIdeas} height="3.25rem" />;
  const all = data.suggestions;
  if (all.length === 0) return null;
  const first = (turns * shownIdeas) % all.length;
  const shown = [...all, ...all].slice(first, first + Math.min(shownIdeas, all.length));
  return (
    <section aria-label={text.ideas}>
      <div className="meals-heading">
        <h3>{text.ideas}</h3>
        {all.length > shownIdeas && (
          <Button variant="quiet" size="s" icon={<RefreshCw />} onClick={() => setTurns(turns + 1)}>
            {text.otherIdeas}
          </Button>
        )}
      </div>
      <ul className="meals-picks" aria-live="polite">
        {shown.map((idea) => (
          <li key={idea.recipe.id}>
            <Pick recipe={idea.recipe} fact={factsOf(idea, members)} onClick={() => onChoose(idea.recipe)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the reason for a suggestion, and the minutes that the recipe takes. */
function factsOf(idea: Idea, members: ReturnType<typeof useMembers>): string {
  const { prepMinutes } = idea.recipe;
  const minutes = prepMinutes === null ? "" : formatMinutes(prepMinutes);
  return [...new Set([reasonOf(idea, members), minutes])].filter(Boolean).join(" · ");
}

function RecipeChoices(props: {
  query: string;
  onQuery: (query: string) => void;
  field: RefObject<HTMLInputElement | null>;
  onChoose: (recipe: Recipe) => void;
  onQuick: (quick: QuickText) => void;
}) {
  const { meals: text, common } = useText();
  const { query, onQuery, onChoose, onQuick } = props;
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
      {name === "" && <h3 className="meals-heading">{text.allRecipes}</h3>}
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
        onChange={onQuery}
      />
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

/**
 * Button that chooses a recipe. If the user must confirm the choice with another button, `aria-pressed` says whether
 * this recipe is chosen.
 */
export function Pick(props: { recipe: Recipe; fact: string | null; onClick: () => void; "aria-pressed"?: boolean }) {
  const { recipe, fact, ...rest } = props;
  return (
    <button type="button" className="meals-pick" {...rest}>
      <span className="meals-emoji meals-pick-picture" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="meals-pick-name">
        {recipe.name}
        {fact && <span className="small soft">{fact}</span>}
      </span>
      {rest["aria-pressed"] === undefined && <Plus />}
    </button>
  );
}

export function factOf({ id, prepMinutes }: Recipe, uses: Uses): string | null {
  if ((uses[id]?.times ?? 0) > 1) return currentText().meals.often;
  return prepMinutes === null ? null : formatMinutes(prepMinutes);
}
