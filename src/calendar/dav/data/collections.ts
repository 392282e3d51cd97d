/** Lists the calendars that an app password gives access to. */

import type { AppCaller } from "#platform/auth/callers.ts";
import type { Work } from "#platform/work.ts";
import type { Calendar } from "../../calendars/model.ts";
import { listCalendars } from "../../calendars/store.ts";

export type Collection = Pick<Calendar, "key" | "name" | "color"> & {
  readonly isReadOnly: boolean;
  /** Position of the calendar in the household's list of calendars, counted from 0. */
  readonly order: number;
};

export function collectionsOf(work: Work, { access, calendars }: AppCaller): Collection[] {
  return (
    listCalendars(work)
      .map(({ key, name, color, kind, provider }, order) => {
        const isReadOnly = kind === "external" || access === "read";
        return { key, name, color, isReadOnly, order, isOfAccount: provider !== null };
      })
      // Calendars of external accounts are left out by default, because the phone usually has these accounts itself.
      .filter(({ key, isOfAccount }) => (calendars === null ? !isOfAccount : calendars.includes(key)))
  );
}

export function findCollection(work: Work, caller: AppCaller, key: string): Collection | null {
  return collectionsOf(work, caller).find((each) => each.key === key) ?? null;
}
