/** Describes for which meals and recipes an item of a grocery list is needed. */

/** Part of an ingredient that a meal, or a recipe on a date, needs. */
export type Need = {
  /** Null if the recipe was added without a meal. */
  readonly mealId: string | null;
  readonly recipeId: string;
  /** Date of the meal, or the day on which the recipe was added. */
  readonly date: string;
  /** The ingredient line as the recipe writes it. */
  readonly line: string;
  /** Number by which the line is multiplied. */
  readonly factor: number;
  /** Start of the part within the amount that the source needs of the food. */
  readonly from: number;
  readonly amount: number | null;
};

/**
 * `open`: on its list with its generated text. `edited`: a person changed the text. `bought`: ticked off or deleted.
 */
export type ItemState = "open" | "edited" | "bought";

/** An item that a shopping run added. A person may have changed its text since. */
export type TrackedItem = {
  readonly row: {
    readonly blockId: string;
    readonly listId: string;
    readonly food: string;
    readonly unit: string;
    readonly amount: number | null;
    readonly rendered: string;
  };
  readonly needs: readonly Need[];
  readonly state: ItemState;
  /** Text of the block. Null if the block was deleted. */
  readonly text: string | null;
};

/** A part of the amount that one source needs of one food. */
export type Span = { readonly from: number; readonly to: number };

/** Returns the span of a need; a need without an amount has the length 1. */
export const spanOf = ({ from, amount }: Pick<Need, "from" | "amount">): Span => ({
  from,
  to: from + (amount ?? 1),
});

/** Difference below which amounts are equal: a ten thousandth of a gram. */
export const amountTolerance = 1e-4;

export const isOverlapping = (one: Span, other: Span) =>
  one.from < other.to - amountTolerance && other.from < one.to - amountTolerance;

export const foodKeyOf = ({ food, unit, amount }: Pick<TrackedItem["row"], "food" | "unit" | "amount">) =>
  `${food}|${amount === null ? "-" : unit}`;

export const sourceKeyOf = ({ mealId, recipeId, date }: Pick<Need, "mealId" | "recipeId" | "date">) =>
  mealId ?? `${recipeId} ${date}`;

export function addSpan(spans: Map<string, Span[]>, key: string, span: Span): void {
  const known = spans.get(key);
  if (known) known.push(span);
  else spans.set(key, [span]);
}
