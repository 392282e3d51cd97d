import { addDays, addMonths, daysBetween, daysFrom, startOfMonth } from "#lib/days.ts";
import { wallTime } from "#web/time/wall.ts";
import { askedOn } from "./schedule.ts";
import type { CheckIn, Face, PastAnswer } from "./source.ts";

/**
 * Cell of the history of check-ins: one day of a {@link Row}. The state `open` means that the member was asked but has
 * not answered. The app does not know the former schedules of a check-in. If a day has no answer, the current schedule
 * therefore decides whether the member was asked, even on a past day.
 */
export type Cell = {
  readonly date: string;
  readonly state: "answered" | "open" | "notAsked";
  readonly answer: PastAnswer | null;
  /**
   * Position of the chosen face among the faces, as a number from 0 (the first face) to 1 (the last face). Null if the
   * check-in no longer has that face.
   */
  readonly rank: number | null;
};

/** Row of the history of check-ins: one check-in at one time of the day. */
export type Row = {
  readonly key: string;
  /** Name of the check-in. Null for a deleted check-in, of which only `question` is known. */
  readonly name: string | null;
  readonly question: string;
  readonly time: string;
  readonly cells: readonly Cell[];
};

export const daysShown = 31;

/**
 * Returns the first and the last day of a page of the history. Page 0 has the last 31 days, including today. All
 * check-ins that can still be answered are on page 0. Page 1 is the whole previous month, page 2 is the month before
 * that, and so on.
 */
export function pageOf(today: string, page: number): { from: string; to: string } {
  if (page === 0) return { from: addDays(today, 1 - daysShown), to: today };
  const from = addMonths(startOfMonth(today), -page);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/**
 * Returns the rows of a member's history, from the day `from` to the day `to`. The rows are in the order of `checkIns`;
 * the rows of deleted check-ins are last. A row is left out if the member was asked on none of these days.
 */
export function historyRows(
  memberId: string,
  { from, to }: { from: string; to: string },
  { checkIns, answers, timeZone }: { checkIns: readonly CheckIn[]; answers: readonly PastAnswer[]; timeZone: string },
): Row[] {
  const own = answers.filter((each) => each.memberId === memberId && each.date >= from && each.date <= to);
  const days = daysFrom(from, daysBetween(from, to) + 1);
  const known = new Set(checkIns.map(({ id }) => id));
  const deleted = new Set(own.map(({ checkInId }) => checkInId).filter((id) => !known.has(id)));
  return [...known, ...deleted].flatMap((id) => {
    const checkIn = checkIns.find((each) => each.id === id) ?? null;
    const given = own.filter(({ checkInId }) => checkInId === id);
    const name = checkIn?.name ?? null;
    const question = checkIn?.question ?? given[0]?.question ?? "";
    const times = [...new Set([...(checkIn?.times ?? []), ...given].map(({ time }) => time))].sort();
    return times.flatMap((time) => {
      const cells = days.map((date): Cell => {
        const answer = given.find((each) => each.date === date && each.time === time) ?? null;
        if (answer) return { date, state: "answered", answer, rank: rankOf(answer.face, checkIn?.faces ?? []) };
        const isAsked = checkIn !== null && isAskedAt(checkIn, { memberId, date, time }, timeZone);
        return { date, state: isAsked ? "open" : "notAsked", answer, rank: null };
      });
      return cells.some(({ state }) => state !== "notAsked")
        ? [{ key: `${id} ${time}`, name, question, time, cells }]
        : [];
    });
  });
}

function isAskedAt(
  checkIn: CheckIn,
  { memberId, date, time }: { memberId: string; date: string; time: string },
  timeZone: string,
): boolean {
  // An unsaved check-in was created today.
  if (checkIn.createdAt !== "" && date < wallTime(checkIn.createdAt, timeZone).day) return false;
  return askedOn(checkIn, date).some((slot) => slot.memberId === memberId && slot.time === time);
}

function rankOf(face: Face, faces: readonly Face[]): number | null {
  const exact = faces.findIndex(({ emoji, label }) => emoji === face.emoji && label === face.label);
  const index = exact >= 0 ? exact : faces.findIndex(({ emoji }) => emoji === face.emoji);
  return index < 0 ? null : index / Math.max(faces.length - 1, 1);
}

/**
 * Returns the lines of the chart. Each point of a line is an answer: `day` is the index of its cell in `cells`, and
 * `rank` is the rank in that cell. If an answer is missing or has no rank, the line ends before that day. A day without
 * a question does not end the line. A line with a single point is left out, because it cannot be drawn.
 */
export function linesOf(cells: readonly Cell[]): { readonly day: number; readonly rank: number }[][] {
  const lines: { day: number; rank: number }[][] = [[]];
  for (const [day, { state, rank }] of cells.entries()) {
    if (state === "answered" && rank !== null) lines.at(-1)?.push({ day, rank });
    else if (state !== "notAsked") lines.push([]);
  }
  return lines.filter(({ length }) => length > 1);
}
