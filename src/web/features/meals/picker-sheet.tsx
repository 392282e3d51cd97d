import { useRef, useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { TextField } from "../../ui/controls/text-field.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { Plus, Search } from "../../ui/icons.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { limits } from "../recipes/model/draft.ts";
import { type Recipe, spokenMinutes } from "../recipes/model/source.ts";
import { createRecipe, unsavedRecipe } from "../recipes/model/writes.ts";
import { type Cell, spokenCell } from "./model/plan.ts";
import type { Uses } from "./model/source.ts";
import { useOffered } from "./model/use-offered.ts";
import { planMeal } from "./model/writes.ts";
import { planFocus } from "./plan-cell.tsx";

export function PickerSheet({ cell, onClose }: { cell: Cell; onClose: () => void }) {
  const { meals: text, common } = useText();
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { recipes, uses } = useOffered(query);
  const name = query.trim();
  const isNew = name !== "" && !recipes?.some((each) => each.name.toLowerCase() === name.toLowerCase());
  const choose = (recipe: Recipe) => {
    perform(planMeal, { id: provisionalId(), ...cell, recipe });
    onClose();
  };
  const make = () => {
    const id = provisionalId();
    perform(createRecipe, { id, name }, { message: null });
    choose(unsavedRecipe(id, { name }));
  };
  const first = recipes?.[0];
  const submit = () => {
    if (name === "") return;
    if (first) choose(first);
    else make();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.pick}
      sub={spokenCell(cell)}
      onSubmit={submit}
      initialFocus={field}
      finalFocus={planFocus(null, cell)}
    >
      <TextField
        ref={field}
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
      {!recipes && <Skeletons label={common.loading} count={5} height="3.25rem" />}
      <ul className="meals-picks">
        {recipes?.map((recipe) => (
          <li key={recipe.id}>
            <Pick recipe={recipe} uses={uses} onClick={() => choose(recipe)} />
          </li>
        ))}
        {isNew && (
          <li>
            <button type="button" className="meals-pick meals-pick-new" onClick={make}>
              <Plus />
              <span className="meals-pick-name">{text.create(name)}</span>
            </button>
          </li>
        )}
      </ul>
      {recipes?.length === 0 && name === "" && <p className="soft">{text.pickNone}</p>}
    </Sheet>
  );
}

/** `aria-pressed` where a choice is confirmed afterwards. */
export function Pick(props: { recipe: Recipe; uses: Uses; onClick: () => void; "aria-pressed"?: boolean }) {
  const { meals: text } = useText();
  const { recipe, uses, ...rest } = props;
  return (
    <button type="button" className="meals-pick" {...rest}>
      <span className="meals-emoji" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="meals-pick-name">{recipe.name}</span>
      <span className="small soft">
        {(uses[recipe.id]?.times ?? 0) > 1
          ? text.often
          : recipe.prepMinutes !== null && spokenMinutes(recipe.prepMinutes)}
      </span>
    </button>
  );
}
