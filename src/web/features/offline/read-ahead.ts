/**
 * Loads the data of all screens in advance. So every screen works while the server is unreachable, even a screen that
 * was never shown in this browser.
 */

import { addDays, startOfMonth, startOfWeek } from "#lib/days.ts";
import { isReadAhead, noteReadAhead, readAhead } from "#web/page/sync.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { displaySource, type Household } from "#web/sync/session.ts";
import type { Source } from "#web/sync/source.ts";
import { agendaSource, daysOfToday } from "../calendar/model/agenda.ts";
import { calendarsSource } from "../calendar/model/calendars.ts";
import { rangeOf } from "../calendar/model/range.ts";
import { monthSource, monthsBetween } from "../calendar/model/source.ts";
import { checkInsSource } from "../check-ins/model/source.ts";
import { choresSource } from "../chores/model/source.ts";
import { boardSource, listSource } from "../lists/model/source.ts";
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
 * Loads the data of the screens in advance, so that the app can show the screens offline. The data are loaded once a
 * day, and again after each sign-in. Sends one request at a time, while the browser is idle. Stops when `isCurrent`
 * returns false. If the browser is set to save data, loads nothing.
 */
export async function readScreensAhead(reader: Reader, isCurrent: () => boolean): Promise<void> {
  if (isReadAhead(reader.today) || savesData()) return;
  const reads = [...readsOf(reader)];
  for (const read of reads) {
    await idle();
    if (!isCurrent()) return;
    try {
      reads.push(...(await read()));
    } catch (error) {
      // Unless the server refuses the request, it is tried again when the server is reachable.
      if (!(error instanceof Failure) || error.isPassing) return;
    }
  }
  noteReadAhead(reader.today);
}

/**
 * Function that loads data. It returns functions of this type, which load the further data that depend on the loaded
 * data.
 */
type ReadAhead = () => Promise<readonly ReadAhead[]>;

function readsOf({ isTablet, today, household }: Reader): readonly ReadAhead[] {
  const ahead = <Params, Data>(each: Source<Params, Data>, params: Params): ReadAhead => {
    return async () => {
      await readAhead(each, params);
      return [];
    };
  };
  const agenda = (from: string, days: number) => ahead(agendaSource, { from, days });
  // A list that this device has read before is only read again if it changed.
  const lists = async () => {
    const { sections } = await readAhead(boardSource, {});
    return sections.flatMap((section) => section.lists.map(({ id }) => ahead(listSource, { id })));
  };
  const both = [lists, ahead(choresSource, {}), ahead(calendarsSource, {}), agenda(today, daysOfToday)];
  if (isTablet) return [...both, agenda(today, 7), agenda(addDays(today, 7), 7)];
  const { timeZone, weekStartsOn } = household;
  const { first, last } = rangeOf("month", today, weekStartsOn);
  const months = new Set(monthsBetween(first, last)).add(startOfMonth(addDays(today, daysAhead - 1)));
  const week = startOfWeek(today, weekStartsOn);
  return [
    ...both,
    ...[...months].map((month) => ahead(monthSource, { month, timeZone })),
    ahead(openTasks, {}),
    ahead(doneTasks, {}),
    ahead(checkInsSource, {}),
    ...[week, addDays(week, 7)].map((weekStart) => ahead(mealsSource, { weekStart })),
    ahead(recipesSource, {}),
    ahead(displaySource, {}),
    agenda(today, daysAhead),
  ];
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Waits until the browser is idle. Waits 200 ms in Safari, because Safari has no `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 10_000 });
    else setTimeout(resolve, 200);
  });
}
