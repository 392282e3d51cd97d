import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { runSteps } from "#lib/concurrency.ts";
import { readAhead } from "#lib/ingredients/read.ts";
import { closed, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { listFoods, listSettings, updateFood, updateListSettings } from "./foods.store.ts";
import {
  FoodPatch,
  FoodPreference,
  Groceries,
  GroceryListPatch,
  GroceryListSettings,
  ShoppingOrder,
  ShoppingRemoval,
  ShoppingRun,
} from "./model.ts";
import { listItems, previewShopping, removeShopping, shop, textsToParse } from "./shopping.ts";

const operation = operationsOf("Meals");

export const shopping = new Elysia({ prefix: "/v1/meals" })
  .use(context)
  .post(
    "/shopping",
    async ({ call, body: { dryRun = false, ...order } }) => {
      await runSteps(readAhead(call.read((work) => textsToParse(work, order))));
      return dryRun ? call.read((work) => previewShopping(work, order)) : call.write((work) => shop(work, order));
    },
    operation({
      id: "shopForMeals",
      summary: "Put what meals need on a list, added up",
      description:
        "Adds equal foods up across the meals of a week, from today on or on `days`, or takes the lines of one recipe, for " +
        "so many `servings`. What is needed is put on the list once, however often this is repeated: later needs raise an " +
        "open item that was added before (`raised`) while its text is unchanged. Something ticked off is bought: it stays, " +
        "and further needs are `added`. `there` is what is on a list or bought, or what a person's own open item names; " +
        "`staple` is what the household always has. Neither is added unless `include` names its key; `leaveOut` names what " +
        "else is not added. Chooses and creates the list as for a week's ingredients; `language` writes numbers and " +
        "plurals. A `dryRun` returns the same and writes nothing. One entry in the feed.",
      access: ["meals.write", "lists.write"],
      body: closed({ ...ShoppingOrder.properties, dryRun: Type.Optional(Type.Boolean()) }),
      answer: ShoppingRun,
      example: { weekStart: "2026-05-01", leaveOut: ["salz|-"] },
      refusals: {
        422: [
          "weekStart: or recipeId, one of them",
          "recipeId: no such recipe",
          "days[0]: must be a day of the week",
          "days: only with weekStart",
          "servings: only with recipeId",
          "servings: the recipe does not say for how many it is",
          "listId: no such list",
          "leaveOut[2]: no such line",
          "include[2]: no such line",
          "A list holds at most 1,000 blocks",
        ],
      },
    }),
  )
  .post(
    "/:id/shopping/remove",
    ({ call, params }) => call.write((work) => removeShopping(work, params.id)),
    operation({
      id: "removeMealFromShopping",
      summary: "Take a meal's ingredients off the lists",
      description:
        "Lowers or deletes open items that were added for the meal, also after the meal itself was taken off. Items that are " +
        "ticked off, or whose text a person changed, stay.",
      access: ["meals.write", "lists.write"],
      params: closed({ id: Uuid }),
      writes: true,
      answer: ShoppingRemoval,
      refusals: { 404: ["Meal not found"] },
    }),
  );

export const groceriesInApp = new Elysia({ prefix: "/app/groceries" })
  .use(context)
  .get(
    "",
    ({ call }) => call.read((work) => ({ lists: listSettings(work), foods: listFoods(work), items: listItems(work) })),
    operation({
      id: "readGroceries",
      summary: "Aisles, staples, and what items are for",
      description:
        "`items` are those that were added for meals and recipes, on lists that the caller sees. What was bought is left out if its meal was more than two weeks before the last one.",
      access: "app",
      answer: Groceries,
    }),
  )
  .patch(
    "/lists/:id",
    ({ call, params, body }) => call.write((work) => updateListSettings(work, params.id, body)),
    operation({
      id: "updateGroceryList",
      summary: "Change how a list is sorted by aisle",
      description: "Aisles that `aisles` omits come last.",
      access: "app",
      params: closed({ id: Uuid }),
      body: GroceryListPatch,
      answer: GroceryListSettings,
      example: { byAisle: true, aisles: ["bakery", "produce"] },
      refusals: { 404: ["List not found"], 422: ["aisles[0]: no such aisle"] },
    }),
  )
  .put(
    "/foods",
    ({ call, body }) => call.write((work) => updateFood(work, body)),
    operation({
      id: "updateFood",
      summary: "Remember a food's aisle, or that it is always at home",
      description: "Omitted fields stay; null is the usual aisle.",
      access: "app",
      body: FoodPatch,
      answer: FoodPreference,
      example: { text: "Basil", aisle: "produce" },
      refusals: { 422: ["aisle: no such aisle", "A household remembers at most 2,000 foods"] },
    }),
  );
