import { useState } from "preact/hooks";
import { daysFrom } from "#lib/days.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import type { Member } from "#web/sync/session.ts";
import { useToday } from "#web/sync/session.ts";
import { formatRelativeDay } from "#web/time/format.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Search } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type MealType, mealTypes } from "../../meals/model/plan.ts";
import { useRecipeChoices } from "../../meals/model/use-recipe-choices.ts";
import { planMeal } from "../../meals/model/writes.ts";
import { factOf, Pick } from "../../meals/picker-sheet.tsx";
import type { Recipe } from "../../recipes/model/source.ts";

type Draft = { readonly date: string; readonly mealType: MealType; readonly recipe: Recipe | null };

const shownDays = 14;

export function MealForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const { meals: text, wall, common } = useText();
  const today = useToday();
  const [query, setQuery] = useState("");
  const { recipes, uses } = useRecipeChoices(query);
  const form = useDraft<Draft>(
    { date: today, mealType: "dinner", recipe: null },
    { validate: ({ recipe }) => ({ recipe: recipe ? null : wall.add.noRecipe }), fields: { recipeId: "recipe" } },
  );
  const { draft, errors, change } = form;
  const { recipe } = draft;
  const save = async () => {
    if (!form.check() || !recipe) return;
    const meal = { ...draft, id: provisionalId(), recipe };
    if (await form.submit(() => perform(planMeal, meal, { message: wall.add.added(recipe.name) }))) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.pick}
      sub={wall.add.as(member.name)}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} save={common.add} />}
    >
      <div className="wall-pair">
        <Select
          label={wall.add.day}
          value={draft.date}
          options={daysFrom(today, shownDays).map((day) => ({
            value: day,
            label: formatRelativeDay(day, today, common),
          }))}
          onChange={(date) => change({ date })}
          error={errors.date}
        />
        <Select
          label={wall.add.meal}
          value={draft.mealType}
          options={mealTypes.map((value) => ({ value, label: text.types[value] }))}
          onChange={(mealType) => change({ mealType })}
          error={errors.mealType}
        />
      </div>
      <TextField
        label={text.findRecipe}
        type="search"
        icon={<Search />}
        value={query}
        onChange={setQuery}
        error={errors.recipe}
      />
      {!recipes && <Skeletons label={common.loading} count={5} height="3.25rem" />}
      <ul className="meals-picks">
        {recipes?.map((each) => (
          <li key={each.id}>
            <Pick
              recipe={each}
              fact={factOf(each, uses)}
              aria-pressed={each.id === recipe?.id}
              onClick={() => change({ recipe: each })}
            />
          </li>
        ))}
      </ul>
      {recipes?.length === 0 && <p className="soft">{wall.add.noneFound}</p>}
    </Sheet>
  );
}
