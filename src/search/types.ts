/** What can be searched for, and what a key needs to find it. Pure. */
import type { Scope } from "../auth/scopes.ts";
import { invalid } from "../errors.ts";

/** The kinds of things, in the order in which `hidden` names them; named as the feed names its subjects. */
export const types = ["event", "task", "chore", "check_in", "list", "block", "recipe", "meal", "member"] as const;
/** See {@link types}. */
export type FoundType = (typeof types)[number];

/** The scope of each; null: every valid key may. */
export const scopeOf: Readonly<Record<FoundType, Scope | null>> = {
  event: "calendar.read",
  task: "tasks.read",
  chore: "chores.read",
  check_in: "checkins.read",
  list: "lists.read",
  block: "lists.read",
  recipe: "meals.read",
  meal: "meals.read",
  member: null,
};

const longestQuote = 40;

/**
 * The types that a caller names, separated by commas, in their own order; left out: all of them.
 * @throws ApiError 400 naming what is none.
 */
export function parseTypes(text: string | undefined): readonly FoundType[] {
  if (text === undefined) return types;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(types as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalid("types", `“${[...unknown].slice(0, longestQuote).join("")}” is none of ${types.join(", ")}`);
  }
  return types.filter((type) => names.includes(type));
}
