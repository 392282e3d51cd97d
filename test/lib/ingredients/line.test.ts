/** Lines of ingredients. `bun run prove:ingredients` measures the same on labelled lines of real recipes. */
import { expect, test } from "bun:test";
import { scaleText } from "#lib/ingredients/amounts.ts";
import { parseLine } from "#lib/ingredients/line.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { germanLines, isRead, movingTexts, written } from "./samples.ts";

test.each([
  ["500 g flour", 500, "g", "flour", ""],
  ["1 1/2 cups milk", 1.5, "cup", "milk", ""],
  ["1½ cups of milk", 1.5, "cup", "milk", ""],
  ["1,5 kg Mehl", 1.5, "kg", "Mehl", ""],
  ["1–2 EL Öl", 2, "tbsp", "Öl", ""],
  ["5- to 6-pound turkey", 6, "lb", "turkey", ""],
  ["¼-½ tsp chili", 0.5, "tsp", "chili", ""],
  ["200g/7oz butter, diced", 200, "g", "butter", "diced"],
  ["1lb 2oz plums", 1, "lb", "plums", ""],
  ["2 x 400 g cans tomatoes", 2, "can", "tomatoes", ""],
  ["2 x 250 g Mozzarella", 500, "g", "Mozzarella", ""],
  ["1 (14 oz) can black beans (rinsed)", 1, "can", "black beans", "(rinsed)"],
  ["2 14-ounce cans tomatoes", 2, "can", "tomatoes", ""],
  ["400g tin of tomatoes", 400, "g", "tomatoes", ""],
  ["3 garlic cloves, crushed", 3, "clove", "garlic", "crushed"],
  ["2 Knoblauchzehen", 2, "clove", "Knoblauch", ""],
  ["4 cloves", 4, "", "cloves", ""],
  ["juice of ½ lemon", 0.5, "", "lemon", ""],
  ["Mehl 200 g", 200, "g", "Mehl", ""],
  ["Heavy cream, 1½ cups", 1.5, "cup", "Heavy cream", ""],
  ["2 boneless, skinless chicken breasts", 2, "", "boneless, skinless chicken breasts", ""],
  ["1 large onion (about 200 g), chopped", 1, "", "large onion", "(about 200 g), chopped"],
  ["2 Zwiebel(n)", 2, "", "Zwiebel", ""],
  ["2 - Brown Onions, diced", 2, "", "Brown Onions", "diced"],
  ["2 à 3 tomates", 3, "", "tomates", ""],
  ["half a dozen eggs", 6, "", "eggs", ""],
  ["a pinch of salt", null, "pinch", "salt", ""],
  ["salt, to taste", null, "", "salt", "to taste"],
  ["Weizenmehl Type 405", null, "", "Weizenmehl Type 405", ""],
  ["", null, "", "", ""],
  ["½", 0.5, "", "", ""],
  ["1/0 lemon", 1, "", "/0 lemon", ""],
])("The ingredient line %j is split into amount, unit, food and note", (text, amount, unit, food, note) => {
  const line = parseLine(text);
  expect({ amount: line.amount, unit: line.unit?.id ?? "", food: line.food, note: line.note }).toEqual({
    ...{ amount, unit, food, note },
  });
  expect(line.text).toBe(text);
});

test.each([
  ["7-Up 1 can", 1, "can", "7-Up"],
  ["7up, 1 can", 1, "can", "7up"],
  ["7 Up 2 cans", 2, "can", "7 Up"],
  ["2 cans 7-Up", 2, "can", "7-Up"],
  ["2 7-Up", 2, "", "7-Up"],
  ["3,5 % Milch 1 l", 1, "l", "3,5 % Milch"],
  ["0,1 % Joghurt 500 g", 500, "g", "0,1 % Joghurt"],
  ["2 % milk", null, "", "2 % milk"],
  ["70%ige Schokolade 100 g", 100, "g", "70%ige Schokolade"],
  ["Milch 3,5 %", null, "", "Milch 3,5 %"],
  ["40° spirit 20 ml", 20, "ml", "40° spirit"],
  ["80/20 ground beef 500 g", 500, "g", "80/20 ground beef"],
  ["93/7 ground turkey", null, "", "93/7 ground turkey"],
  ["16/20 shrimp 1 lb", 1, "lb", "16/20 shrimp"],
  ["60/40 Saatgut 200 g", 200, "g", "60/40 Saatgut"],
  ["1 80/20 burger patty", 1, "", "80/20 burger patty"],
  ["500 g 80/20 ground beef", 500, "g", "80/20 ground beef"],
  ["405er Mehl 500 g", 500, "g", "405er Mehl"],
  ["1050er Weizenmehl", null, "", "1050er Weizenmehl"],
  ["6er Pack Eier", null, "", "6er Pack Eier"],
  ["00 flour 300 g", 300, "g", "00 flour"],
  ["Tipo 00 flour 300 g", 300, "g", "Tipo 00 flour"],
  ["Mehl 00 300 g", 300, "g", "Mehl 00"],
  ["5-spice powder 1 tsp", 1, "tsp", "5-spice powder"],
  ["5 spice powder 1 tsp", 1, "tsp", "5 spice powder"],
  ["five-spice powder, 1 tsp", 1, "tsp", "five-spice powder"],
  ["5-Korn-Flocken 50 g", 50, "g", "5-Korn-Flocken"],
  ["7-grain bread 2 slices", 2, "slice", "7-grain bread"],
  ["4-Käse-Pizza 1 Stück", 1, "", "4-Käse-Pizza"],
  ["half-and-half 1 cup", 1, "cup", "half-and-half"],
  ["half & half", null, "", "half & half"],
  ["1000 island dressing 2 tbsp", 2, "tbsp", "1000 island dressing"],
  ["12 year old whisky 50 ml", 50, "ml", "12 year old whisky"],
  ["18 Monate gereifter Parmesan 50 g", 50, "g", "18 Monate gereifter Parmesan"],
  ["80 proof vodka 50 ml", 50, "ml", "80 proof vodka"],
  ["3 in 1 coffee 2 sachets", 2, "sachet", "3 in 1 coffee"],
  ["0 g sugar", null, "", "sugar"],
  ["0 eggs", null, "", "eggs"],
  ["0-1 chilli", 1, "", "chilli"],
])("A number in the name of a food is not read as an amount: %j", (text, amount, unit, food) => {
  const line = parseLine(text);
  expect({ amount: line.amount, unit: line.unit?.id ?? "", food: line.food }).toEqual({ amount, unit, food });
});

test.each([
  "1-large onion",
  "2-3 carrots",
  "1 day-old baguette",
  "225/8oz plain flour",
  "4 spice bags",
  "3 cheese slices",
  "10 grains of pepper",
  "3/4 cup milk",
])("A number that looks like part of a food's name is still read as an amount: %j", (text) => {
  expect(parseLine(text).amount).not.toBeNull();
});

test("An ingredient line may have a second amount, and a pack with a size and a kind", () => {
  expect(parseLine("¼ cup plus 2 tablespoons sugar").plus).toMatchObject([{ amount: 2, unit: { id: "tbsp" } }]);
  expect(parseLine("1 (400 g) can tomatoes").pack).toMatchObject({ amount: 400, unit: { id: "g" } });
  expect(parseLine("400g tin of tomatoes").container).toMatchObject({ id: "can" });
});

test("At least 97 % of the German ingredient lines in the sample are read correctly", async () => {
  const lines = await germanLines();
  const wrong = lines.filter(({ text, amount, unit }) => !isRead(parseLine(text), amount, unit));
  expect(lines.length).toBeGreaterThanOrEqual(300);
  expect(wrong.length / lines.length).toBeLessThanOrEqual(0.03);
});

test("An amount of an ingredient that is written, read and written again does not change", () => {
  expect(movingTexts(500, 7)).toEqual([]);
});

const parts = [
  "1 ",
  "1/",
  "½",
  "(",
  "1-",
  "1 x ",
  "g ",
  "1g/",
  "and ",
  "peeled, ",
  "(n)",
  "ab / ",
  "Saft ",
  "1 or ",
  "\u00ad",
];
test("A hostile ingredient line is read in linear time, whatever the line repeats", () => {
  const begun = cpuTime();
  let characters = 0;
  for (const one of parts) {
    for (const other of parts) {
      const text = (one + other).repeat(5_000).slice(0, 20_000);
      for (const each of [text, text.slice(0, 200), `${text.slice(0, 199)}!`]) {
        expect(scaleText(each, 1, written("en"))).toBe(each);
        parseLine(each);
        characters += 200;
      }
    }
  }
  // 0.3 µs a character; a quadratic pattern would take 60 times as long for 20,000 characters.
  expect((cpuTime() - begun) / characters).toBeLessThan(0.05);
});

test.each([
  ["12-inch tortilla", null, "12-inch tortilla"],
  ["2 12-inch tortillas", 2, "tortillas"],
  ["2-inch piece ginger", 2, "ginger"],
  ["10 cm kombu", 10, "kombu"],
])("The size of a food is not read as an amount: %j", (text, amount, food) => {
  expect(parseLine(text)).toMatchObject({ amount, food });
});
