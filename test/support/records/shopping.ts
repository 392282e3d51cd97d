/** Test household that adds the ingredients of its meals to lists, with amounts added up. */
import { homeWithMeals, monday } from "./meals.ts";

export const [friday, saturday, sunday] = ["2026-11-27", "2026-11-28", "2026-11-29"];

/**
 * Creates a household. `cook` plans a meal with a new recipe, which gets a number of servings if one is given. `buy`
 * adds the groceries to a list and returns the response; `states` does the same and returns the lines of the response
 * as texts.
 */
export async function homeWithShopping() {
  const own = await homeWithMeals();
  const cook = async (date: string, ingredients: string[], servings?: number) => {
    const recipe = await own.recipe(`Of ${ingredients[0]}`, ingredients);
    if (servings) await own.patch(`/v1/recipes/${recipe.id}/details`, { servings });
    return own.plan(date, "dinner", recipe);
  };
  const serve = (mealId: string, servings: number) => own.patch(`/v1/meals/${mealId}/details`, { servings });
  const buy = async (more: object = {}, by: Pick<typeof own, "post"> = own) =>
    by.post("/v1/meals/shopping", { weekStart: monday, ...more });
  const states = async (more: object = {}, by: Pick<typeof own, "post"> = own): Promise<string[]> => {
    const { body } = await buy(more, by);
    if (!body.lines) throw new Error(JSON.stringify(body));
    return body.lines.map(({ state, text }: any) => `${state} ${text}`);
  };
  const remove = (mealId: string, by: Pick<typeof own, "post"> = own) =>
    by.post(`/v1/meals/${mealId}/shopping/remove`, {});
  const groceries = async (by: Pick<typeof own, "get"> = own.anna) => (await by.get("/app/groceries")).body;
  const all = async () =>
    (await own.lists()).flatMap((list: any) => list.blocks.map((each: any) => ({ ...each, list })));
  const find = async (content: string) => (await all()).find((each: any) => each.content === content);
  const change = async (content: string, patch: object) => {
    const { id, list } = await find(content);
    return own.patch(`/v1/lists/${list.id}/blocks/${id}`, patch);
  };
  const drop = async (content: string) => {
    const { id, list } = await find(content);
    return own.delete(`/v1/lists/${list.id}/blocks/${id}`);
  };
  const texts = async () => (await all()).map(({ content, done }: any) => (done ? `✓ ${content}` : content));
  const undo = async (id = own.entries()[0]?.id) => own.anna.post(`/v1/activity/${id}/undo`, {});
  return { ...own, cook, serve, buy, states, remove, groceries, find, change, drop, texts, undo };
}
