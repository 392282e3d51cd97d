import { addDays, weekdayOf } from "#lib/days.ts";
import { unprocessable } from "#lib/errors.ts";
import type { CheckIn } from "./model.ts";

/** One question to one member. `time` is the household's local time, even if a clock change skips it. */
export type Occurrence = CheckIn["times"][number] & { readonly date: string; readonly memberId: string };

export function occurrencesOn(checkIn: CheckIn, date: string): Occurrence[] {
  if (!isScheduledOn(checkIn, date)) return [];
  return checkIn.times.flatMap(({ time, label }) =>
    checkIn.assigneeIds.map((memberId) => ({ date, time, label, memberId })),
  );
}

function isScheduledOn({ active, daysOfWeek, pause }: CheckIn, date: string): boolean {
  const isPaused = pause !== undefined && date >= pause.from && date <= pause.to;
  return active && !isPaused && daysOfWeek.includes(weekdayOf(date));
}

const maxDaysLate = 6;

/**
 * Returns an occurrence. `firstDay` is the date on which the check-in was created.
 * @throws ApiError 422 if no such occurrence exists, or if it cannot be answered today.
 */
export function requireOccurrence(
  checkIn: CheckIn,
  { date, time, memberId }: { date: string; time: string; memberId: string },
  { today, firstDay }: { today: string; firstDay: string },
): Occurrence {
  if (!checkIn.assigneeIds.includes(memberId))
    throw unprocessable("memberId", "must be one of the check-in's assignees");
  if (!checkIn.active) throw unprocessable(null, "Check-in is not active");
  if (date > today) throw unprocessable("date", "must not be in the future");
  if (date < addDays(today, -maxDaysLate)) throw unprocessable("date", `must be at most ${maxDaysLate} days ago`);
  if (date < firstDay) throw unprocessable("date", "must not be before the day the check-in was created");
  if (!isScheduledOn(checkIn, date)) throw unprocessable("date", "must be a date on which the check-in is scheduled");
  const found = checkIn.times.find((each) => each.time === time);
  if (!found) throw unprocessable("time", "must be one of the times of the check-in");
  return { date, time, label: found.label, memberId };
}
