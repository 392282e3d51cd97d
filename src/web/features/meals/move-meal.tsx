import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { perform } from "../../sync/perform.ts";
import { Button } from "../../ui/controls/button.tsx";
import type { Meal } from "./model/source.ts";
import { moveMeal } from "./model/writes.ts";
import { type ChosenPlace, freePlace, PlacePicker, useMealsAround } from "./place-picker.tsx";

/** Chooses another day and meal for a meal, of any week. */
export function MoveMeal({ meal, onDone }: { meal: Meal; onDone: () => void }) {
  const { meals: text } = useText();
  const [place, setPlace] = useState<ChosenPlace>({ date: meal.date, mealType: null });
  const meals = useMealsAround(place.date);
  const to = freePlace(place, meals);
  const move = () => {
    if (!to) return;
    perform(moveMeal, { meal, to });
    onDone();
  };
  return (
    <>
      <PlacePicker value={place} meals={meals} onChange={setPlace} />
      <Button variant="primary" wide disabled={!to} onClick={move}>
        {text.moveHere}
      </Button>
    </>
  );
}
