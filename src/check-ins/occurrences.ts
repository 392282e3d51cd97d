/** When a check-in asks whom, and what may still be answered (contract section 8). Pure. */
import { unprocessable } from "../errors.ts";
import type { CheckIn, Time } from "./check-in.ts";

/** One time at which one member is asked; `date` is the household's, `time` its wall clock's, also where that skips it. */
export type Occurrence = Time & { readonly date: string; readonly memberId: string };

/** Whom a check-in asks on a date, by time, then in the order of its assignees. Nobody while it is not active. */
export function occurrencesOn(it: CheckIn, date: string): Occurrence[] {
  if (!it.active || !it.daysOfWeek.includes(weekdayOf(date))) return [];
  return it.times.flatMap(({ time, label }) => it.assigneeIds.map((memberId) => ({ date, time, label, memberId })));
}

/** An answer may come up to so many days late. */
const daysBack = 6;

/**
 * The occurrence that somebody answers, by the check-in's present schedule. `today` and `firstDay`, the one it was made on, are
 * dates of the household.
 * @throws ApiError 422 where it is not, not yet, or no longer to be answered.
 */
export function answeredOccurrence(
  it: CheckIn,
  { date, time, memberId }: { date: string; time: string; memberId: string },
  { today, firstDay }: { today: string; firstDay: string },
): Occurrence {
  if (!it.assigneeIds.includes(memberId)) throw unprocessable("memberId", "is not asked by this check-in");
  if (!it.active) throw unprocessable(null, "Check-in is not active"); // Our choice: nobody is asked then, for no day.
  if (date > today) throw unprocessable("date", "must not lie ahead");
  if (date < earliest(today)) throw unprocessable("date", `must lie at most ${daysBack} days back`);
  if (date < firstDay) throw unprocessable("date", "must not lie before the day the check-in was made");
  if (!it.daysOfWeek.includes(weekdayOf(date))) throw unprocessable("date", "is no day of this check-in");
  const found = it.times.find((each) => each.time === time);
  if (!found) throw unprocessable("time", "is no time of this check-in");
  return { date, time, label: found.label, memberId };
}

function earliest(today: string): string {
  return Temporal.PlainDate.from(today).subtract({ days: daysBack }).toString();
}

function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}
