import { memo } from "preact/compat";
import { Link } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useIsWallTablet } from "#web/people/actor.ts";
import { useHousehold, useIsAdult, useMembers } from "#web/sync/session.ts";
import { useStable } from "#web/sync/use-source.ts";
import { buttonClass } from "#web/ui/controls/button.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { useAbsence } from "#web/ui/display/skeleton.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { ChevronRight } from "#web/ui/icons.ts";
import type { Agenda, AgendaDay } from "../calendar/model/agenda.ts";
import { columnsOf } from "../chores/model/occurrences.ts";
import type { useChoreOccurrences } from "../chores/model/ticking.ts";
import { CompactColumns } from "../chores/parts/chore-column.tsx";
import { recipeAddress, useMealFacts } from "../meals/model/use-meal-facts.ts";
import { AgendaCard } from "./agenda-card.tsx";
import { CheckInsCard } from "./parts/check-ins-card.tsx";
import { EventRow, placed } from "./parts/event-row.tsx";
import { TasksCard } from "./tasks-card.tsx";

type Meal = AgendaDay["meals"][number];

export type BoardProps = {
  readonly day: AgendaDay;
  readonly tomorrow: AgendaDay | undefined;
  readonly overdue: Agenda["overdueTasks"];
  readonly chores: ReturnType<typeof useChoreOccurrences>;
  /** Id of the member whose events, chores, tasks and check-ins are shown. Null shows the data of everybody. */
  readonly chosen: string | null;
  /** Id of the member whose chores and tasks come first. Null keeps the household's order. */
  readonly first: string | null;
  /** Called on a shared tablet with the id of the member whose picture the user touches. */
  readonly onYou?: ((memberId: string) => void) | undefined;
  /** Called on a shared tablet with the planned dinner that the user touches. */
  readonly onMeal?: ((meal: Meal) => void) | undefined;
};

/** Cards of the screen Today. If the viewer is a child, the chores come before the agenda. */
export function Board({ day, tomorrow, overdue, chores, chosen, first, onYou, onMeal }: BoardProps) {
  const shown = useStable(dayFor(day, chosen));
  const later = useStable(tomorrow && dayFor(tomorrow, chosen));
  const isShown = (task: { memberId: string }) => chosen === null || task.memberId === chosen;
  const agenda = <AgendaCard date={shown.date} events={shown.events} />;
  return (
    <div className="today-board">
      {first === null && agenda}
      <ChoresCard chores={chores} chosen={chosen} first={first} />
      {first !== null && agenda}
      <TasksCard overdue={overdue.filter(isShown)} due={shown.tasks} day={day.date} first={first} />
      <div className="today-side">
        <DinnerCard meals={day.meals} onMeal={onMeal} />
        <CheckInsCard checkIns={shown.checkIns} onYou={onYou} />
      </div>
      {later && <TomorrowCard day={later} />}
    </div>
  );
}

const DinnerCard = memo(function DinnerCard({ meals, onMeal }: Pick<AgendaDay, "meals"> & Pick<BoardProps, "onMeal">) {
  const { today } = useText();
  const isWallTablet = useIsWallTablet();
  const isAdult = useIsAdult();
  const dinners = meals.filter(({ mealType }) => mealType === "dinner");
  return (
    <Card className="today-dinner" role="region" aria-labelledby="today-dinner">
      <SectionHeader title={today.dinner} id="today-dinner" />
      {dinners.map((meal) => (
        <Dinner key={meal.id} meal={meal} onMeal={onMeal} />
      ))}
      {dinners.length === 0 && (
        <div className="today-no-dinner">
          <span className="soft">{today.noDinner}</span>
          {!isWallTablet && (
            <Link href="/meals" className={buttonClass(isAdult ? "plain" : "quiet", "s")}>
              {today.planDinner}
            </Link>
          )}
        </div>
      )}
    </Card>
  );
});

function Dinner({ meal, onMeal }: { meal: Meal } & Pick<BoardProps, "onMeal">) {
  const { recipe } = meal;
  const facts = useMealFacts(meal);
  const content = (
    <>
      <span className="today-meal-emoji" aria-hidden="true">
        {recipe.emoji}
      </span>
      <span className="today-meal-name">
        {recipe.name}
        {facts.length > 0 && <span className="small soft">{facts.join(" · ")}</span>}
      </span>
    </>
  );
  if (onMeal && !meal.quick) {
    return (
      <button type="button" className="today-meal" onClick={() => onMeal(meal)}>
        {content}
      </button>
    );
  }
  if (onMeal) return <div className="today-meal">{content}</div>;
  return (
    <Link href={meal.quick ? addressOf({ type: "meal", id: meal.id }) : recipeAddress(meal)} className="today-meal">
      {content}
    </Link>
  );
}

const TomorrowCard = memo(function TomorrowCard({ day }: { day: AgendaDay }) {
  const { common, today } = useText();
  const { timeZone } = useHousehold();
  const events = placed(day, timeZone);
  return (
    <Card className="today-tomorrow" role="region" aria-labelledby="today-tomorrow">
      <SectionHeader title={common.tomorrow} id="today-tomorrow" />
      {events.length === 0 && day.meals.length === 0 && <p className="soft">{today.nothingPlanned}</p>}
      {events.length > 0 && (
        <ul className="today-events">
          {events.map((each) => (
            <EventRow key={`${each.event.id} ${each.event.startsAt}`} day={day.date} placed={each} />
          ))}
        </ul>
      )}
      {day.meals.map(({ id, recipe }) => (
        <p key={id} className="today-tomorrow-meal">
          <span aria-hidden="true">{recipe.emoji}</span> {recipe.name}
        </p>
      ))}
    </Card>
  );
});

const ChoresCard = memo(function ChoresCard(props: {
  chores: ReturnType<typeof useChoreOccurrences>;
  chosen: string | null;
  first: string | null;
}) {
  const { common, today } = useText();
  const { chores, chosen, first } = props;
  const { data, occurrences = [], refetch } = chores;
  const absence = useAbsence();
  const members = useMembers();
  const columns = useStable(
    columnsOf(occurrences, [], members, first).filter(
      ({ member }) => chosen === null || member === null || member.id === chosen,
    ),
  );
  return (
    <section className="today-chores" aria-labelledby="today-chores">
      <SectionHeader
        title={common.choresTitle}
        id="today-chores"
        actions={
          <Link href="/chores" className="today-more" aria-label={common.choresTitle}>
            <ChevronRight />
          </Link>
        }
      />
      {!data ? (
        (absence ?? <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />)
      ) : columns.length === 0 ? (
        <p className="card soft">{today.noChores}</p>
      ) : (
        <CompactColumns columns={columns} data={data} occurrences={occurrences} level={3} />
      )}
    </section>
  );
});

/**
 * Returns the day without the events, tasks and check-ins that are only for other members. If `memberId` is null,
 * returns the day unchanged.
 */
function dayFor(day: AgendaDay, memberId: string | null): AgendaDay {
  if (memberId === null) return day;
  const isTheirs = (each: { memberId: string | null }) => each.memberId === memberId || each.memberId === null;
  return {
    ...day,
    events: day.events.filter(({ memberIds, isGeneral }) => isGeneral || memberIds.includes(memberId)),
    tasks: day.tasks.filter(isTheirs),
    checkIns: day.checkIns.filter(isTheirs),
  };
}
