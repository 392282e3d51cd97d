import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import type { Recipe } from "../recipes/model/source.ts";
import { planMeal } from "./model/writes.ts";
import { type ChosenPlace, freePlace, PlacePicker, useMealsAround } from "./place-picker.tsx";

/** Plans a recipe: which day, which meal. `day` is what it begins with. */
export function PlanSheet({ recipe, day, onClose }: { recipe: Recipe; day: string; onClose: () => void }) {
  const { meals: text } = useText();
  const [place, setPlace] = useState<ChosenPlace>({ date: day, mealType: "dinner" });
  const [isAsked, setAsked] = useState(false);
  const meals = useMealsAround(place.date);
  const free = freePlace(place, meals);
  const plan = () => {
    setAsked(true);
    if (!free) return;
    perform(planMeal, { id: provisionalId(), date: free.date, mealType: free.mealType, recipe });
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      size="s"
      title={text.planTitle}
      sub={`${recipe.emoji} ${recipe.name}`}
      onSubmit={plan}
      footer={<FormFooter onCancel={onClose} save={text.planHere} />}
    >
      <PlacePicker value={place} meals={meals} onChange={setPlace} />
      <p className="field-error" aria-live="polite">
        {isAsked && !free && text.choosePlace}
      </p>
    </Sheet>
  );
}
