/**
 * Random sequences of planning, grocery runs, ticks, edits, moves, removals, nights and undo. What items are for is compared
 * with a simple ledger: every open item of ours reads what its needs add up to, nothing is bought twice, and nothing that was
 * ticked off comes back. GROCERY_SEQUENCES sets the number of sequences. This is a sample; `bun run prove:groceries` runs
 * 10,000.
 */
import { expect, test } from "bun:test";
import { updateFood } from "#kitchen/groceries/foods.store.ts";
import type { ShoppingOrder } from "#kitchen/groceries/model.ts";
import { createMeal, deleteMeal, updateMeal } from "#kitchen/meals/store.ts";
import { convertBlock, createBlock, deleteBlock, moveBlock, updateBlock } from "#lists/blocks/store.ts";
import { deleteList } from "#lists/lists/store.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { type Dice, diceFrom } from "../support/random/rules.ts";
import { monday } from "../support/records/meals.ts";
import { Kitchen, keyOf, week } from "./grocery-ledger.ts";

const sequences = Number(process.env.GROCERY_SEQUENCES ?? 120);
const steps = 30;
const perDatabase = 100;

function orderFrom(kitchen: Kitchen, dice: Dice): ShoppingOrder {
  const ofWeek = { weekStart: monday, ...(dice.chance(0.3) && { days: [dice.pick(week), "2026-11-29"] }) };
  const recipe = { recipeId: dice.pick(kitchen.recipes), servings: dice.pick([1, 2, 4]) };
  const order = { language: "de" as const, ...(dice.chance(0.2) ? recipe : ofWeek) };
  const keys = [...kitchen.wantedIn(order).keys(), ...(dice.chance(0.05) ? ["Mehl"] : [])].map(keyOf);
  return {
    ...order,
    ...(dice.chance(0.2) && { listId: dice.pick(kitchen.lists) }),
    ...(keys.length > 0 && dice.chance(0.3) && { leaveOut: [dice.pick(keys)] }),
    ...(keys.length > 0 && dice.chance(0.3) && { include: [dice.pick(keys)] }),
  };
}

function step(kitchen: Kitchen, dice: Dice): void {
  const meal = dice.pick([...kitchen.meals(), null]);
  const block = dice.pick([...kitchen.blocks(), null]);
  const kind = dice.whole(1, 26);
  if (kind <= 4) {
    const recipeId = dice.pick(kitchen.recipes);
    const servings = dice.pick([null, 1, 2, 4]);
    kitchen.change((work) => createMeal(work, { date: dice.pick(week), mealType: "dinner", recipeId, servings }));
  } else if (kind <= 8) kitchen.runTwice(orderFrom(kitchen, dice));
  else if (kind === 9) kitchen.now = new Date(kitchen.now.getTime() + (dice.chance(0.3) ? 86_400_000 : 60_000));
  else if (kind === 10) {
    const staple = dice.chance(0.5);
    kitchen.change(
      (work) => updateFood(work, { text: "Salz", staple }),
      () => (staple ? kitchen.staples.add("Salz") : kitchen.staples.delete("Salz")),
    );
  } else if (kind === 11) {
    const content = dice.pick(["Mehl", "1 kg Zucker", "Kerzen"]);
    kitchen.change((work) => createBlock(work, dice.pick(kitchen.lists), { type: "task", content }));
  } else if (kind <= 17 && meal) {
    if (kind <= 13) kitchen.change((work) => updateMeal(work, meal.id, { servings: dice.pick([1, 2, 4, 6]) }));
    else if (kind === 14) {
      kitchen.change((work) =>
        updateMeal(work, meal.id, { date: dice.pick(week), mealType: "lunch", slot: dice.whole(0, 1) }),
      );
    } else if (kind === 15) kitchen.change((work) => deleteMeal(work, meal.id));
    else kitchen.takeOff(meal.id);
  } else if (kind <= 23 && block) {
    const { id, listId } = block;
    if (kind <= 19) kitchen.change((work) => updateBlock(work, listId, id, { done: dice.chance(0.8) }));
    else if (kind === 20) {
      const content = dice.pick(["Brösel", "2 kg Mehl", "Zucker", kitchen.stored().get(id)?.rendered ?? "Kerzen"]);
      kitchen.change((work) => updateBlock(work, listId, id, { content }));
    } else if (kind === 21) kitchen.drop([id], (work) => deleteBlock(work, listId, id));
    else if (kind === 22) kitchen.change((work) => moveBlock(work, listId, id, dice.pick(kitchen.lists)));
    else if (dice.chance(0.5))
      kitchen.drop([id], (work) => convertBlock(work, listId, id, block.type === "task" ? "header" : "task"));
    else {
      const ids = kitchen.blocks().flatMap((each) => (each.listId === listId ? [each.id] : []));
      kitchen.drop(ids, (work) => deleteList(work, listId));
    }
  } else if (kitchen.entries.length > 0) kitchen.undo(dice.pick(kitchen.entries.slice(-5)));
}

test(`Grocery items agree with a simple model of the needed amounts, in ${sequences} sequences of ${steps} changes`, () => {
  let db = openInMemory();
  const counts = { runs: 0, undone: 0, refused: 0 };
  for (let seed = 1; seed <= sequences; seed++) {
    if (seed % perDatabase === 0) db = openInMemory();
    const kitchen = new Kitchen(db);
    const dice = diceFrom(seed);
    let count = 0;
    try {
      for (; count < steps; count++) {
        const ticked = kitchen.blocks().filter(({ done }) => done === 1);
        const { length } = kitchen.entries;
        const { undone, runs } = kitchen.counts;
        step(kitchen, dice);
        kitchen.check();
        if (kitchen.counts.runs === runs || kitchen.counts.undone > undone) continue;
        // A run leaves alone what is ticked off.
        const after = kitchen.blocks().filter(({ done }) => done === 1);
        expect(after).toEqual(ticked);
        expect(kitchen.entries.length - length).toBeLessThanOrEqual(1);
      }
    } catch (error) {
      throw new Error(`Seed ${seed}, change ${count}`, { cause: error });
    }
    for (const name of ["runs", "undone", "refused"] as const) counts[name] += kitchen.counts[name];
  }
  expect(counts.runs).toBeGreaterThan(sequences * 4);
  expect(counts.undone).toBeGreaterThan(sequences);
}, 3_600_000);
