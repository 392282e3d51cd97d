import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Day, Deleted, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { Work } from "#platform/work.ts";
import { addGroceries, addGroceryItem } from "./grocery-run.ts";
import { readWeek } from "./meal-rows.store.ts";
import {
  examplePair,
  GroceryItem,
  GroceryRun,
  ItemForGroceries,
  Meal,
  MealPair,
  MealPatch,
  MealPosition,
  MealsForGroceries,
  NewMeal,
  NewQuickMeal,
  NewRecipeMeal,
  SwappedMeals,
  WeekStart,
} from "./model.ts";
import { createMeal, createMeals, deleteMeal, swapMeals, updateMeal } from "./store.ts";

const operation = operationsOf("Meals");
const mealId = closed({ id: Uuid });
const notFound = ["Meal not found"];
const oneSlot = "slot: a snack has only slot 0";
const slotTaken = "Meal slot is taken";
const noWords = "text: must have a letter or a number";
const noCook = "cookId: no such member";
const tooManyTexts = "A household has at most 500 quick meals a year";
const toList = { 422: ["listId: no such list", "A list holds at most 1,000 blocks"] };

export const meals = new Elysia({ prefix: "/v1/meals" })
  .use(context)
  .get(
    "",
    ({ call, query }) => call.read((work) => readWeek(work, query.weekStart)),
    operation({
      id: "listMeals",
      summary: "List the meals of a week",
      description:
        "Seven days from `weekStart` on, by date, meal of the day and slot, each meal with its whole recipe, which may be " +
        "archived. `weekEnd` is the last day.",
      access: "meals.read",
      query: closed({ weekStart: WeekStart }),
      answer: closed({ weekStart: Day, weekEnd: Day, meals: Type.Array(Meal) }),
    }),
  )
  .post(
    "",
    ({ call, body }) => call.write((work) => createMeal(work, body)),
    operation({
      id: "createMeal",
      summary: "Plan a meal",
      description:
        "Breakfast, lunch and dinner hold two meals, a snack one. Without `slot` it takes the first free one.",
      access: "meals.write",
      body: NewRecipeMeal,
      answer: Meal,
      example: { date: "2026-05-01", mealType: "dinner", recipeId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
      refusals: { 409: ["Dinner is full", slotTaken], 422: ["recipeId: no such recipe", oneSlot] },
    }),
  )
  .post(
    "/batch",
    ({ call, body: { meals: inputs, dryRun = false } }) => {
      const create = (work: Work) => createMeals(work, inputs);
      return dryRun ? call.dryRun(create) : call.write(create);
    },
    operation({
      id: "createMeals",
      summary: "Plan several meals, all or none",
      description:
        "In order: each meal takes a slot that the earlier ones left free. Each has a `recipeId`, or the `text` of a quick meal, and may have details. " +
        "One entry in the feed. A `dryRun` returns the same, with unused ids, and writes nothing.",
      access: "meals.write",
      body: closed({
        meals: Type.Array(NewMeal, { minItems: 1, maxItems: 42 }),
        dryRun: Type.Optional(Type.Boolean()),
      }),
      answer: closed({ meals: Type.Array(Meal) }),
      example: {
        meals: [
          { date: "2026-05-01", mealType: "dinner", recipeId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" },
          { date: "2026-05-02", mealType: "lunch", text: "Leftovers" },
        ],
      },
      refusals: {
        400: [`meals[0].${noWords}`],
        409: ["meals[0]: Dinner is full", `meals[0]: ${slotTaken}`],
        422: [
          "meals[0].recipeId: no such recipe",
          `meals[0].${oneSlot}`,
          "meals[0].text: or recipeId, one of them",
          "meals[0].emoji: only with text",
          `meals[0].${noCook}`,
          tooManyTexts,
        ],
      },
    }),
  )
  .post(
    "/quick",
    ({ call, body }) => call.write((work) => createMeal(work, body)),
    operation({
      id: "createQuickMeal",
      summary: "Plan a meal without a recipe",
      description:
        "Such as leftovers. It takes the first free slot unless `slot` names one. Its `recipe` has the text as `name`, no " +
        "ingredients, and is never in the recipe box; the same text, whatever its case, has the same recipe.",
      access: "meals.write",
      body: NewQuickMeal,
      answer: Meal,
      example: { date: "2026-05-01", mealType: "dinner", text: "Leftovers" },
      refusals: { 400: [noWords], 409: ["Dinner is full", slotTaken], 422: [oneSlot, tooManyTexts] },
    }),
  )
  .post(
    "/details",
    ({ call, body }) => call.write((work) => createMeal(work, body)),
    operation({
      id: "createMealWithDetails",
      summary: "Plan a meal with its details",
      description: "Of a recipe, or as a quick meal, with its note, who cooks, and the servings.",
      access: "meals.write",
      body: NewMeal,
      answer: Meal,
      example: { date: "2026-05-01", mealType: "dinner", text: "Leftovers", note: "With salad" },
      refusals: {
        400: ["recipeId: is required", noWords],
        409: ["Dinner is full", slotTaken],
        422: [
          "recipeId: no such recipe",
          oneSlot,
          "text: or recipeId, one of them",
          "emoji: only with text",
          noCook,
          tooManyTexts,
        ],
      },
    }),
  )
  .post(
    "/swap",
    ({ call, body }) => call.write((work) => swapMeals(work, body)),
    operation({
      id: "swapPlannedMeals",
      summary: "Let two meals change places",
      description: "Each takes the other's date, meal and slot. One entry in the feed.",
      access: "meals.write",
      body: MealPair,
      answer: SwappedMeals,
      example: examplePair,
      refusals: { 422: ["a: no such meal", "b: must be another meal"] },
    }),
  )
  .patch(
    "/:id/details",
    ({ call, params, body }) => call.write((work) => updateMeal(work, params.id, body)),
    operation({
      id: "updateMealDetails",
      summary: "Change a meal's note, cook, servings or place",
      description:
        "Omitted fields stay. A meal that moves without a `slot` takes the first free one. One entry in the feed.",
      access: "meals.write",
      params: mealId,
      body: MealPatch,
      answer: Meal,
      example: { note: "With salad", servings: 6 },
      refusals: { 404: notFound, 409: ["Dinner is full", slotTaken], 422: [noCook, oneSlot] },
    }),
  )
  .post(
    "/grocery",
    ({ call, body }) => call.write((work) => addGroceries(work, body)),
    operation({
      id: "addGroceries",
      summary: "Put a week's ingredients on a list",
      description:
        "Adds each text once, whatever its case, spacing or Unicode form, at the end of `listId`, or of the list “Groceries”, " +
        "which is created if needed; the household's `groceryListName` is its name. `skipped` are ingredients that are already at the top level of the list, done or not. " +
        "`listId` is null if there is nothing to add and no such list.",
      access: ["meals.write", "lists.write"],
      body: MealsForGroceries,
      answer: GroceryRun,
      example: { weekStart: "2026-05-01" },
      refusals: toList,
    }),
  )
  .post(
    "/grocery/items",
    ({ call, body }) => call.write((work) => addGroceryItem(work, body)),
    operation({
      id: "addGroceryItem",
      summary: "Put one ingredient on a list",
      description:
        "If the same text is already at the top level of the list, done or not, `added` is false and `item` is that item. " +
        "Chooses the list and compares texts as for a week's ingredients.",
      access: ["meals.write", "lists.write"],
      body: ItemForGroceries,
      answer: GroceryItem,
      example: { ingredient: "Tomatoes" },
      refusals: toList,
    }),
  )
  .patch(
    "/:id",
    ({ call, params, body }) => call.write((work) => updateMeal(work, params.id, body)),
    operation({
      id: "moveMeal",
      summary: "Move a meal",
      description: "A move to its present place changes nothing.",
      access: "meals.write",
      params: mealId,
      body: MealPosition,
      answer: Meal,
      example: { date: "2026-05-02", mealType: "lunch", slot: 0 },
      refusals: { 404: notFound, 409: [slotTaken], 422: [oneSlot] },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => deleteMeal(work, params.id)),
    operation({
      id: "deleteMeal",
      summary: "Take a meal off the plan",
      description: "Its recipe stays.",
      access: "meals.write",
      params: mealId,
      writes: true,
      answer: Deleted,
      refusals: { 404: notFound },
    }),
  );
