import { memo } from "preact/compat";
import { useText } from "../../i18n/catalogue.ts";
import { useHousehold } from "../../sync/session.ts";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";
import type { AgendaDay } from "../calendar/model/agenda.ts";
import { EventRow } from "./event-row.tsx";
import { placed } from "./event-time.ts";

/** A look ahead: what is on tomorrow, and what there is to eat. */
export const TomorrowCard = memo(function TomorrowCard({ day }: { day: AgendaDay }) {
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
