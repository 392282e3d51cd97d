import type { Aisle } from "#lib/ingredients/aisles.ts";
import { type Phrase, type Sentence, say } from "#lib/sentence.ts";
import { countedIngredients, type NamedList, namedList } from "../meals/summary.ts";

export function shoppingSummary(
  { added, raised }: { readonly added: number; readonly raised: number },
  purpose: Phrase,
  list: NamedList,
): Sentence {
  if (raised === 0) return say`added ${countedIngredients(added)} ${purpose} to ${namedList(list)}`;
  if (added === 0) return say`raised ${countedIngredients(raised)} ${purpose} on ${namedList(list)}`;
  return say`added ${added} and raised ${countedIngredients(raised)} ${purpose} on ${namedList(list)}`;
}

const aisleNames: Readonly<Record<Aisle, Phrase>> = {
  produce: say`Fruit and vegetables`,
  bakery: say`Bakery`,
  meat: say`Meat and fish`,
  dairy: say`Dairy and eggs`,
  chilled: say`Chilled`,
  frozen: say`Frozen`,
  pasta: say`Pasta and rice`,
  tins: say`Tins and jars`,
  baking: say`Baking`,
  spices: say`Spices and oils`,
  breakfast: say`Breakfast and spreads`,
  snacks: say`Snacks`,
  drinks: say`Drinks`,
  household: say`Household goods`,
  other: say`Other`,
};

type FoodState = { readonly aisle: Aisle | null; readonly staple: boolean };

export function foodSummary(name: string, before: FoodState, after: FoodState): Sentence {
  const staple = after.staple ? say`always has “${name}”` : say`no longer always has “${name}”`;
  if (before.aisle === after.aisle) return staple;
  const place =
    after.aisle === null
      ? say`put “${name}” back into its usual aisle`
      : say`put “${name}” under “${aisleNames[after.aisle]}”`;
  return before.staple === after.staple ? place : say`${staple}, and ${place}`;
}

type ListSorting = { readonly byAisle: boolean };

export function listSummary(listName: string, before: ListSorting, after: ListSorting): Sentence {
  if (before.byAisle === after.byAisle) return say`put the aisles of “${listName}” in another order`;
  return after.byAisle ? say`sorted “${listName}” by aisle` : say`no longer sorts “${listName}” by aisle`;
}
