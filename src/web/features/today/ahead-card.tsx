import { useText } from "#web/i18n/catalogue.ts";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { useHousehold } from "#web/sync/session.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { Card } from "#web/ui/display/surface.tsx";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import type { AgendaDay } from "../calendar/model/agenda.ts";
import { placed } from "./model/placed.ts";
import { EventPeople } from "./rows.tsx";

/** Most events of a day that are named, on a phone and elsewhere. The others are counted. */
const maxNamed = { phone: 2, others: 4 } as const;

/** Card with tomorrow in two lines and, where there is room, the two days after it. */
export function AheadCard({ days }: { days: readonly AgendaDay[] }) {
  const { common, today } = useText();
  const ifCurrent = useIfCurrent();
  const [tomorrow, ...later] = days;
  if (!tomorrow) return null;
  return (
    <Card className="ahead" role="region" aria-labelledby="today-tomorrow">
      <h2 id="today-tomorrow">{common.tomorrow}</h2>
      {isFree(tomorrow) ? <p className="soft">{ifCurrent(today.nothingPlanned)}</p> : <Day day={tomorrow} />}
      {later
        .filter((day) => !isFree(day))
        .map((day) => (
          <div key={day.date} className="ahead-later">
            <h3>{formatDay(day.date)}</h3>
            <Day day={day} />
          </div>
        ))}
    </Card>
  );
}

function Day({ day }: { day: AgendaDay }) {
  const { today } = useText();
  const { timeZone } = useHousehold();
  const events = placed(day, timeZone);
  const dinners = day.meals.filter(({ mealType }) => mealType === "dinner");
  const due = day.tasks.filter(({ completedAt }) => completedAt === null).length;
  const named = maxNamed[useBreakpoint("phone") ? "phone" : "others"];
  const rest = events.length - named;
  return (
    <>
      {events.length > 0 && (
        <p>
          {events.slice(0, named).map(({ event, start }) => (
            <span key={`${event.id} ${event.startsAt}`} className="ahead-event">
              {start !== null && <time dateTime={start}>{formatTime(start)}</time>}{" "}
              <span className="ahead-title">{event.busyOnly ? today.busy : event.title}</span>
              <EventPeople event={event} size="xs" />
            </span>
          ))}
          {rest > 0 && <span className="soft">{today.more(rest)}</span>}
        </p>
      )}
      {(dinners.length > 0 || due > 0) && (
        <p className="soft">
          {dinners.map(({ id, recipe }) => (
            <span key={id}>
              <span aria-hidden="true">{recipe.emoji}</span> {recipe.name}
            </span>
          ))}
          {due > 0 && <span>{today.tasksDue(due)}</span>}
        </p>
      )}
    </>
  );
}

function isFree({ events, meals, tasks }: AgendaDay): boolean {
  return events.length === 0 && tasks.length === 0 && meals.every(({ mealType }) => mealType !== "dinner");
}
