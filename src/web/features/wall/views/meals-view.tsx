import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { useSource } from "../../../sync/use-source.ts";
import { formatDay, formatRelativeDay } from "../../../time/format.ts";
import { useToday } from "../../../time/zone.ts";
import { cx } from "../../../ui/cx.ts";
import { Card } from "../../../ui/display/surface.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { type AgendaDay, agendaSource } from "../../calendar/model/agenda.ts";
import { Week } from "./week.tsx";

type Meal = AgendaDay["meals"][number];

export function MealsView() {
  const { common, meals, today: words } = useText();
  const today = useToday();
  const [from, setFrom] = useState(today);
  const [opened, setOpened] = useState<Meal | null>(null);
  const { data } = useSource(agendaSource, { from, days: 7 }, { keepsFormer: true });
  return (
    <Week title={common.nav.meals} from={from} days={7} onMove={setFrom}>
      {data?.days.map((day) => (
        <Card key={day.date} className={cx("wall-day", day.date === today && "is-today")}>
          <h2>
            {formatRelativeDay(day.date, today, "weekdayLong")} <small>{formatDay(day.date, "dateMonth")}</small>
          </h2>
          {day.meals.length === 0 && <p className="soft">{words.nothingPlanned}</p>}
          {day.meals.map((meal) => (
            <button key={meal.id} type="button" className="wall-meal" onClick={() => setOpened(meal)}>
              <span aria-hidden="true">{meal.recipe.emoji}</span>
              <span>
                <small>{meals.types[meal.mealType]}</small>
                {meal.recipe.name}
              </span>
            </button>
          ))}
        </Card>
      ))}
      {opened && <RecipeSheet recipe={opened.recipe} onClose={() => setOpened(null)} />}
    </Week>
  );
}

function RecipeSheet(props: { recipe: Meal["recipe"]; onClose: () => void }) {
  const { wall } = useText();
  const { name, emoji, ingredients, instructions } = props.recipe;
  return (
    <Sheet open onClose={props.onClose} title={`${emoji} ${name}`} size="l">
      <div className="wall-recipe">
        {ingredients.length > 0 && (
          <section>
            <h3>{wall.ingredients}</h3>
            <ul>
              {ingredients.map((ingredient, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same ingredient may be needed twice; none is ever moved here
                <li key={index}>{ingredient}</li>
              ))}
            </ul>
          </section>
        )}
        {instructions && (
          <section>
            <h3>{wall.instructions}</h3>
            <p className="wall-instructions">{instructions}</p>
          </section>
        )}
      </div>
    </Sheet>
  );
}
