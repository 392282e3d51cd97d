import { useState } from "preact/hooks";
import { startOfWeek } from "#lib/days.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useDisplay, useHousehold } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { DateField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { Recipe } from "../recipes/model/source.ts";
import {
  type Cell,
  defaultMealType,
  freeSlot,
  isDay,
  type MealType,
  mealPictures,
  mealsIn,
  shownTypes,
} from "./model/plan.ts";
import { type Meal, mealsSource } from "./model/source.ts";
import { planMeal } from "./model/writes.ts";

/** Sheet to plan a recipe as a meal. `day` is the date that is chosen at first. */
export function PlanSheet({ recipe, day, onClose }: { recipe: Recipe; day: string; onClose: () => void }) {
  const { meals: text } = useText();
  const defaultType = defaultMealType(shownTypes(useDisplay(), []));
  const [place, setPlace] = useState<ChosenPlace>({ date: day, mealType: defaultType });
  const meals = useMealsAround(place.date);
  const free = freePlace(place, meals);
  const form = useDraft({}, { validate: () => ({ form: free ? null : text.choosePlace }) });
  const plan = async () => {
    if (!form.check() || !free) return;
    const meal = { id: provisionalId(), date: free.date, mealType: free.mealType, recipe };
    if (await form.submit(() => perform(planMeal, meal))) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      size="s"
      title={text.planTitle}
      sub={`${recipe.emoji} ${recipe.name}`}
      onSubmit={() => void plan()}
      footer={<FormFooter form={form} onCancel={onClose} save={text.planHere} />}
    >
      <PlacePicker value={place} meals={meals} onChange={setPlace} />
    </Sheet>
  );
}

export type ChosenPlace = { readonly date: string; readonly mealType: MealType | null };

/**
 * Returns a free place in the plan for a date and type of meal. Returns null if the cell is full, if no type is chosen
 * or if the date is invalid. `meals` are all meals of the week that contains the date.
 */
export function freePlace({ date, mealType }: ChosenPlace, meals: readonly Meal[]): (Cell & { slot: number }) | null {
  if (mealType === null || !isDay(date)) return null;
  const slot = freeSlot(meals, { date, mealType });
  return slot === null ? null : { date, mealType, slot };
}

/** Returns the meals of the week that contains a date. Empty while the meals load. */
export function useMealsAround(date: string): readonly Meal[] {
  const { weekStartsOn } = useHousehold();
  const weekStart = isDay(date) ? startOfWeek(date, weekStartsOn) : null;
  return useSource(mealsSource, weekStart === null ? null : { weekStart }).data?.meals ?? [];
}

export function PlacePicker(props: {
  value: ChosenPlace;
  meals: readonly Meal[];
  onChange: (place: ChosenPlace) => void;
}) {
  const text = useText();
  const { value, meals, onChange } = props;
  const types = shownTypes(useDisplay(), meals);
  const day = isDay(value.date) ? formatDay(value.date, "long") : undefined;
  const options = types.map((mealType) => {
    const cell = { date: value.date, mealType };
    const planned = mealsIn(meals, cell).map(({ recipe }) => `${recipe.emoji} ${recipe.name}`);
    const isFull = freeSlot(meals, cell) === null;
    const content = (
      <>
        <span aria-hidden="true">{mealPictures[mealType]}</span>
        <span className="meals-place-text">
          <span>{text.meals.types[mealType]}</span>
          <span className="small soft">
            {planned.join(", ") || text.meals.free}
            {isFull && ` · ${text.meals.isFull}`}
          </span>
        </span>
      </>
    );
    return { value: mealType, disabled: isFull, content };
  });
  return (
    <div className="meals-place">
      <DateField
        label={text.meals.day}
        hint={day}
        value={value.date}
        onChange={(date) => onChange({ date, mealType: value.mealType })}
      />
      <RadioGroup
        label={text.meals.meal}
        value={options.find((option) => option.value === value.mealType && !option.disabled)?.value}
        options={options}
        onChange={(mealType) => onChange({ date: value.date, mealType })}
        className="meals-place-types"
        optionClass="meals-place-type"
      />
    </div>
  );
}
