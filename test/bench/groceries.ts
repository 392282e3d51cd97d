/**
 * `bun run bench:groceries`: what a week of 42 meals with 20 ingredients each needs, put on a list and added up, in process:
 * the first time, when no line was read before, and again beside the purchases of four earlier weeks, as many as are kept.
 */

import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { listItems, previewShopping, removeShopping, shop, textsToParse } from "#kitchen/groceries/shopping.ts";
import { slotsOf } from "#kitchen/meals/cell.ts";
import { createMeal } from "#kitchen/meals/store.ts";
import { createRecipe } from "#kitchen/recipes/store.ts";
import { readLine } from "#lib/ingredients/read.ts";
import { mealTypes } from "#lib/wire.ts";
import { transact } from "#platform/db/client.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { asMember, systemWork } from "#platform/work.ts";
import { cpuTime } from "../support/cpu-time.ts";

const mealsAWeek = 42;
const linesOfRecipe = 20;
const earlierWeeks = 5;
const runs = 30;
const start = "2026-11-30";
const weekOf = (count: number) =>
  Temporal.PlainDate.from(start)
    .add({ days: 7 * count })
    .toString();
const noon = (date: string) => new Date(`${date}T11:00:00Z`);

const foods = (
  "Mehl Zucker Butter Milch Reis Zwiebeln Knoblauchzehen Tomaten Karotten Kartoffeln Lauch Paprika Zucchini Auberginen Linsen " +
  "Kichererbsen Bohnen Erbsen Mais Spinat Sahne Joghurt Quark Parmesan Mozzarella Feta Eier Hackfleisch Hähnchenbrust Lachs " +
  "Thunfisch Schinken Speck Nudeln Spaghetti Couscous Bulgur Haferflocken Honig Senf Essig Olivenöl Sojasauce Ingwer Chili " +
  "Petersilie Basilikum Dill Thymian Rosmarin Oregano Zimt Kreuzkümmel Curry Salz Pfeffer Zitronen Orangen Äpfel Bananen"
).split(" ");
const measures = ["500 g", "250 g", "2", "3 EL", "1 TL", "½ Bund", "200 ml", "1 Dose", "1–2", ""];
const kinds = ["", "rote ", "Baby", "Bio-", "Wild", "grüne "];
const notes = ["", ", gehackt", " (fein)", ", in Scheiben", " zum Garnieren"];

const db = openInMemory();
const household = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, noon(start));
const anna = addMember(systemWork(db, household, noon(start)), { name: "Anna", role: "owner" });
const workAt = (date: string) => asMember(systemWork(db, household, noon(date)), anna);

let made = 0;
const nextLine = () => {
  made += 7;
  const food = foods[made % foods.length] ?? "";
  const kind = kinds[Math.floor(made / foods.length) % kinds.length];
  return `${measures[made % measures.length]} ${kind}${food}${notes[made % notes.length]}`.trim();
};
const planWeek = (weekStart: string) => {
  const work = workAt(weekStart);
  const cells = Array.from({ length: 7 }, (_, day) => Temporal.PlainDate.from(weekStart).add({ days: day }).toString());
  const places = cells.flatMap((date) =>
    mealTypes.flatMap((mealType) => slotsOf(mealType).map((slot) => ({ date, mealType, slot }))),
  );
  for (const [index, place] of places.slice(0, mealsAWeek).entries()) {
    const ingredients = Array.from({ length: linesOfRecipe }, nextLine);
    const recipe = createRecipe(work, { name: `${weekStart} ${index}`, ingredients });
    createMeal(work, { ...place, recipeId: recipe.id });
  }
};

const rolledBack = new Error("rolled back");
function dryRun(run: () => void): void {
  try {
    transact(db, () => {
      run();
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
}

/** The processor's time says more than the clock on a busy machine. */
function measure(name: string, run: () => void, count = runs): void {
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let index = 0; index < count; index++) {
    const [from, used] = [performance.now(), cpuTime()];
    run();
    wall.push(performance.now() - from);
    cpu.push(cpuTime() - used);
  }
  const median = (times: number[]) =>
    (times.toSorted((one, other) => one - other)[Math.floor(count / 2)] ?? 0).toFixed(1);
  console.log(`${name.padEnd(60)} median ${median(wall)} ms, of the processor ${median(cpu)} ms`);
}

transact(db, () => planWeek(start));
const first = workAt(start);
const order = { weekStart: start, language: "de" } as const;
console.log(`different lines: ${textsToParse(first, order).size}`);
let cold = 0;
measure("reading the week's lines, none of which was read before", () => {
  cold++;
  for (const text of textsToParse(first, order)) readLine(`${text}${" ".repeat(cold)}`);
});
measure("a preview, with lines that were not read before", () => previewShopping(first, order), 1);
measure("a preview", () => previewShopping(first, order));
measure("a run on a new list", () => dryRun(() => shop(first, order)));
transact(db, () => shop(first, order));
measure("a run that adds nothing", () => shop(first, order));
for (let week = 1; week <= earlierWeeks; week++) {
  transact(db, () => {
    const sql = "UPDATE block SET done = 1 WHERE household_id = ?";
    db.$client.run(sql, [household.id]);
    db.$client.run("DELETE FROM block WHERE household_id = ?", [household.id]);
    planWeek(weekOf(week));
    if (week < earlierWeeks) shop(workAt(weekOf(week)), { weekStart: weekOf(week), language: "de" });
  });
}
const last = workAt(weekOf(earlierWeeks));
const lastOrder = { weekStart: weekOf(earlierWeeks), language: "de" } as const;
for (const text of textsToParse(last, lastOrder)) readLine(text);
console.log(`items of ${earlierWeeks - 1} earlier weeks: ${listItems(last).length}`);
measure("a run beside them", () => dryRun(() => shop(last, lastOrder)));
const { lines } = transact(db, () => shop(last, lastOrder));
console.log(`lines of the last week: ${lines.length}`);
measure("a run that adds nothing beside them", () => shop(last, lastOrder));
const mealId = lines[0]?.needs[0]?.mealId ?? "";
measure("a meal's ingredients taken off", () => dryRun(() => removeShopping(last, mealId)));
measure("everything that items are for", () => listItems(last));
