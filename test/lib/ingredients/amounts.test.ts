/** Rounding, display and scaling. */
import { expect, test } from "bun:test";
import { inSystem, roundAmount, scaleText, writeMeasure } from "#lib/ingredients/amounts.ts";
import { unitById } from "#lib/ingredients/units.ts";
import { written } from "./samples.ts";

test.each([
  [0.1, "g", 0.5],
  [4.2, "g", 4],
  [9.8, "g", 10],
  [47.4, "ml", 47],
  [333, "g", 335],
  [1.2345, "kg", 1.23],
  [1.005, "kg", 1.01],
  [0.6, "tsp", 0.5],
  [1.9, "tbsp", 2],
  [0.3334, "cup", 1 / 3],
  [0.6, "cup", 0.5],
  [0.005, "cup", 0.25],
  [2.3, "clove", 2.5],
  [0.1, "", 0.5],
])("The amount %d %s of an ingredient is rounded to %d", (amount, id, expected) => {
  expect(roundAmount(amount, unitById(id))).toBeCloseTo(expected, 6);
});

test("Amounts of ingredients are written in the usual form of the household's language", () => {
  const write = (amount: number, id: string, style: "en" | "de") => writeMeasure({ amount, unit: unitById(id) }, style);
  expect(write(1.25, "kg", "en")).toBe("1.25 kg");
  expect(write(1.25, "kg", "de")).toBe("1,25 kg");
  expect(write(1.5, "", "de")).toBe("1½");
  expect(write(0.75, "tsp", "en")).toBe("¾ tsp");
  expect(write(2, "clove", "en")).toBe("2 cloves");
  expect(write(1, "dose", "de")).toBe("1 Dose");
  expect(write(3, "dose", "de")).toBe("3 Dosen");
});

test.each([
  ["500 g flour", 2, "1000 g flour"],
  ["200g/7oz butter, diced", 1.5, "300g/10½oz butter, diced"],
  ["1,5 kg Mehl", 1.5, "2,25 kg Mehl"],
  ["1.5 kg flour", 1.5, "2.25 kg flour"],
  ["1–2 EL Öl", 2, "2–4 EL Öl"],
  ["1 Zehe Knoblauch, gehackt", 2, "2 Zehen Knoblauch, gehackt"],
  ["4 cloves garlic", 0.25, "1 clove garlic"],
  ["1/3 cup sugar", 2, "⅔ cup sugar"],
  ["2 x 400 g cans tomatoes", 2, "4 x 400 g cans tomatoes"],
  ["1 (14 oz) can beans", 3, "3 (14 oz) can beans"],
  ["¼ cup plus 2 tablespoons sugar", 2, "½ cup plus 4 tablespoons sugar"],
  ["juice of ½ lemon", 4, "juice of 2 lemons"],
  ["Mehl 200 g", 0.5, "Mehl 100 g"],
  ["salt, to taste", 3, "salt, to taste"],
  ["a pinch of salt", 3, "a pinch of salt"],
  ["  2   eggs ", 1, "  2   eggs "],
])("The ingredient line %j times %d is %j", (text, factor, expected) => {
  expect(scaleText(text, factor, written("en"))).toBe(expected);
});

test.each([
  ["8 oz flour", "metric", "225 g flour"],
  ["2 lb beef", "metric", "905 g beef"],
  ["3 cups water", "metric", "720 ml water"],
  ["2 tbsp oil", "metric", "2 tbsp oil"],
  ["200g/7oz butter", "us", "200g/7oz butter"],
  ["500 g Mehl", "us", "1 lb Mehl"],
  ["250 ml Milch", "us", "1 cup Milch"],
  ["2 Zwiebeln", "us", "2 Zwiebeln"],
] as const)("The ingredient line %j converted to %s units is %j", (text, system, expected) => {
  expect(scaleText(text, 1, { system, style: "en" })).toBe(expected);
});

test("An amount that is already in the wanted system of units is not converted", () => {
  const kilos = { amount: 0.5, unit: unitById("kg") };
  expect(inSystem(kilos, "metric")).toBe(kilos);
  expect(inSystem(kilos, "written")).toBe(kilos);
});

test.each([
  ["12-inch tortilla", 2, "en", "12-inch tortilla"],
  ["2 12-inch tortillas", 2, "en", "4 12-inch tortillas"],
  ["2-inch piece ginger", 2, "en", "4-inch piece ginger"],
  ["10 cm kombu", 2, "en", "20 cm kombu"],
  ["7-Up 1 can", 2, "en", "7-Up 2 cans"],
  ["500 g 405er Mehl", 2, "de", "1000 g 405er Mehl"],
  ["2 % milk", 2, "en", "2 % milk"],
  ["0 g sugar", 2, "en", "0 g sugar"],
  ["1 to 1½ carrots", 0.4, "en", "½ carrot"],
  ["1-2 Karotten", 0.3, "de", "½ Karotte"],
  ["1 cm to 1.1 cm ginger", 2, "en", "2 cm to 2.25 cm ginger"],
  ["1 to 2 cups rice", 0.1, "en", "¼ cup rice"],
  ["1 egg", 2, "en", "2 eggs"],
  ["1 large egg, beaten", 3, "en", "3 large eggs, beaten"],
  ["½ tomato", 4, "en", "2 tomatoes"],
  ["½ tomato", 2, "en", "1 tomato"],
  ["1 bay leaf", 2, "en", "2 bay leaves"],
  ["1 garlic", 2, "en", "2 garlic"],
  ["1 egg or 2 tbsp water", 2, "en", "2 eggs or 2 tbsp water"],
  ["1 onion chopped", 2, "en", "2 onion chopped"],
  ["1 Zwiebel", 2, "de", "2 Zwiebeln"],
  ["1 Zwiebel, gehackt", 2, "en", "2 Zwiebeln, gehackt"],
  ["1 große Zwiebel", 3, "de", "3 große Zwiebeln"],
  ["1 kleiner Apfel", 2, "de", "2 kleiner Apfel"],
  ["1 Apfel", 2, "de", "2 Äpfel"],
  ["1 orange", 2, "de", "2 oranges"],
  ["1 Orange", 2, "de", "2 Orangen"],
  ["1 Orange", 2, "en", "2 Oranges"],
  ["1 Ei", 2, "de", "2 Eier"],
  ["2 eggs", 2, "en", "4 eggs"],
  ["2 large eggs", 0.5, "en", "1 large egg"],
  ["2 Zwiebeln, gehackt", 0.5, "de", "1 Zwiebel, gehackt"],
  ["2 cloves garlic", 0.5, "en", "1 clove garlic"],
  ["2 Äpfel", 0.5, "de", "1 Äpfel"],
] as const)("The ingredient line “%s” times %d, in the language %s, is “%s”", (text, factor, style, expected) => {
  expect(scaleText(text, factor, { system: "written", style })).toBe(expected);
});
