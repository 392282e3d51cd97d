import type { RefObject } from "preact";
import { createPortal } from "preact/compat";
import { useText } from "../../../i18n/catalogue.ts";
import type { Meal } from "../model/source.ts";
import { spokenCell } from "../model/spoken.ts";
import { meaningOf, recipeOf } from "./carried.ts";
import type { Drag } from "./use-drag.ts";

/** What is carried: under the pointer for who sees it, in words for who does not. */
export function Carrying(props: {
  drag: Drag | null;
  ghost: RefObject<HTMLDivElement | null>;
  meals: readonly Meal[];
}) {
  const { meals: text, common } = useText();
  const { drag, ghost, meals } = props;
  return (
    <>
      <p id="meals-move-help" hidden>
        {common.labels.moveHelp}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {drag?.by === "keys" && spoken(drag)}
      </p>
      {drag?.by === "pointer" &&
        createPortal(
          <div ref={ghost} className="meals-ghost" aria-hidden="true">
            <span className="meals-emoji">{recipeOf(drag.carried).emoji}</span>
            <span className="meals-name">{recipeOf(drag.carried).name}</span>
          </div>,
          document.body,
        )}
    </>
  );

  function spoken({ carried, goal }: Drag): string {
    const meaning = goal && meaningOf(carried, goal, meals);
    if (!goal || !meaning) return "";
    if (meaning === "here") return text.carrying(recipeOf(carried).name);
    const other = meals.find(({ id }) => id === goal.mealId)?.recipe.name;
    return [text.over(text.meanings[meaning], spokenCell(goal)), other].filter(Boolean).join(", ");
  }
}
