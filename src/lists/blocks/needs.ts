/** What items of grocery lists are for. */

/** Part of an ingredient that a meal, or a recipe on a date, needs. */
export type Need = {
  /** Null: of a recipe that is not planned. */
  readonly mealId: string | null;
  readonly recipeId: string;
  /** Of the meal, or the day on which the recipe was added. */
  readonly date: string;
  /** As the recipe writes it. */
  readonly line: string;
  /** By which the line is multiplied. */
  readonly factor: number;
  /** Where the part begins within what the source needs of the food. */
  readonly from: number;
  readonly amount: number | null;
};

/** `open`: on its list, with our text. `edited`: a person changed the text. `bought`: ticked off, perhaps deleted since. */
export type ItemState = "open" | "edited" | "bought";

/** An item that a run added. Its text may be a person's by now. */
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
  /** Of the block; null if it was deleted. */
  readonly text: string | null;
};

/** A part of what one source needs of one food. */
export type Span = { readonly from: number; readonly to: number };

/** Needs without an amount are there or not. */
export const spanOf = ({ from, amount }: Pick<Need, "from" | "amount">): Span => ({
  from,
  to: from + (amount ?? 1),
});

/** A ten thousandth of a gram. */
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
