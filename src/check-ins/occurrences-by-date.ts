/** Whom check-ins ask, day by day, and who has answered. */
import { dateIn } from "../lib/time.ts";
import type { Work } from "../work.ts";
import { occurrencesOn } from "./occurrences.ts";
import { answersBetween, storedCheckIns } from "./rows.store.ts";
import { seesOccurrence } from "./visibility.ts";

/** One time at which a member is asked. Never what they answered. */
export type Asked = ReturnType<typeof occurrencesOf>[number];

/**
 * The occurrences on consecutive dates that the caller sees, by time, then in the order of the check-ins and their assignees; by
 * the present schedules, but none before the day a check-in was made. `memberId` keeps that member's; null: everybody's. Reads
 * check-ins and answers once each.
 */
export function askedOn(work: Work, dates: readonly string[], memberId: string | null): Asked[][] {
  const stored = storedCheckIns(work).map((each) => ({ ...each, firstDay: madeOn(work, each.row.createdAt) }));
  const answerAt = answersBetween(work, dates[0] ?? "", dates.at(-1) ?? "");
  return dates.map((date) =>
    stored
      .filter(({ firstDay }) => date >= firstDay)
      .flatMap(({ row: { id }, it }) => occurrencesOf(id, it, date, answerAt))
      .filter((each) => seesOccurrence(work, each.memberId) && (memberId === null || each.memberId === memberId))
      .sort((one, other) => (one.time === other.time ? 0 : one.time < other.time ? -1 : 1)),
  );
}

function madeOn({ timeZone }: Work, createdAt: string): string {
  return dateIn(timeZone, new Date(createdAt));
}

function occurrencesOf(
  checkInId: string,
  it: Parameters<typeof occurrencesOn>[0],
  day: string,
  answerAt: ReturnType<typeof answersBetween>,
) {
  const { name, question } = it;
  return occurrencesOn(it, day).map((occurrence) => {
    const { time, label, memberId, date } = occurrence;
    const answeredAt = answerAt(checkInId, occurrence)?.answeredAt ?? null;
    return { checkInId, name, question, time, label, memberId, date, answeredAt };
  });
}
