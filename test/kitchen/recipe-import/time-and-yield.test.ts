/** Tests lines of time and yield in pasted text: they become minutes and servings, never an ingredient or a step. */
import { describe, expect, test } from "bun:test";
import { recipeOf, splitText } from "#kitchen/recipe-import/text.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { importing } from "./importing.ts";

const read = (...lines: string[]) => recipeOf(splitText(lines.join("\n")).lines);
const soup = { name: "Soup", ingredients: ["500 g peas", "1 l stock"], steps: ["Simmer the peas.", "Blend it all."] };

test.each([
  ["Serves 4", 4, null],
  ["Serves: 4–6 people", 4, null],
  ["Serves four.", 4, null],
  ["Makes 12 cookies", 12, null],
  ["Makes about 24 small cookies", 24, null],
  ["Yield: 12 muffins", 12, null],
  ["4 servings", 4, null],
  ["Makes one 9-inch pie", null, null],
  ["Makes enough for 4", 4, null],
  ["Makes about 3 cups", null, null],
  ["Serves 4 as a main or 6 as a starter", 4, null],
  ["Serves 4 (or 6 as a side)", 4, null],
  ["Für ca. 4 Personen", 4, null],
  ["Temps : 1h30", null, 90],
  ["Total time: 40 minutes (plus chilling)", null, 40],
  ["30 minutes, plus overnight soaking", null, 30],
  ["For 6 people", 6, null],
  ["Servings 4 people", 4, null],
  ["Für 4 Personen", 4, null],
  ["Portionen: 4", 4, null],
  ["Ergibt 12 Stück", 12, null],
  ["Reicht für 4", 4, null],
  ["Pour 4 personnes", 4, null],
  ["Para 4 personas", 4, null],
  ["Dosi per 4 persone", 4, null],
  ["Voor 4 personen", 4, null],
  ["4 portioner", 4, null],
  ["4 annosta", 4, null],
  ["45 minutes", null, 45],
  ["Time: 45 minutes", null, 45],
  ["Ready in 30 min", null, 30],
  ["Takes 1 hour 10 minutes", null, 70],
  ["Total time: 1½ hours", null, 90],
  ["Total time 1.5 hrs", null, 90],
  ["Total Time 30 minutes mins", null, 30],
  ["Cook: 20-25 minutes", null, 25],
  ["1 h 10 min", null, 70],
  ["Zubereitungszeit: 30 Min.", null, 30],
  ["Arbeitszeit ca. 30 Minuten", null, 30],
  ["Gesamtzeit: 1 Std. 15 Min.", null, 75],
  ["Koch-/Backzeit: 1 Stunde", null, 60],
  ["Dauer: eine Stunde", null, 60],
  ["Fertig in 20 Minuten", null, 20],
  ["Temps de préparation : 20 min", null, 20],
  ["Tiempo: 30 minutos", null, 30],
  ["Cottura: 25 minuti", null, 25],
  ["Bereidingstijd: 30 minuten", null, 30],
  ["Czas przygotowania: 30 minut", null, 30],
  ["Tillagningstid: 30 minuter", null, 30],
  ["Valmistusaika: 45 min", null, 45],
  ["Serves 4 | Prep: 10 min | Cook: 20 min", 4, 30],
  ["Prep 10 min · Cook 20 min", null, 30],
  ["Prep Time 10 mins Cook Time 20 mins Total Time 35 mins Servings 4", 4, 35],
  ["4 Portionen, 30 Minuten", 4, 30],
])("The line %j of a pasted recipe gives the recipe's servings and minutes", (line, servings, prepMinutes) => {
  for (const place of [1, 3, 5]) {
    const lines = [soup.name, ...soup.ingredients, ...soup.steps].toSpliced(place, 0, line);
    expect(read(...lines)).toMatchObject({ ...soup, servings, prepMinutes });
  }
});

test.each([
  "2 portions of fish",
  "4 people's worth of rice",
  "Cook 20 minutes.",
  "Bake for 30 minutes.",
  "Bake 30 minutes at 180 °C.",
  "Rest 1 hour",
  "Serve 4 slices on each plate.",
  "Makes the dough soft, so wait 5 minutes.",
  "Pour 250 ml milk",
  "30 minutes later, stir.",
  "Time to add 2 eggs",
  "Für 20 Minuten in den Ofen.",
  "Zubereitung im Ofen: 180 Grad",
  "4 Eier",
  "12 cookies",
])("The line %j of a pasted recipe stays an ingredient or a step", (line) => {
  const { ingredients, steps } = read(...["Soup", "Ingredients", "500 g peas", "Method", "Simmer.", line, "Blend."]);
  expect({ ingredients, steps }).toEqual({ ingredients: ["500 g peas"], steps: ["Simmer.", line, "Blend."] });
  const listed = read(...["Soup", "Ingredients", "500 g peas", line, "Method", "Simmer."]);
  expect(listed.ingredients).toEqual(["500 g peas", line]);
});

describe("a pasted recipe", () => {
  test("The times of a pasted recipe are added up unless the recipe contains a total time", () => {
    const parts = ["Prep time: 10 min", "Cook time: 20 min", "Resting time: 1 hour"];
    expect(read("Soup", ...parts, "500 g peas", "1 l stock", "Simmer the peas.")).toMatchObject({ prepMinutes: 90 });
    const whole = ["Prep time: 10 min", "Total time: 25 min", "Cook time: 20 min"];
    expect(read("Soup", ...whole, "500 g peas", "1 l stock", "Simmer the peas.")).toMatchObject({ prepMinutes: 25 });
  });

  test("The labels and values of a pasted recipe may be on separate lines", () => {
    const apart = ["Soup", "Prep Time", "10 mins", "Cook Time", "20 mins", "Servings", "4", "Ingredients"];
    expect(read(...apart, ...soup.ingredients, "Method", ...soup.steps)).toMatchObject({
      ...{ ...soup, servings: 4, prepMinutes: 30 },
    });
  });

  test("The servings and minutes of a pasted recipe are not read from the text above the recipe", () => {
    const told = "I have cooked this for 12 years, every 30 minutes.";
    const about = ["Serves 4", "Ready in 45 minutes"];
    expect(read("Soup", told, ...about, "Ingredients", ...soup.ingredients, "Method", ...soup.steps)).toMatchObject({
      ...{ ...soup, servings: 4, prepMinutes: 45 },
    });
  });

  test("The draft of a pasted recipe has the minutes and servings from the text", async () => {
    const { draft } = await importing();
    const text = ["Soup", "4 Portionen", "Dauer: 45 Minuten", ...soup.ingredients, ...soup.steps].join("\n");
    const { status, body } = await draft({ text });
    expect(status).toBe(200);
    expect(body.drafts[0].recipe).toMatchObject({
      ...{ name: "Soup", servings: 4, prepMinutes: 45, ingredients: soup.ingredients },
      instructions: soup.steps.join("\n"),
    });
  });
});

test("Hostile lines of a pasted recipe are read quickly", () => {
  const begun = cpuTime();
  for (const part of [
    "prep ",
    "time: ",
    "1 h ",
    "1 ",
    "serves ",
    "4 portions ",
    "| ",
    "1½",
    "10 min cook ",
    "für ",
    "total-",
  ]) {
    read("Soup", part.repeat(20_000), "500 g peas", part.repeat(20_000), "Simmer the peas.");
  }
  expect(cpuTime() - begun).toBeLessThan(2_000);
});
