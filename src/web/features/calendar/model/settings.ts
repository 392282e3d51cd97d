/** View, filter and week numbers of the calendar, which are stored in this browser. */

import { createStore, useStore } from "#web/lib/store.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { pageValue } from "#web/page/shared.ts";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";

/** Views of the calendar. The keyboard shortcuts 1 to 4 select the views in this order. */
export const views = ["day", "week", "month", "agenda"] as const;
export type View = (typeof views)[number];

const view = pageValue(() => createStore(views.find((each) => each === getPreference("calendar-view")) ?? null));
const chosen = pageValue(() =>
  createStore<readonly string[]>(getPreference("calendar-members")?.split(" ").filter(Boolean) ?? []),
);

const weekNumbers = pageValue(() => createStore(getPreference("calendar-week-numbers") === "on"));

/** Whether the calendar shows the numbers of the weeks. */
export function useHasWeekNumbers(): boolean {
  return useStore(weekNumbers());
}

export function showWeekNumbers(isOn: boolean): void {
  weekNumbers().set(isOn);
  setPreference("calendar-week-numbers", isOn ? "on" : null);
}

/** Returns the chosen view. The default is the day view on phones and the week view on other screens. */
export function useView(): View {
  const isPhone = useBreakpoint("phone");
  return useStore(view()) ?? (isPhone ? "day" : "week");
}

export function chooseView(next: View): void {
  view().set(next);
  setPreference("calendar-view", next);
}

/**
 * Returns the keys that the user has chosen in the filter of the calendar. Each key belongs to a member or to a
 * calendar, such as the family's. If no key is chosen, all events are shown. The result may still contain keys of
 * removed members and calendars, which the caller must ignore.
 */
export function useChosenKeys(): readonly string[] {
  return useStore(chosen());
}

export function toggleKey(key: string, known: readonly string[]): void {
  const next = known.includes(key) ? known.filter((each) => each !== key) : [...known, key];
  chosen().set(next);
  setPreference("calendar-members", next.length === 0 ? null : next.join(" "));
}
