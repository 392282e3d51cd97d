/**
 * Measures the reading of ingredients at full size: `bun run prove:ingredients`. CORPORA names a folder that holds
 * `labelled/` (CSV files of strangetom/ingredient-parser), `pages/` (JSON files of hhursev/recipe-scrapers' test data) and
 * `kitchenowl/` (attributes.json, en.json and de.json of its templates). Without it only our own samples are measured.
 */

import { type Aisle, aisleOf } from "#lib/ingredients/aisles.ts";
import { scaleText } from "#lib/ingredients/amounts.ts";
import { addUp, readIngredient } from "#lib/ingredients/foods.ts";
import { parseLine } from "#lib/ingredients/line.ts";
import { isRight, labelledFoods, labelledLines, pageLines } from "./corpora.ts";
import { germanLines, isRead, measurePairs, movingTexts, written } from "./samples.ts";

const folder = process.env.CORPORA;
const isVerbose = process.env.VERBOSE === "1";

function report(name: string, value: number, least: number, detail = ""): void {
  const isMet = value >= least;
  if (!isMet) process.exitCode = 1;
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  console.log(`${isMet ? "met   " : "MISSED"} ${name}: ${percent(value)} (at least ${percent(least)}) ${detail}`);
}

const showWrong = (wrong: readonly string[]) => {
  if (isVerbose) for (const each of wrong) console.log(`  ${each}`);
};

const german = await germanLines();
const misread = german.filter(({ text, amount, unit }) => !isRead(parseLine(text), amount, unit));
report("German lines by hand", 1 - misread.length / german.length, 0.97, `of ${german.length}`);
showWrong(misread.map(({ text }) => text));

const pairs = await measurePairs();
report("pairs, precision", pairs.precision, 0.99, `of ${pairs.same + pairs.different}`);
report("pairs, recall", pairs.recall, 0.85);
showWrong([...pairs.wronglyJoined, ...pairs.missed]);

const moving = movingTexts(10_000, Number(process.env.SEED ?? 1));
report("fixed points", 1 - moving.length / 10_000, 1, "of 10,000");
showWrong(moving);

/** The categories have no shelf for baking, spices or breakfast: those stand among "canned", "grain" and "snacks". */
const aislesOf: Readonly<Record<string, readonly Aisle[]>> = {
  canned: ["tins", "spices", "baking", "breakfast", "pasta"],
  refrigerated: ["chilled", "meat", "dairy"],
  dairy: ["dairy", "chilled"],
  grain: ["pasta", "baking", "breakfast", "tins"],
  bread: ["bakery"],
  fruits_vegetables: ["produce"],
  hygiene: ["household"],
  snacks: ["snacks", "breakfast"],
  freezer: ["frozen"],
  drinks: ["drinks"],
};
/** Labels that no shop would agree with: flour as dairy, olive oil as bread, ketchup as frozen. */
const mislabelled = new Set(
  `flour wheat_flour olive_oil canola_oil plant_oil peanut_oil garam_masala turmeric cinnamon_stick ketchup
   vitamin_tablets powdered_sugar gluten curry_powder dill`.split(/\s+/),
);

if (folder) {
  const sets = [
    ["BBC", "bbc-ingredients-snapshot-2017.csv", 0.96],
    ["Cookstr", "cookstr-ingredients-snapshot-2017.csv", 0.93],
    ["Taste", "tastecooking-ingredients-snapshot-2024.csv", 0.94],
  ] as const;
  for (const [name, file, least] of sets) {
    const lines = await labelledLines(folder, file);
    const marks = lines.map((label) => ({ ...isRight(parseLine(label.text), label), text: label.text }));
    const share = (some: readonly unknown[]) => some.length / lines.length;
    const wrong = marks.filter(({ isAmount, isUnit }) => !isAmount || !isUnit);
    report(`${name}, amount and unit`, 1 - share(wrong), least, `of ${lines.length}`);
    report(`${name}, amount`, share(marks.filter(({ isAmount }) => isAmount)), 0.99);
    showWrong(wrong.map(({ text }) => text));
  }

  const lines = await pageLines(folder);
  const changed = lines.filter(({ text }) => {
    for (const system of ["metric", "us"] as const) {
      for (const factor of [0.5, 1, 2.5]) scaleText(text, factor, { system, style: "de" });
    }
    addUp(
      [1, 2].map((factor) => ({ text, factor, of: factor })),
      written("en"),
    );
    return scaleText(text, 1, written("de")) !== text;
  });
  report("lines of pages, unchanged by × 1", 1 - changed.length / lines.length, 1, `of ${lines.length}`);
  const unread = lines.filter(({ text, language }) => {
    return language === "de" && /^\W*[\d½¼¾]/.test(text) && parseLine(text).amount === null;
  });
  console.log(`       German lines that start with a digit and have no amount: ${unread.length}`);
  showWrong(unread.map(({ text }) => text));

  for (let run = 0; run < 3; run++) {
    const week = lines.slice(run * 840, run * 840 + 840).map(({ text }) => ({ text, factor: 1.5, of: text }));
    const begun = performance.now();
    const first = addUp(week, written("en")).length;
    const read = performance.now();
    const cache = new Map(week.map(({ text }) => [text, readIngredient(text)]));
    const cached = performance.now();
    addUp(week, written("en"), (text) => cache.get(text) ?? readIngredient(text));
    const [cold, warm] = [read - begun, performance.now() - cached].map((each) => each.toFixed(1));
    console.log(`       a week of 840 lines, ${first} items: ${cold} ms, ${warm} ms if they were read before`);
  }

  for (const language of ["en", "de"]) {
    const foods = await labelledFoods(folder, language);
    const wrong = foods.filter(({ name, category }) => !aislesOf[category]?.includes(aisleOf(name)));
    const known = foods.filter(({ key }) => !mislabelled.has(key));
    const really = wrong.filter(({ key }) => !mislabelled.has(key));
    console.log(`       aisles, ${language}, all labels: ${((1 - wrong.length / foods.length) * 100).toFixed(2)} %`);
    report(`aisles, ${language}`, 1 - really.length / known.length, 0.9, `of ${known.length} of ${foods.length}`);
    showWrong(really.map(({ name, category }) => `${name}: ${category}, ours ${aisleOf(name)}`));
  }
} else {
  console.log("CORPORA names no folder: labelled lines, pages and foods are not measured.");
}
