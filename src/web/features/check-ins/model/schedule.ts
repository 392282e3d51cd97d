/** Computes when check-ins are asked, by the same rules as the server. */
import { addDays, weekdayOf } from "#lib/days.ts";
import { wallTime } from "#web/time/wall.ts";
import type { CheckIn, CheckInSlot } from "./source.ts";

export type SlotTime = CheckInSlot & { readonly label: string | null };

/** Number of days for which a check-in can still be answered after its date. */
const daysBack = 6;

/**
 * Returns the occurrences of a check-in on a day: one for each time and each member who is asked. Empty if the check-in
 * is paused or not asked on that day of the week.
 */
export function askedOn(
  checkIn: Pick<CheckIn, "id" | "active" | "daysOfWeek" | "times" | "assigneeIds" | "pause">,
  date: string,
): SlotTime[] {
  const { pause } = checkIn;
  if (pause && date >= pause.from && date <= pause.to) return [];
  if (!checkIn.active || !checkIn.daysOfWeek.includes(weekdayOf(date))) return [];
  return checkIn.times.flatMap(({ time, label }) =>
    checkIn.assigneeIds.map((memberId) => ({ checkInId: checkIn.id, memberId, date, time, label })),
  );
}

/** Returns those occurrences of a check-in on `date` that the member can still answer. */
export function answerable(
  checkIn: CheckIn,
  { memberId, date }: Pick<CheckInSlot, "memberId" | "date">,
  { today, timeZone }: { today: string; timeZone: string },
): SlotTime[] {
  if (date > today || date < addDays(today, -daysBack)) return [];
  // An unsaved check-in was created today.
  const firstDay = checkIn.createdAt === "" ? today : wallTime(checkIn.createdAt, timeZone).day;
  return date < firstDay ? [] : askedOn(checkIn, date).filter((slot) => slot.memberId === memberId);
}

/**
 * Returns today's questions that a member has not answered yet. `due` has the questions whose time has come. `later`
 * has the questions that are asked later today.
 */
export function waitingFor(checkIns: readonly CheckIn[], memberId: string, now: { day: string; time: string }) {
  const open = checkIns.flatMap((checkIn) =>
    checkIn.today
      .filter((each) => each.memberId === memberId && each.answer === null && each.date === now.day)
      .map(({ time, label, date }) => ({ checkIn, slot: { checkInId: checkIn.id, memberId, date, time, label } })),
  );
  const inOrder = open.sort((a, b) => a.slot.time.localeCompare(b.slot.time));
  return {
    due: inOrder.filter(({ slot }) => slot.time <= now.time),
    later: inOrder.filter(({ slot }) => slot.time > now.time),
  };
}
