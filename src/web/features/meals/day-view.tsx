import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { addDays } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { formatDay, formatRelativeDay } from "#web/time/format.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useSwipe } from "#web/ui/drag/use-swipe.ts";
import { ChevronLeft, ChevronRight } from "#web/ui/icons.ts";
import { type MealType, mealPictures } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import type { ShownWeek } from "./model/use-week.ts";
import { type PlanActions, PlanCell } from "./plan-cell.tsx";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** One day of the meal plan, for phones. A swipe, a button or an arrow key turns to another day. */
export function DayView(props: { week: ShownWeek; meals: readonly Meal[]; types: readonly MealType[] } & PlanActions) {
  const text = useText();
  const { week, meals, types, ...actions } = props;
  const { day, today } = week;
  const turn = (step: number) => week.show(addDays(day, step));
  const section = useRef<HTMLElement>(null);
  useSwipe(section, turn);
  const list = useSlide(day);
  const title = formatRelativeDay(day, today, text.common, "long");
  return (
    <div className="meals-phone">
      <Days week={week} meals={meals} onTurn={turn} />
      <section className="meals-day" aria-labelledby="meals-day" ref={section}>
        <header>
          <IconButton aria-label={text.meals.previousDay} onClick={() => turn(-1)}>
            <ChevronLeft />
          </IconButton>
          <h2 id="meals-day" aria-live="polite">
            {title}
          </h2>
          <IconButton aria-label={text.meals.nextDay} onClick={() => turn(1)}>
            <ChevronRight />
          </IconButton>
        </header>
        <ul className="meals-courses" ref={list}>
          {types.map((mealType) => (
            <li key={mealType}>
              <h3>
                <span aria-hidden="true">{mealPictures[mealType]}</span> {text.meals.types[mealType]}
              </h3>
              <PlanCell cell={{ date: day, mealType }} meals={meals} today={today} {...actions} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Days(props: { week: ShownWeek; meals: readonly Meal[]; onTurn: (step: number) => void }) {
  const text = useText();
  const { week, meals, onTurn } = props;
  const walk = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onTurn(step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" className="meals-days" aria-label={text.meals.days} onKeyDown={walk}>
      {week.dates.map((date) => {
        const count = meals.filter((meal) => meal.date === date).length;
        return (
          <button
            key={date}
            type="button"
            data-day={date}
            className={cx("meals-day-button", date === week.today && "meals-today")}
            aria-pressed={date === week.day}
            onClick={() => week.show(date)}
          >
            <span className="visually-hidden">{`${formatDay(date, "long")}: ${text.meals.plannedOn(count)}`}</span>
            <span aria-hidden="true">{formatDay(date, "weekday")}</span>
            <strong aria-hidden="true">{formatDay(date, "date")}</strong>
            <span className="meals-dots" aria-hidden="true">
              {Array.from({ length: Math.min(count, 4) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: all alike
                <i key={index} />
              ))}
            </span>
          </button>
        );
      })}
    </div>
  );
}

/**
 * Animates the change to another day. A later day slides in from the right, an earlier day from the left. In languages
 * that are written from right to left, the sides are swapped. Returns the ref of the list to animate.
 */
function useSlide(day: string) {
  const list = useRef<HTMLUListElement>(null);
  const previousDay = useRef(day);
  useEffect(() => {
    const isLater = day > previousDay.current === (document.documentElement.dir !== "rtl");
    if (day === previousDay.current) return;
    previousDay.current = day;
    if (reducedMotion.matches) return;
    const from = { opacity: 0.2, transform: `translateX(${isLater ? "2rem" : "-2rem"})` };
    list.current?.animate([from, { opacity: 1, transform: "none" }], { duration: 200, easing: "ease-out" });
  }, [day]);
  return list;
}
