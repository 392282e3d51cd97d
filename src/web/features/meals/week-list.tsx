import { useRef } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { perform } from "#web/page/undo.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { useLabels } from "#web/ui/display/labels.tsx";
import { Skeleton } from "#web/ui/display/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { useSwipe } from "#web/ui/drag/use-swipe.ts";
import { CalendarSync, ChefHat, MoveRight, Pencil, Plus, Sparkles, Trash2 } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { turnByKey } from "./header.tsx";
import type { MealView } from "./meal-sheet.tsx";
import { dropTargetKey } from "./model/drag.ts";
import { type Cell, cellKey, dayOf, formatCell, type MealType, otherCell } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import { recipeAddress, useMealFacts } from "./model/use-meal-facts.ts";
import type { ShownWeek } from "./model/use-week.ts";
import { removeMeal } from "./model/writes.ts";
import { DropMeaning, type PlanActions, useDropEffect } from "./plan-cell.tsx";
import { mealDrag } from "./use-meal-drag.ts";

type Actions = PlanActions & {
  /** Opens the sheet of a meal at the given view. */
  readonly onView: (meal: Meal, view: MealView) => void;
  /** Opens the picker for another meal of a day. `cell` is the first choice, which the picker can change. */
  readonly onOther: (cell: Cell) => void;
};

/**
 * The plan of a week on a phone: a row for each day, with its main meal, which is dinner unless the household does not
 * plan dinners. The other meals of the day are a line below it. `meals` is null while they load. `free` is the number
 * of dinners that the button at the end of the list can fill.
 */
export function WeekList(
  props: {
    week: ShownWeek;
    meals: readonly Meal[] | null;
    types: readonly MealType[];
    mainType: MealType;
    free: number;
    onFill: () => void;
  } & Actions,
) {
  const { week, meals, free, onFill, ...rest } = props;
  const { meals: text } = useText();
  const section = useRef<HTMLElement>(null);
  useSwipe(section, week.turn);
  return (
    <section className="card meals-week" aria-label={text.plan} ref={section} onKeyDown={turnByKey(week)}>
      <ol>
        {week.dates.map((date) => {
          const row = cx("meals-day", date === week.today && "meals-today", date < week.today && "meals-past");
          if (!meals) return <PendingDay key={date} date={date} className={row} />;
          return <Day key={date} {...rest} date={date} meals={meals} today={week.today} className={row} />;
        })}
      </ol>
      {free > 0 && (
        <button type="button" className="meals-fill-week" onClick={onFill}>
          <Sparkles /> {text.fillEmpty(free)}
        </button>
      )}
    </section>
  );
}

type DayProps = {
  date: string;
  today: string;
  meals: readonly Meal[];
  types: readonly MealType[];
  mainType: MealType;
  className: string;
} & Actions;

function Day({ date, today, meals, types, mainType, className, ...actions }: DayProps) {
  const { meals: text, calendar } = useText();
  const cell = { date, mealType: mainType };
  const { main, others } = dayOf(meals, cell);
  const effect = useDropEffect(cell, meals);
  const isPast = date < today;
  return (
    <li
      className={cx(className, !main && "meals-day-empty", effect && `meals-goal meals-goal-${effect}`)}
      data-goal={cellKey(cell)}
      aria-current={date === today ? "date" : undefined}
    >
      <DayDate date={date} />
      <span className="meals-day-picture" aria-hidden="true">
        {main ? main.recipe.emoji : !isPast && <Plus />}
      </span>
      <div className="meals-day-text">
        {main ? (
          <Dish meal={main} isTonight={date === today && mainType === "dinner"} onOpen={actions.onMeal} />
        ) : (
          <button type="button" className="meals-day-name" onClick={() => actions.onAdd(cell)}>
            {isPast ? calendar.nothingOnDay : text.planType(text.types[mainType])}
            <VisuallyHidden>{`: ${formatCell(cell)}`}</VisuallyHidden>
          </button>
        )}
        {others.length > 0 && (
          <p className="meals-day-others">
            {others.map((meal) => (
              <span key={`${meal.mealType}.${meal.slot}`}>
                <span aria-hidden="true">{meal.recipe.emoji}</span>{" "}
                {text.typed(text.types[meal.mealType], meal.recipe.name)}
              </span>
            ))}
          </p>
        )}
      </div>
      <DayMenu {...actions} date={date} main={main} others={others} other={otherCell(meals, cell, types)} />
      <DropMeaning effect={effect} />
    </li>
  );
}

function Dish({ meal, isTonight, onOpen }: { meal: Meal; isTonight: boolean; onOpen: (meal: Meal) => void }) {
  const { meals: text } = useText();
  const { moveHelp } = useLabels();
  const { id, date, mealType, recipe, repeatId, quick } = meal;
  const dragged = useStore(mealDrag())?.meal;
  const facts = [
    isTonight ? text.tonight : "",
    repeatId ? text.repeats : "",
    recipe.archivedAt !== null && !quick ? text.archived : "",
    ...useMealFacts(meal),
  ].filter(Boolean);
  return (
    <>
      <button
        type="button"
        className={cx("meals-day-name", dragged?.id === id && "meals-tile-carried")}
        data-goal={dropTargetKey({ date, mealType, mealId: id })}
        data-meal={id}
        aria-description={moveHelp}
        onClick={() => onOpen(meal)}
      >
        <VisuallyHidden>{`${formatCell(meal)}: `}</VisuallyHidden>
        {recipe.name}
      </button>
      {facts.length > 0 && <p className="meals-day-facts">{facts.join(" · ")}</p>}
    </>
  );
}

function DayMenu(props: { date: string; main: Meal | null; others: readonly Meal[]; other: Cell | null } & Actions) {
  const { meals: text } = useText();
  const { date, main, others, other, onMeal, onView, onOther } = props;
  const isAdult = useIsAdult();
  const [, navigate] = useLocation();
  const view = (label: string, icon: MenuItem["icon"], to: MealView): MenuItem[] =>
    main ? [{ label, icon, onSelect: () => onView(main, to) }] : [];
  const items: MenuItem[] = [
    ...others.map((meal) => ({
      label: text.typed(text.types[meal.mealType], meal.recipe.name),
      icon: <span aria-hidden="true">{meal.recipe.emoji}</span>,
      onSelect: () => onMeal(meal),
    })),
    { label: text.anotherMeal, icon: <Plus />, disabled: other === null, onSelect: () => other && onOther(other) },
    ...view(text.details, <Pencil />, "details"),
    ...(main && !main.quick
      ? [{ label: text.cook, icon: <ChefHat />, onSelect: () => navigate(recipeAddress(main, 1)) }]
      : []),
    ...(isAdult && !main?.repeatId ? view(text.repeat, <CalendarSync />, "repeat") : []),
    ...(isAdult && main?.repeatId ? view(text.stopRepeat, <CalendarSync />, "stop") : []),
    ...view(text.move, <MoveRight />, "move"),
    ...(main
      ? [{ label: text.remove, icon: <Trash2 />, danger: true, onSelect: () => perform(removeMeal, { meal: main }) }]
      : []),
  ];
  return (
    <div className="meals-day-more">
      <Menu label={text.moreFor(formatDay(date, "long"))} items={items} />
    </div>
  );
}

function DayDate({ date }: { date: string }) {
  return (
    <time className="meals-day-date" dateTime={date} aria-hidden="true">
      {formatDay(date, "weekday")} <strong>{formatDay(date, "date")}</strong>
    </time>
  );
}

function PendingDay({ date, className }: { date: string; className: string }) {
  return (
    <li className={className} aria-busy="true">
      <DayDate date={date} />
      <Skeleton className="meals-day-picture" height="" />
      <Skeleton height="1rem" width="60%" />
    </li>
  );
}
