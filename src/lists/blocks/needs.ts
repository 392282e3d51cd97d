/** Types and calculations for the needs of a grocery item. A need says for which meal or recipe an item is bought. */

/**
 * A reason to buy a grocery item: an amount of an ingredient for a meal, or for a recipe that was added without one.
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
   * The start of this need within the total amount of the food that the meal or recipe needs. For example, a recipe
   * with 200 g of flour in one line and 100 g in another has a need from 0 to 200 and one from 200 to 300.
   */
  readonly from: number;
  readonly amount: number | null;
};

/** `open`: on its list with the app's text. `edited`: a person changed the text. `bought`: ticked off or deleted. */
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

/** A range within the total amount of one food that one meal or recipe needs, for example from 200 to 300 g. */
export type Span = { readonly from: number; readonly to: number };

/** Returns the range of a need within the total amount of its food. Its length is 1 if the need has no amount. */
export const spanOf = ({ from, amount }: Pick<Need, "from" | "amount">): Span => ({ from, to: from + (amount ?? 1) });

/** The difference below which two amounts are treated as equal: a ten thousandth of a gram. */
export const amountTolerance = 1e-4;

export const isOverlapping = (one: Span, other: Span) =>
  one.from < other.to - amountTolerance && other.from < one.to - amountTolerance;

export const foodKeyOf = ({ food, unit, amount }: Pick<TrackedItem["row"], "food" | "unit" | "amount">) =>
  `${food}|${amount === null ? "-" : unit}`;

export const sourceKeyOf = ({ mealId, recipeId, date }: Pick<Need, "mealId" | "recipeId" | "date">) =>
  mealId ?? `${recipeId} ${date}`;
