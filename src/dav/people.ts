/** Whom an event concerns, by the calendar that it is in. */
import { familyKey } from "../calendars/store.ts";
import type { Event } from "../events/event.ts";
import { foldText } from "../lib/case-folding.ts";
import { listMembers } from "../members/store.ts";
import type { Work } from "../work.ts";

export type People = Pick<Event, "memberIds" | "isGeneral">;

/** Of a new event, or one that comes from another calendar. */
export function peopleIn(key: string): People {
  return key === familyKey ? { memberIds: [], isGeneral: null } : { memberIds: [key], isGeneral: false };
}

/** In the family's calendar, categories with members' names choose the people. Null: they name nobody. */
export function peopleNamed(work: Work, key: string, categories: readonly string[]): People | null {
  if (key !== familyKey || categories.length === 0) return null;
  const named = new Set(categories.map(foldText));
  const memberIds = listMembers(work)
    .filter(({ name }) => named.has(foldText(name)))
    .map(({ id }) => id);
  // Without the flag, an event of one member would be in that member's calendar.
  return memberIds.length === 0 ? null : { memberIds, isGeneral: memberIds.length === 1 ? true : null };
}
