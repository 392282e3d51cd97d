/** Tests which needs become one item on a list, and its text. */
import { describe, expect, test } from "bun:test";
import { addUp, foodKey } from "#lib/ingredients/foods.ts";
import { measurePairs, written } from "./samples.ts";

const textsOf = (texts: readonly string[], style: "en" | "de", factor = 1) =>
  addUp(
    texts.map((text) => ({ text, factor, of: text })),
    written(style),
  ).map(({ text }) => text);

describe("ingredient lines and the items of a grocery list", () => {
  test.each([
    [["500 g Mehl", "300 g Mehl"], "de", ["800 g Mehl"]],
    [["200g/7oz butter", "50 g butter"], "en", ["250 g butter"]],
    [["2 Zwiebeln, gehackt", "1 Zwiebel"], "de", ["3 Zwiebeln"]],
    [["2 cloves garlic", "3 garlic cloves"], "en", ["5 cloves garlic"]],
    [["1–2 EL Öl", "1 EL Öl"], "de", ["3 EL Öl"]],
    [["½ lemon", "juice of 1 lemon"], "en", ["1½ lemons"]],
    [["1 (400 g) can tomatoes", "2 cans tomatoes"], "en", ["3 cans tomatoes"]],
    [["200 g flour", "1 cup flour"], "en", ["200 g flour", "1 cup flour"]],
    [["1 Bund Petersilie", "1 Handvoll Petersilie"], "de", ["1 Bund Petersilie", "1 Handvoll Petersilie"]],
    [["1 onion", "1 red onion"], "en", ["1 onion", "1 red onion"]],
    [["milk", "coconut milk"], "en", ["milk", "coconut milk"]],
    [["2 Zwiebeln", "1 onion"], "de", ["2 Zwiebeln", "1 onion"]],
    [["Salt", "Salt, to taste"], "en", ["Salt"]],
    [["2 Zwiebeln, gehackt"], "de", ["2 Zwiebeln"]],
    [["Saft von 1 Zitrone"], "de", ["Saft von 1 Zitrone"]],
  ] as const)(
    "The ingredient lines %j in the language %j become the items %j of a grocery list",
    (texts, style, expected) => {
      expect(textsOf(texts, style)).toEqual([...expected]);
    },
  );

  test.each([
    [["1 Zwiebel", "1 Zwiebel"], "de", ["2 Zwiebeln"]],
    [["1 kleiner Apfel", "2 Äpfel"], "de", ["3 Äpfel"]],
    [["1 large egg", "2 free-range eggs, beaten"], "en", ["3 eggs"]],
    [["1 cherry", "1 cherry"], "en", ["2 cherries"]],
    [["700 g potatoes", "0.5 kg potatoes"], "en", ["1.2 kg potatoes"]],
    [["1 TL Öl", "1 EL Öl"], "de", ["4 TL Öl"]],
    [["500 ml Milch", "2 EL Milch"], "de", ["530 ml Milch"]],
    [["1 lb beef", "8 oz beef"], "en", ["1½ lb beef"]],
    [["400g tin chickpeas", "1 can chickpeas"], "en", ["2 tins chickpeas"]],
    [["¼ cup plus 2 tablespoons sugar", "1 tbsp sugar"], "en", ["7 tablespoons sugar"]],
    [["2 Stück Zwiebel", "1 Zwiebel"], "de", ["3 Zwiebeln"]],
    [["Paprika, rot", "rote Paprika"], "de", ["Paprika, rot"]],
    [["2 Stück Paprika; rot", "1 rote Paprika"], "de", ["3 rote Paprika"]],
    [["1 TL Majoran, getrocknet", "2 TL Majoran, getrocknet"], "de", ["3 TL Majoran, getrocknet"]],
    [["2 - brown onions", "3 - carrots"], "en", ["2 - brown onions", "3 - carrots"]],
    [["2 / 3", "1 (2)"], "en", ["2 / 3", "1 (2)"]],
    [["1 lb boneless, skinless chicken breast", "1 lb chicken breast"], "en", ["2 lb chicken breast"]],
    [["1 chipotle in adobo sauce", "1 chipotle in adobo sauce"], "en", ["2 chipotle in adobo sauce"]],
    [["Salz, Pfeffer", "Salz"], "de", ["Salz, Pfeffer", "Salz"]],
    [["Prise Salz", "1 Prise Salz"], "de", ["2 Prisen Salz"]],
  ] as const)(
    "The unusual ingredient lines %j in the language %j become the items %j of a grocery list",
    (texts, style, expected) => {
      expect(textsOf(texts, style)).toEqual([...expected]);
    },
  );

  test("The amounts of ingredient lines are multiplied by a factor", () => {
    expect(textsOf(["500 g flour, sifted", "salt"], "en", 1.5)).toEqual(["750 g flour", "salt"]);
    const [sum] = addUp(
      [
        { text: "2 eggs", factor: 0.5, of: 1 },
        { text: "1 egg", factor: 2, of: 2 },
      ],
      written("en"),
    );
    expect(sum).toEqual({
      key: "egg|",
      food: "egg",
      unit: "",
      amount: 3,
      text: "3 eggs",
      needs: [
        { of: 1, text: "2 eggs", amount: 1 },
        { of: 2, text: "1 egg", amount: 2 },
      ],
    });
  });

  test("The items of a grocery list are shown in the household's units", () => {
    const needs = ["8 oz flour", "1 lb flour"].map((text) => ({ text, factor: 1, of: text }));
    expect(addUp(needs, { system: "metric", style: "de" }).map(({ text }) => text)).toEqual(["680 g flour"]);
    const metric = ["500 g flour", "250 g flour"].map((text) => ({ text, factor: 1, of: text }));
    expect(addUp(metric, { system: "us", style: "en" }).map(({ text }) => text)).toEqual(["1¾ lb flour"]);
  });

  test("The key of a grocery item does not depend on the order of the ingredients", () => {
    const texts = ["1 kg carrots", "200 g carrots", `2 ${"very ".repeat(80)}long names`];
    const keys = (some: readonly string[]) =>
      addUp(
        some.map((text) => ({ text, factor: 1, of: 0 })),
        written("en"),
      ).map(({ key }) => key);
    expect(keys(texts.toReversed()).toReversed()).toEqual(keys(texts));
    expect(Math.max(...keys(texts).map(({ length }) => length))).toBeLessThanOrEqual(300);
  });
});

test("The amount of an item on a grocery list is the sum of the amounts of its ingredient lines", () => {
  const texts = ["1 kg flour", "200 g flour", "1 oz flour", "2 cups flour", "1 tbsp flour", "flour", "1 bag flour"];
  for (const { amount, needs } of addUp(
    texts.map((text) => ({ text, factor: 1.7, of: 0 })),
    written("en"),
  )) {
    const total = needs.reduce((sum, need) => sum + (need.amount ?? 0), 0);
    expect(total).toBeCloseTo(amount ?? 0, 4);
  }
});

test("At least 99 % of the foods that are added up as equal are really equal", async () => {
  const { precision, recall, same, different } = await measurePairs();
  expect(same + different).toBeGreaterThanOrEqual(600);
  expect(precision).toBeGreaterThanOrEqual(0.99);
  expect(recall).toBeGreaterThanOrEqual(0.85);
});

test.each([
  ["large free-range eggs", "egg"],
  ["Reis-Nudeln", "reisnudel"],
  ["Reisnudeln", "reisnudel"],
  ["frisch gepresster Zitronensaft", "zitronensaft"],
  ["minced beef", "mincedbeef"],
  ["crushed tomatoes", "crushedtomato"],
  ["freshly ground black pepper", "blackpepper"],
  ["oil for frying", "oil"],
  ["", ""],
])("The food %j has the key %j, by which equal ingredients are added up", (food, key) => {
  expect(foodKey(food)).toBe(key);
});
