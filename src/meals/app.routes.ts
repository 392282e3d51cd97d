import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { closed, Uuid } from "../wire.ts";
import { Meal } from "./model.ts";
import { swapMeals } from "./store.ts";

/** Every member may swap meals, children too. */
export const mealsInApp = new Elysia({ prefix: "/app/meals" }).use(context).post(
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
