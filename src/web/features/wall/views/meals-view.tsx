import { useState } from "preact/hooks";
import { addDays } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useToday } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatRelativeDay } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { useAbsence } from "#web/ui/display/skeleton.tsx";
import { Card } from "#web/ui/display/surface.tsx";
import { agendaSource } from "../../calendar/model/agenda.ts";
import type { Meal } from "../../meals/model/source.ts";
import { useMealFacts } from "../../meals/model/use-meal-facts.ts";
import { openRecipe } from "../model/idle.ts";
import { WallHeader } from "./wall-header.tsx";

export function MealsView() {
  const { common, today: words } = useText();
  const today = useToday();
  const [from, setFrom] = useState(today);
  const { data } = useSource(agendaSource, { from, days: 7 }, { keepsFormer: true });
  const absence = useAbsence();
  const isAbsent = absence !== null && data?.days[0]?.date !== from;
  return (
    <>
      <WallHeader
        title={common.nav.meals}
        sub={`${formatDay(from, "dateMonth")} – ${formatDay(addDays(from, 6), "dateMonth")}`}
        onTurn={(direction) => setFrom(addDays(from, direction * 7))}
        onToday={() => setFrom(today)}
      />
      {isAbsent && absence}
      <div className="wall-week">
        {(isAbsent ? [] : (data?.days ?? [])).map((day) => (
          <Card key={day.date} className={cx("wall-day", day.date === today && "is-today")}>
            <h2>
              {formatRelativeDay(day.date, today, common, "weekdayLong")}{" "}
              <small>{formatDay(day.date, "dateMonth")}</small>
            </h2>
            {day.meals.length === 0 && <p className="soft">{words.nothingPlanned}</p>}
            {day.meals.map((meal) =>
              meal.quick ? (
                <p key={meal.id} className="wall-meal">
                  <MealText meal={meal} />
                </p>
              ) : (
                <button key={meal.id} type="button" className="wall-meal" onClick={() => openRecipe().set(meal)}>
                  <MealText meal={meal} />
                </button>
              ),
            )}
          </Card>
        ))}
      </div>
    </>
  );
}

function MealText({ meal }: { meal: Meal }) {
  const { meals: text } = useText();
  const facts = useMealFacts(meal);
  return (
    <>
      <span aria-hidden="true">{meal.recipe.emoji}</span>
      <span>
        <small>{[text.types[meal.mealType], ...facts].join(" · ")}</small>
        {meal.recipe.name}
      </span>
    </>
  );
}
