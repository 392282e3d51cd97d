import { useText } from "../../i18n/catalogue.ts";
import { addDays } from "../../time/days.ts";
import { formatDay, formatRelativeDay } from "../../time/format.ts";
import { useToday } from "../../time/zone.ts";
import { Button, IconButton } from "../../ui/controls/button.tsx";
import { ChevronLeft, ChevronRight } from "../../ui/icons.ts";

/** How many days back the board goes. */
export const daysBack = 14;

/** The day of the address: today, or one of the last two weeks. */
export function dayIn(asked: string | null, today: string): string {
  const day = asked ?? "";
  return day < today && day >= addDays(today, -daysBack) && /^\d{4}-\d\d-\d\d$/.test(day) ? day : today;
}

/** Which day is shown, and the ways to those before: yesterday's chores can still be ticked. */
export function DayBar({ day, onChange }: { day: string; onChange: (day: string | null) => void }) {
  const { choreBoard } = useText();
  const today = useToday();
  const to = (next: string) => onChange(next >= today ? null : next);
  const relative = formatRelativeDay(day, today, "long");
  const long = formatDay(day, "long");
  return (
    <fieldset className="chores-day" aria-label={choreBoard.day}>
      <IconButton
        aria-label={choreBoard.previousDay}
        disabled={day <= addDays(today, -daysBack)}
        onClick={() => to(addDays(day, -1))}
      >
        <ChevronLeft />
      </IconButton>
      <p aria-live="polite">
        <strong>{relative}</strong>
        {relative !== long && <span className="soft"> {long}</span>}
      </p>
      <IconButton aria-label={choreBoard.nextDay} disabled={day >= today} onClick={() => to(addDays(day, 1))}>
        <ChevronRight />
      </IconButton>
      {day < today && (
        <>
          <Button size="s" onClick={() => onChange(null)}>
            {choreBoard.toToday}
          </Button>
          <p className="chores-late-hint">{choreBoard.late}</p>
        </>
      )}
    </fieldset>
  );
}
