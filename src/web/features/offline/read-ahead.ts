/**
 * Loads the data of all screens in advance. So every screen works while the server is unreachable, even a screen that
 * was never shown on this device.
 */

import { isReadAhead, noteReadAhead, readAhead } from "#web/page/sync.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { displaySource, type Household } from "#web/sync/session.ts";
import { addDays, startOfMonth, startOfWeek } from "#web/time/days.ts";
import { agendaSource } from "../calendar/model/agenda.ts";
import { calendarsSource } from "../calendar/model/calendars.ts";
import { rangeOf } from "../calendar/model/range.ts";
import { monthSource, monthsBetween } from "../calendar/model/source.ts";
import { checkInsSource } from "../check-ins/model/source.ts";
import { choresSource } from "../chores/model/source.ts";
import { listsSource } from "../lists/model/source.ts";
import { mealsSource } from "../meals/model/source.ts";
import { recipesSource } from "../recipes/model/source.ts";
import { doneTasks, openTasks } from "../tasks/model/source.ts";

export type Reader = {
  readonly isTablet: boolean;
  readonly today: string;
  readonly household: Pick<Household, "timeZone" | "weekStartsOn">;
};

const daysAhead = 14;

/**
 * Loads the data of the screens in advance, once a day and after each sign-in. Sends one request at a time, while the
 * browser is idle.
 */
export async function readScreensAhead(reader: Reader, isCurrent: () => boolean): Promise<void> {
  if (isReadAhead(reader.today) || savesData()) return;
  for (const read of readsOf(reader)) {
    await idle();
    if (!isCurrent()) return;
    try {
      await read();
    } catch (error) {
      // Unless the server refuses the request, it is tried again when the server is reachable.
      if (!(error instanceof Failure) || error.isPassing) return;
    }
  }
  noteReadAhead(reader.today);
}

function readsOf({ isTablet, today, household }: Reader): readonly (() => Promise<void>)[] {
  const agenda = (from: string, days: number) => () => readAhead(agendaSource, { from, days });
  const both = [
    () => readAhead(listsSource, {}),
    () => readAhead(choresSource, {}),
    () => readAhead(calendarsSource, {}),
    agenda(today, 2),
  ];
  if (isTablet) return [...both, agenda(today, 7), agenda(addDays(today, 7), 7)];
  const { timeZone, weekStartsOn } = household;
  const { first, last } = rangeOf("month", today, weekStartsOn);
  const months = new Set(monthsBetween(first, last)).add(startOfMonth(addDays(today, daysAhead - 1)));
  const week = startOfWeek(today, weekStartsOn);
  return [
    ...both,
    ...[...months].map((month) => () => readAhead(monthSource, { month, timeZone })),
    () => readAhead(openTasks, {}),
    () => readAhead(doneTasks, {}),
    () => readAhead(checkInsSource, {}),
    ...[week, addDays(week, 7)].map((weekStart) => () => readAhead(mealsSource, { weekStart })),
    () => readAhead(recipesSource, {}),
    () => readAhead(displaySource, {}),
    agenda(today, daysAhead),
  ];
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Waits until the browser is idle. Safari has no `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 10_000 });
    else setTimeout(resolve, 200);
  });
}
