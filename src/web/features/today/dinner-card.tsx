import { memo } from "preact/compat";
import { Link } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { useIsShared } from "../../people/actor.ts";
import { useIsAdult } from "../../sync/session.ts";
import { buttonClass } from "../../ui/controls/button.tsx";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";
import type { AgendaDay } from "../calendar/model/agenda.ts";

type Meal = AgendaDay["meals"][number];

/** What is planned for a day's dinner: nothing, one meal, or two side by side. */
export function dinnersOf({ meals }: Pick<AgendaDay, "meals">): Meal[] {
  return meals.filter(({ mealType }) => mealType === "dinner");
}

/** Tonight's dinner, or the way to plan it. */
export const DinnerCard = memo(function DinnerCard({ meals }: Pick<AgendaDay, "meals">) {
  const { today } = useText();
  const isShared = useIsShared();
  const isAdult = useIsAdult();
  const dinners = dinnersOf({ meals });
  return (
    <Card className="today-dinner" role="region" aria-labelledby="today-dinner">
      <SectionHeader title={today.dinner} id="today-dinner" />
      {dinners.map((meal) => (
        <Dinner key={meal.id} meal={meal} isLink={!isShared} />
      ))}
      {dinners.length === 0 && (
        <div className="today-no-dinner">
          <span className="soft">{today.noDinner}</span>
          {!isShared && (
            <Link href="/meals" className={buttonClass(isAdult ? "plain" : "quiet", "s")}>
              {today.planDinner}
            </Link>
          )}
        </div>
      )}
    </Card>
  );
});

function Dinner({ meal: { recipe }, isLink }: { meal: Meal; isLink: boolean }) {
  const content = (
    <>
      <span className="today-meal-emoji" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="today-meal-name">{recipe.name}</span>
    </>
  );
  if (!isLink) return <div className="today-meal">{content}</div>;
  return (
    <Link href={`/recipes/${recipe.id}`} className="today-meal">
      {content}
    </Link>
  );
}
