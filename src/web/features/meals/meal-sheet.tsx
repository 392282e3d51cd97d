import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link } from "wouter";
import type { OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { announceBatch, perform } from "#web/page/undo.ts";
import { useIsAdult, useMembers } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import {
  ArrowLeft,
  CalendarSync,
  ChefHat,
  FileText,
  MoveRight,
  Pencil,
  Repeat,
  ShoppingBasket,
  Trash2,
} from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { formatMinutes } from "../recipes/model/source.ts";
import { DetailsSheet, RepeatSheet } from "./details-sheet.tsx";
import { formatCell } from "./model/plan.ts";
import { groceriesSource, takeOffList } from "./model/shopping.ts";
import type { Meal } from "./model/source.ts";
import { recipeAddress } from "./model/use-meal-facts.ts";
import { moveMeal, removeMeal, stopRepeat, swapMeals } from "./model/writes.ts";
import { planFocus } from "./plan-cell.tsx";
import { type ChosenPlace, freePlace, PlacePicker, useMealsAround } from "./plan-sheet.tsx";

/** Views of the sheet of a meal. The first one has the buttons that open the others. */
const views = ["actions", "details", "move", "repeat", "stop", "swap"] as const;
export type MealView = (typeof views)[number];

/** Sheet of a planned meal. `meals` are all meals of its week. `start` is the view that is shown first. */
export function MealSheet(props: {
  record: OpenRecord<Meal>;
  meals: readonly Meal[];
  start: string | null;
  onClose: () => void;
}) {
  const { record, meals, start, onClose } = props;
  const meal = record.value;
  const { meals: text, common, today } = useText();
  const isAdult = useIsAdult();
  const members = useMembers();
  const [view, setView] = useState<MealView>(views.find((each) => each === start) ?? "actions");
  const { recipe, repeatId, quick } = meal;
  const remove = () => {
    perform(removeMeal, { meal });
    onClose();
  };
  const { data: groceries } = useSource(groceriesSource, {});
  const isOnList = groceries?.items.some(
    ({ state, needs }) => state === "open" && needs.some(({ mealId }) => mealId === meal.id),
  );
  const removeAll = () => {
    const writes = [
      perform(removeMeal, { meal }, { message: null }),
      perform(takeOffList, { id: meal.id, name: recipe.name }, { message: null }),
    ];
    announceBatch(writes, text.removed(recipe.name));
    onClose();
  };
  const stop = (id: string, meals: "keep" | "remove") => {
    perform(stopRepeat, { id, meals, name: recipe.name });
    onClose();
  };
  const name = `${recipe.emoji} ${recipe.name}`;
  const titles = { actions: name, move: text.moveTitle, stop: text.stopTitle, swap: text.swapTitle };
  const cook = members.find(({ id }) => id === meal.cookId);
  const facts = [
    formatCell(meal),
    recipe.prepMinutes === null ? "" : formatMinutes(recipe.prepMinutes),
    meal.servings ? text.servingsOf(meal.servings) : "",
    cook ? today.cooks(cook.name) : "",
    repeatId ? text.repeats : "",
  ];
  if (view === "details") return <DetailsSheet record={record} onClose={onClose} />;
  if (record.isDeleted) return null;
  if (view === "repeat") return <RepeatSheet meal={meal} onClose={onClose} />;
  return (
    <Sheet
      open
      onClose={onClose}
      size="s"
      title={titles[view]}
      sub={view === "actions" ? facts.filter(Boolean).join(" · ") : name}
      finalFocus={planFocus(meal.id, meal)}
    >
      {view === "actions" && (
        <>
          {meal.note && <p>{meal.note}</p>}
          {recipe.archivedAt !== null && !quick && <p className="soft">{text.archivedHint}</p>}
          <ul className="meals-acts">
            {!quick && (
              <>
                <li>
                  <Link href={recipeAddress(meal)} className="meals-act">
                    <FileText /> {text.openRecipe}
                  </Link>
                </li>
                <li>
                  <Link href={recipeAddress(meal, 1)} className="meals-act">
                    <ChefHat /> {text.cook}
                  </Link>
                </li>
              </>
            )}
            <Act icon={<Pencil />} label={text.details} onPress={() => setView("details")} />
            {isAdult && !repeatId && (
              <Act icon={<CalendarSync />} label={text.repeat} onPress={() => setView("repeat")} />
            )}
            {isAdult && repeatId && (
              <Act icon={<CalendarSync />} label={text.stopRepeat} onPress={() => setView("stop")} />
            )}
            <Act icon={<MoveRight />} label={text.move} onPress={() => setView("move")} />
            <Act icon={<Repeat />} label={text.swap} onPress={() => setView("swap")} />
            <Act icon={<Trash2 />} label={text.remove} onPress={remove} isDanger />
            {isOnList && <Act icon={<ShoppingBasket />} label={text.removeAll} onPress={removeAll} isDanger />}
          </ul>
        </>
      )}
      {view !== "actions" && (
        <button type="button" className="meals-act meals-act-back" onClick={() => setView("actions")}>
          <ArrowLeft /> {common.back}
        </button>
      )}
      {view === "stop" && repeatId && (
        <ul className="meals-acts">
          <Act icon={<CalendarSync />} label={text.stopKeep} onPress={() => stop(repeatId, "keep")} />
          <Act icon={<Trash2 />} label={text.stopRemove} onPress={() => stop(repeatId, "remove")} isDanger />
        </ul>
      )}
      {view === "move" && <MoveMeal meal={meal} onDone={onClose} />}
      {view === "swap" && <SwapMeal meal={meal} meals={meals} onDone={onClose} />}
    </Sheet>
  );
}

function Act(props: { icon: ComponentChildren; label: string; onPress: () => void; isDanger?: boolean }) {
  return (
    <li>
      <button
        type="button"
        className={props.isDanger ? "meals-act meals-act-danger" : "meals-act"}
        onClick={props.onPress}
      >
        {props.icon} {props.label}
      </button>
    </li>
  );
}

function MoveMeal({ meal, onDone }: { meal: Meal; onDone: () => void }) {
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

function SwapMeal(props: { meal: Meal; meals: readonly Meal[]; onDone: () => void }) {
  const { meals: text } = useText();
  const { meal, meals, onDone } = props;
  const others = meals.filter(({ id }) => id !== meal.id);
  if (others.length === 0) return <p className="soft">{text.noOthers}</p>;
  return (
    <ul className="meals-picks">
      {others.map((other) => (
        <li key={other.id}>
          <button
            type="button"
            className="meals-pick"
            onClick={() => {
              perform(swapMeals, { a: meal, b: other });
              onDone();
            }}
          >
            <span className="meals-emoji" aria-hidden="true">
              {other.recipe.emoji}
            </span>
            <span className="meals-pick-name">
              {other.recipe.name}
              <span className="small soft">{formatCell(other)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
