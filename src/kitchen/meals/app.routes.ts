import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, oneOf, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { findMeal, presentMeal } from "./meal-rows.store.ts";
import { examplePair, Meal, MealPair, MealRepeat, NewMealRepeat, SwappedMeals } from "./model.ts";
import { listRepeats, repeatMeal, stopRepeating } from "./repeats.store.ts";
import { swapMeals } from "./store.ts";

const operation = operationsOf("Meals");

/** Routes for meals that only the app can call. Every member may swap meals, including children. */
export const mealsInApp = new Elysia({ prefix: "/app/meals" })
  .use(context)
  .get(
    "/:id",
    ({ call, params }) => call.read((work) => presentMeal(work, findMeal(work, params.id))),
    operation({
      id: "readMeal",
      summary: "Read a meal",
      description: "For links, which do not know its week.",
      access: "app",
      params: closed({ id: Uuid }),
      answer: Meal,
      refusals: { 404: ["Meal not found"] },
    }),
  )
  .post(
    "/swap",
    ({ call, body }) => call.write((work) => swapMeals(work, body)),
    operation({
      id: "swapMeals",
      summary: "Swap two meals",
      description: "Each takes the other's date, meal and slot. One entry in the feed.",
      access: "app",
      isRepeatable: true,
      body: MealPair,
      answer: SwappedMeals,
      example: examplePair,
      refusals: { 422: ["a: no such meal", "b: must be another meal"] },
    }),
  )
  .post(
    "/:id/repeat",
    ({ call, params, body }) => call.write((work) => repeatMeal(work, params.id, body)),
    operation({
      id: "repeatMeal",
      summary: "Repeat a meal every week",
      description:
        "Or every second, third or fourth week, on the meal's weekday, up to `until`. Plans four weeks ahead at once, and from " +
        "then on every night, where the meal of the day has room and lacks the recipe. A date is planned once: a meal that is " +
        "taken off does not return. `planned` are the added meals. They have its note and servings, but nobody cooks yet.",
      access: "adult",
      isRepeatable: true,
      params: closed({ id: Uuid }),
      body: NewMealRepeat,
      answer: closed({ repeat: MealRepeat, meal: Meal, planned: Type.Array(Meal) }),
      example: { everyWeeks: 1, until: "2026-12-31" },
      refusals: {
        404: ["Meal not found"],
        409: ["This meal repeats already"],
        422: [
          "This recipe is archived",
          "until: must not lie before the meal",
          "until: must be after today",
          "A household has at most 50 repeating meals",
        ],
      },
    }),
  );

export const mealRepeats = new Elysia({ prefix: "/app/meal-repeats" })
  .use(context)
  .get(
    "",
    ({ call }) => call.read((work) => ({ repeats: listRepeats(work) })),
    operation({
      id: "listMealRepeats",
      summary: "List the meals that repeat",
      description: "The oldest first, without those that were stopped or are over.",
      access: "app",
      answer: closed({ repeats: Type.Array(MealRepeat) }),
    }),
  )
  .delete(
    "/:id",
    ({ call, params, query }) => call.write((work) => stopRepeating(work, params.id, query.meals)),
    operation({
      id: "stopRepeatingMeal",
      summary: "Stop repeating a meal",
      description:
        "`remove` also takes off the repeated meals after today, and those that the same recipe still has at this meal and " +
        "weekday from repeats that were stopped before. The meal that was repeated stays.",
      access: "adult",
      params: closed({ id: Uuid }),
      query: closed({ meals: oneOf(["keep", "remove"], { default: "keep" }) }),
      writes: true,
      answer: Deleted,
      refusals: { 404: ["Meal not found"] },
    }),
  );
