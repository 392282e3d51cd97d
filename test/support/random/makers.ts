/** Reads the current state of a household, and creates random changes of that state. */
import type { Home } from "../home/home.ts";
import type { Dice } from "./rules.ts";

/** Request that the server may accept or refuse. */
export type Change = { readonly method: string; readonly path: string; readonly body?: object };

/** Current state of a household, as far as random changes need it. */
export type Present = Awaited<ReturnType<typeof readPresent>>;

/** Function that creates a random change. Returns null if the state contains nothing to change. */
export type Maker = (present: Present, dice: Dice) => Change | null;

/** Reads the current state of a household. */
export async function readPresent(home: Home) {
  const anna = home.as(home.members.anna);
  const read = async (path: string) => (await anna.get(path)).body;
  const { sections } = await read("/v1/lists");
  const week = await read("/v1/meals?weekStart=2026-11-23");
  const lists: any[] = sections.flatMap((section: any) => section.lists);
  return {
    members: (await read("/v1/households/me/members")).members as any[],
    tasks: (await read("/v1/tasks")).tasks as any[],
    events: (await read("/v1/events?raw=true&from=2026-01-01T00:00:00Z&to=2027-12-31T00:00:00Z")).events as any[],
    instances: (await read("/v1/events?from=2026-11-01T00:00:00Z&to=2027-01-01T00:00:00Z")).events as any[],
    recipes: (await read("/v1/recipes")).recipes as any[],
    meals: week.meals as any[],
    repeats: (await read("/app/meal-repeats")).repeats as any[],
    chores: (await read("/v1/chores")).chores as any[],
    checkIns: (await read("/v1/check-ins")).checkIns as any[],
    sections: sections as any[],
    lists,
    blocks: lists.flatMap((list) =>
      list.blocks.map((block: any) => ({ ...block, listId: list.id, siblings: list.blocks })),
    ),
  };
}

/** Texts for random changes. Some of them are hard to sort or to display. */
export const words = ["Milk", "Bread", "Été", "苹果", "Tyre", "<b>bold</b>", "Piano", "Grandma"];
export const call = (method: string, path: string, body?: object): Change => ({
  method,
  path,
  ...(body ? { body } : {}),
});

/** Returns a random item, or null if the array is empty. */
export function any<Item>(dice: Dice, items: readonly Item[]): Item | null {
  return items.length === 0 ? null : dice.pick(items);
}

/** Returns the items in a random order. */
export function shuffled<Item>(dice: Dice, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: dice.whole(0, 1e6) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Creates a change of a random item among the given ones. */
export function on<Item>(
  items: (present: Present) => readonly Item[],
  make: (item: Item, dice: Dice, present: Present) => Change | null,
): Maker {
  return (present, dice) => {
    const item = any(dice, items(present));
    return item === null ? null : make(item, dice, present);
  };
}
