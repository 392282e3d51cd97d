import { dateIn } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { occurrencesOn } from "./occurrences.ts";
import { answersBetween, storedCheckIns } from "./store.ts";
import { canSeeOccurrence } from "./visibility.ts";

export type ListedOccurrence = ReturnType<typeof listedOccurrences>[number];

/**
 * Returns for each date the occurrences of check-ins that the caller can see, ordered by time. Today's schedules are
 * used for past dates, too, but only from the date on which a check-in was created. A `memberId` of null selects all
 * members.
 */
export function occurrencesByDate(work: Work, dates: readonly string[], memberId: string | null): ListedOccurrence[][] {
  const stored = storedCheckIns(work).map((each) => ({ ...each, firstDay: createdOn(work, each.row.createdAt) }));
  const answerAt = answersBetween(work, dates[0] ?? "", dates.at(-1) ?? "");
  return dates.map((date) =>
    stored
      .filter(({ firstDay }) => date >= firstDay)
      .flatMap(({ row: { id }, checkIn }) => listedOccurrences(id, checkIn, date, answerAt))
      .filter((each) => canSeeOccurrence(work, each.memberId) && (memberId === null || each.memberId === memberId))
      .sort((one, other) => (one.time === other.time ? 0 : one.time < other.time ? -1 : 1)),
  );
}

function createdOn({ timeZone }: Work, createdAt: string): string {
  return dateIn(timeZone, new Date(createdAt));
}

function listedOccurrences(
  checkInId: string,
  checkIn: Parameters<typeof occurrencesOn>[0],
  day: string,
  answerAt: ReturnType<typeof answersBetween>,
) {
  const { name, question } = checkIn;
  return occurrencesOn(checkIn, day).map((occurrence) => {
    const { time, label, memberId, date } = occurrence;
    const answeredAt = answerAt(checkInId, occurrence)?.answeredAt ?? null;
    return { checkInId, name, question, time, label, memberId, date, answeredAt };
  });
}
