import { useState } from "react";
import { perform } from "../data/perform.ts";
import { useText } from "../text/catalogue.ts";
import { Button } from "../ui/button.tsx";
import { type ChosenPlace, freePlace, PlacePicker, useMealsAround } from "./place-picker.tsx";
import type { Meal } from "./source.ts";
import { moveMeal } from "./writes.ts";

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
