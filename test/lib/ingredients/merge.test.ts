/** Adding up the lines of a shopping list that people write. */
import { expect, test } from "bun:test";
import { mergeLines } from "#lib/ingredients/merge.ts";

test.each([
  ["Milk", "2 l milk", "2 l milk"],
  ["2 l milk", "Milk", "2 l milk"],
  ["2 l milk", "500 ml milk", "2.5 l milk"],
  ["500 g flour", "1 kg Flour", "1.5 kg flour"],
  ["1 egg", "6 eggs", "7 eggs"],
  ["Eggs", "6 large eggs", "6 large eggs"],
  ["Tomato", "tomatoes", "Tomato"],
  ["3 courgettes", "2 zucchini", "5 courgettes"],
  ["2 l milk 3.5%", "1 l milk 3.5%", "3 l milk 3.5%"],
  ["2 cans tomatoes (400 g)", "1 can tomatoes (400 g)", "3 cans tomatoes (400 g)"],
  ["x".repeat(201), "x".repeat(201), null],
  // These would lose a word, or have no common unit.
  ["2 l milk", "1 pack milk", null],
  ["Milk 3.5%", "Milk 1.5%", null],
  ["Milk", "Milk for Grandma", null],
  ["Milk for Grandma", "Milk", null],
  ["organic milk", "2 l milk", null],
  ["6 large eggs", "4 small eggs", null],
  ["Milk", "milk, lactose free", null],
  ["2-3 onions", "1 onion", null],
  ["1 cup flour", "200 g flour", null],
  ["Milk", "Oat milk", null],
  ["Gift card 25", "Gift card 50", null],
  ["Crème", "Creme", null],
  ["", "2 l milk", null],
])("The lines %p and %p of a shopping list become %p", (present, added, merged) => {
  expect(mergeLines(present, added, "en")).toBe(merged);
});

test.each([
  ["Petersilie", "1 Bund Petersilie", "1 Bund Petersilie"],
  ["1,5 l Milch", "1 l Milch", "2,5 l Milch"],
  ["1 Zwiebel", "2 Zwiebeln", "3 Zwiebeln"],
  ["2 kg Kartoffeln", "500 g Kartoffeln", "2,5 kg Kartoffeln"],
])("The German lines %p and %p of a shopping list become %p", (present, added, merged) => {
  expect(mergeLines(present, added, "de")).toBe(merged);
});
