/** Test household with recipes and meals, and functions that read its meal plan over HTTP and in a browser. */
import type { Page } from "playwright-core";
import { start } from "../../home/home.ts";
import { browserHome } from "../home.ts";
import { eventually } from "../wait.ts";

/** Days of the week in which the tests begin. Friday is today. */
export const [monday, friday, saturday] = ["2026-11-23", "2026-11-27", "2026-11-28"] as const;

/**
 * Creates a small household with a stopped clock. `recipe` and `plan` return the created objects, `cells` the date and
 * type of each meal in the week.
 */
export async function kitchen() {
  const home = await browserHome({ now: start });
  const anna = home.api("Anna");
  const recipe = async (name: string, ingredients: string[] = [], more: object = {}) =>
    (await anna.post("/v1/recipes", { name, ingredients, ...more })).body;
  const plan = async (date: string, mealType: string, { id: recipeId }: { id: string }, more: object = {}) =>
    (await anna.post("/v1/meals", { date, mealType, recipeId, ...more })).body;
  const cells = async (weekStart: string = monday): Promise<string[]> =>
    (await anna.get(`/v1/meals?weekStart=${weekStart}`)).body.meals.map(
      ({ date, mealType, slot, recipe: { name } }: any) => `${date} ${mealType} ${slot} ${name}`,
    );
  const groceries = async (): Promise<string[]> =>
    (await anna.get("/v1/lists")).body.sections
      .flatMap(({ lists }: any) => lists)
      .filter(({ name }: any) => name === "Groceries")
      .flatMap(({ blocks }: any) => blocks.map(({ content }: any) => content));
  /** Waits until exactly these meals are planned. */
  const planned = (wanted: readonly string[], weekStart: string = monday) =>
    eventually(`planned is ${wanted}`, async () => (await cells(weekStart)).join() === wanted.join());
  /** Waits until exactly these groceries are on the list. */
  const bought = (wanted: readonly string[]) =>
    eventually(`to buy is ${wanted}`, async () => (await groceries()).join() === wanted.join());
  return { ...home, anna, recipe, plan, cells, planned, bought };
}

/** Returns the element of a cell of the meal plan. */
export const cell = (page: Page, date: string, mealType: string) =>
  page.locator(`div[data-goal="${date}.${mealType}"]`);

/** Returns the element of a meal in a cell of the meal plan. */
export const tile = (page: Page, date: string, mealType: string, name: string) =>
  cell(page, date, mealType).locator(".meals-tile", { hasText: name });

/** Returns the button that adds a meal to a cell. */
export const add = (page: Page, date: string, mealType: string) => cell(page, date, mealType).locator(".meals-add");

/** Returns the row of a day in the list of the week, which phones have. */
export const dayRow = (page: Page, date: string) => page.locator(`.meals-day[data-goal^="${date}."]`);

/** Returns the button of a dinner in the list of the week. */
export const dinnerOf = (page: Page, date: string, name: string) =>
  dayRow(page, date).getByRole("button", { name: new RegExp(`: ${name}$`) });
