/** Rules of the list of a week's meals: the main meal of a day, and the cell that is suggested for another one. */
import { expect, test } from "bun:test";
import { nextDropTarget } from "#web/features/meals/model/drag.ts";
import { dayOf, mealTypes, otherCell } from "#web/features/meals/model/plan.ts";
import type { Meal } from "#web/features/meals/model/source.ts";

const date = "2026-11-27";
const dinner = { date, mealType: "dinner" } as const;
const meal = (id: string, mealType: Meal["mealType"], slot = 0, day = date) =>
  ({ id, date: day, mealType, slot }) as unknown as Meal;

test("Dinner is the main meal of a day, and the others follow in the order of the day", () => {
  const meals = [
    meal("pie", "dinner", 1),
    meal("soup", "dinner"),
    meal("oats", "breakfast"),
    meal("x", "lunch", 0, "2026-11-28"),
  ];
  const ids = (cell: Parameters<typeof dayOf>[1], all = meals) => {
    const { main, others } = dayOf(all, cell);
    return [main?.id ?? null, ...others.map(({ id }) => id)];
  };
  expect(ids(dinner, meals.slice(1))).toEqual(["soup", "oats"]);
  expect(ids({ date, mealType: "lunch" })).toEqual([null, "oats", "soup", "pie"]);
  expect(ids({ date: "2026-11-28", mealType: "dinner" })).toEqual([null, "x"]);
});

test("Another meal is lunch while lunch has room, then the first meal with room, and the main meal comes last", () => {
  const typeOf = (meals: readonly Meal[], types: readonly Meal["mealType"][] = mealTypes) =>
    otherCell(meals, dinner, types)?.mealType ?? null;
  const lunches = [meal("a", "lunch"), meal("b", "lunch", 1)];
  expect(typeOf([])).toBe("lunch");
  expect(typeOf(lunches)).toBe("breakfast");
  expect(typeOf([], ["dinner"])).toBe("dinner");
  expect(typeOf([meal("c", "dinner"), meal("d", "dinner", 1)], ["dinner"])).toBeNull();
});

test("Arrow keys move a dinner of the list to another day, and stay at the ends of the week", () => {
  const plan = { dates: [date, "2026-11-28"], types: ["dinner"] } as const;
  const soup = meal("soup", "dinner");
  const from = { ...dinner, mealId: null };
  const move = (days: number) => nextDropTarget(from, { days, dropTargets: 0 }, plan, soup, [soup]).date;
  expect([move(1), move(-1)]).toEqual(["2026-11-28", date]);
});
