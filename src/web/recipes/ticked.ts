/** The ingredients that somebody has ticked while cooking: on this device, for the day. */
import { recall, remember } from "../data/remembered.ts";

const name = "recipe-ticks";

type Ticks = { readonly day: string; readonly recipes: Readonly<Record<string, readonly string[]>> };

function ticksOf(day: string): Ticks {
  try {
    const kept: Ticks | null = JSON.parse(recall(name) ?? "null");
    if (kept?.day === day) return kept;
  } catch {}
  return { day, recipes: {} };
}

/** What of a recipe is ticked today. */
export function tickedOf(recipeId: string, day: string): readonly string[] {
  return ticksOf(day).recipes[recipeId] ?? [];
}

/** Keeps what is ticked of a recipe until the day is over. */
export function keepTicked(recipeId: string, day: string, ticked: readonly string[]): void {
  const { recipes } = ticksOf(day);
  remember(name, JSON.stringify({ day, recipes: { ...recipes, [recipeId]: ticked } } satisfies Ticks));
}
