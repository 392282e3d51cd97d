/** Types and calculations for the needs of a grocery item, which say for which meals and recipes the item is bought. */

/**
 * An amount of an ingredient for which a grocery item is bought. It is needed for a meal, or for a recipe that was
 * added to the list without a meal.
 */
export type Need = {
  /** The meal, or null if the recipe was added without a meal. */
  readonly mealId: string | null;
  readonly recipeId: string;
  /** Date of the meal, or the day on which the recipe was added. */
  readonly date: string;
  /** The ingredient line as the recipe writes it. */
  readonly line: string;
  /** The number by which the amounts in the line are multiplied. */
  readonly factor: number;
  /**
   * The start of this need within the whole amount of the food that the meal or recipe needs. If several lines of a
   * recipe name the same food, the need of each line starts where the one before ends.
   */
  readonly from: number;
  readonly amount: number | null;
};

/**
 * The state of a grocery item. `open`: the item is on its list with the text that the app gave it. `edited`: a person
 * changed the text. `bought`: the item was ticked off or deleted.
 */
export type ItemState = "open" | "edited" | "bought";

/** A grocery item that was added to buy ingredients. Somebody may have changed its text since. */
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
  /** The text of the block, or null if the block was deleted. */
  readonly text: string | null;
};

/** A part of the amount of one food that one meal or recipe needs, from its start to its end. */
export type Span = { readonly from: number; readonly to: number };

/**
 * Returns the part of the whole needed amount of a food that a need stands for. The length is the amount of the need,
 * or 1 if the need has no amount.
 */
export const spanOf = ({ from, amount }: Pick<Need, "from" | "amount">): Span => ({
  from,
  to: from + (amount ?? 1),
});

/** The difference below which two amounts are treated as equal: a ten thousandth of a gram. */
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
