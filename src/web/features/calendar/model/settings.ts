/** How the calendar is looked at on this device. */
import { recall, remember } from "../../../sync/remembered.ts";
import { createStore, useStore } from "../../../sync/store.ts";

/** The views, in the order of their keys 1 to 4. */
export const views = ["day", "week", "month", "agenda"] as const;
/** One of them. */
export type View = (typeof views)[number];

const view = createStore(views.find((each) => each === recall("calendar-view")) ?? null);
const chosen = createStore<readonly string[]>(recall("calendar-members")?.split(" ").filter(Boolean) ?? []);

/** The view: the one that was last looked at; at first a day on phones, else a week. */
export function useView(): View {
  return useStore(view) ?? (matchMedia("(width < 48rem)").matches ? "day" : "week");
}

/** Changes the view, and remembers it. */
export function chooseView(next: View): void {
  view.set(next);
  remember("calendar-view", next);
}

/** Whose events are shown; empty: everybody's. It may hold ids of members who are gone. */
export function useChosenMembers(): readonly string[] {
  return useStore(chosen);
}

/** Changes whose events are shown, and remembers it. */
export function chooseMembers(ids: readonly string[]): void {
  chosen.set(ids);
  remember("calendar-members", ids.length === 0 ? null : ids.join(" "));
}
