import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { FormFooter } from "../../ui/forms/form.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import type { Recipe } from "../recipes/model/source.ts";
import { planMeal } from "./model/writes.ts";
import { type ChosenPlace, freePlace, PlacePicker, useMealsAround } from "./place-picker.tsx";

/** `day` is the initial choice. */
export function PlanSheet({ recipe, day, onClose }: { recipe: Recipe; day: string; onClose: () => void }) {
  const { meals: text } = useText();
  const [place, setPlace] = useState<ChosenPlace>({ date: day, mealType: "dinner" });
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
