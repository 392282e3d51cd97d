/** Tests the aisles of foods. */
import { expect, test } from "bun:test";
import { english, german } from "#lib/ingredients/aisle-words.ts";
import { aisleOf, aisles } from "#lib/ingredients/aisles.ts";
import { cpuTime } from "../../support/cpu-time.ts";

test.each([
  ["apples", "produce"],
  ["Apfelsaft", "drinks"],
  ["apple juice", "drinks"],
  ["red bell peppers", "produce"],
  ["black pepper", "spices"],
  ["Vollkornmehl", "baking"],
  ["frozen peas", "frozen"],
  ["TK-Spinat", "frozen"],
  ["canned peaches", "tins"],
  ["Bohnen in Dosen", "tins"],
  ["coconut milk", "tins"],
  ["Hafermilch", "dairy"],
  ["Hühnereier", "dairy"],
  ["Räucherlachs", "meat"],
  ["chicken thighs", "meat"],
  ["Rapsöl", "spices"],
  ["Basmati-Reis", "pasta"],
  ["peanut butter", "breakfast"],
  ["Erdnussbutter", "breakfast"],
  ["Butter", "dairy"],
  ["potato chips", "snacks"],
  ["Zartbitterschokolade", "snacks"],
  ["toilet paper", "household"],
  ["Spülmaschinentabs", "household"],
  ["fresh basil, chopped", "produce"],
  ["rote Zwiebeln", "produce"],
  ["Blätterteig", "chilled"],
  ["Brötchen", "bakery"],
  ["1,5 kg Kartoffeln", "produce"],
  ["3 cans tomatoes", "tins"],
  ["1 Dose Mais", "tins"],
  ["500 g Mehl, gesiebt", "baking"],
  ["Milch 1 l", "dairy"],
  ["1 Bund Petersilie", "produce"],
  ["something else", "other"],
  ["constructor", "other"],
  ["", "other"],
] as const)("The food %j is found in the aisle “%s” of a shop", (food, aisle) => {
  expect(aisleOf(food)).toBe(aisle);
});

test("Each of the 14 aisles of a shop has words in English and German", () => {
  expect(aisles).toHaveLength(15);
  for (const words of [english, german]) {
    expect(Object.keys(words)).toEqual(aisles.slice(0, -1));
    expect(Object.values(words).join().split(",").length).toBeGreaterThan(450);
  }
});

test("The aisle of a hostile, very long text is found in bounded time", () => {
  const begun = cpuTime();
  for (const part of ["a", "ab ", "öl", "tk-", "dosen"]) expect(aisles).toContain(aisleOf(part.repeat(100_000)));
  expect(cpuTime() - begun).toBeLessThan(500);
});
