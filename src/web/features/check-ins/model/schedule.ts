/** Occurrences of check-ins, and which may still be answered. The server has the same rules. */
import { addDays, weekdayOf } from "../../../time/days.ts";
import { wallTime } from "../../../time/zone.ts";
import type { Asked, CheckIn } from "./source.ts";

/** An occurrence with the label of its time. */
export type AskedTime = Asked & { readonly label: string | null };

/** An answer may come so many days late. */
const daysBack = 6;

/** The occurrences of a check-in on a day, by time; none while it is paused. */
export function askedOn(
  it: Pick<CheckIn, "id" | "active" | "daysOfWeek" | "times" | "assigneeIds">,
  date: string,
): AskedTime[] {
  if (!it.active || !it.daysOfWeek.includes(weekdayOf(date))) return [];
  return it.times.flatMap(({ time, label }) =>
    it.assigneeIds.map((memberId) => ({ checkInId: it.id, memberId, date, time, label })),
  );
}

/** A member's occurrences of a day that may be answered now. */
export function answerable(
  it: CheckIn,
  { memberId, date }: Pick<Asked, "memberId" | "date">,
  { today, timeZone }: { today: string; timeZone: string },
): AskedTime[] {
  if (date > today || date < addDays(today, -daysBack)) return [];
  // A check-in that has not reached the server yet was made just now.
  const firstDay = it.createdAt === "" ? today : wallTime(it.createdAt, timeZone).day;
  return date < firstDay ? [] : askedOn(it, date).filter((asked) => asked.memberId === memberId);
}

/** A member's open occurrences of today: those that are due, and those later in the day. */
export function waitingFor(checkIns: readonly CheckIn[], memberId: string, now: { day: string; time: string }) {
  const open = checkIns.flatMap((checkIn) =>
    checkIn.today
      .filter((each) => each.memberId === memberId && each.answer === null && each.date === now.day)
      .map(({ time, label, date }) => ({ checkIn, asked: { checkInId: checkIn.id, memberId, date, time, label } })),
  );
  const inOrder = open.sort((a, b) => a.asked.time.localeCompare(b.asked.time));
  return {
    due: inOrder.filter(({ asked }) => asked.time <= now.time),
    later: inOrder.filter(({ asked }) => asked.time > now.time),
  };
}
