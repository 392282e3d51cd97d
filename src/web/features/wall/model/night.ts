/** The hours in which the tablet is dark, as they are set on it. */
import { getPreference, setPreference } from "../../../sync/preferences.ts";
import { createStore } from "../../../sync/store.ts";

/** From one full hour to another, past midnight or not. */
export type Night = { readonly isDimmed: boolean; readonly from: number; readonly to: number };

const usual: Night = { isDimmed: true, from: 22, to: 6 };

/** What is set on this tablet. */
export const night = createStore<Night>(kept());

/** Sets it, and keeps it. */
export function setNight(next: Night): void {
  setPreference("wall-night", JSON.stringify(next));
  night.set(next);
}

function kept(): Night {
  try {
    return { ...usual, ...JSON.parse(getPreference("wall-night") ?? "{}") };
  } catch {
    return usual;
  }
}

/** True where a wall time (`HH:MM`) lies in the night. */
export function isNightAt({ isDimmed, from, to }: Night, time: string): boolean {
  const hour = Number(time.slice(0, 2));
  if (!isDimmed || from === to) return false;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
