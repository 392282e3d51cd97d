import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { Ingredient } from "../recipes/model.ts";
import { closed, Uuid } from "../wire.ts";
import { addPicked } from "./grocery-run.ts";
import { GroceryRun, GroceryTarget, Meal } from "./model.ts";
import { swapMeals } from "./store.ts";

/** Every member may swap meals, children too. */
export const mealsInApp = new Elysia({ prefix: "/app/meals" })
  .use(context)
  .post(
    "/grocery",
    ({ call, body }) => call.write((work) => addPicked(work, body)),
    operation({
      id: "addPickedGroceries",
      tag: "Meals",
      summary: "Put ingredients on a list",
      description: "As `POST /v1/meals/grocery`, with these ingredients. One entry in the feed.",
      access: "app",
      isRepeatable: true,
      body: closed({ ingredients: Type.Array(Ingredient, { minItems: 1, maxItems: 1_000 }), ...GroceryTarget }),
      answer: GroceryRun,
      example: { ingredients: ["Tomatoes", "Onions"] },
      refusals: { 422: ["listId: no such list", "A list holds at most 1,000 blocks"] },
    }),
  )
  .post(
    "/swap",
    ({ call, body }) => call.write((work) => swapMeals(work, body)),
    operation({
      id: "swapMeals",
      tag: "Meals",
      summary: "Swap two meals",
      description: "Each takes the other's date, meal and slot. One entry in the feed.",
      access: "app",
      isRepeatable: true,
      body: closed({ a: Uuid, b: Uuid }),
      answer: closed({ meals: Type.Array(Meal, { description: "`a` and `b` after the swap" }) }),
      example: { a: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", b: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d43" },
      refusals: { 422: ["a: no such meal", "b: must be another meal"] },
    }),
  );
