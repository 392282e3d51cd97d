import { asc } from "drizzle-orm";
import { householdSubject, readHousehold } from "#accounts/households/store.ts";
import { limitReached, noSuch, raise } from "#lib/errors.ts";
import { isGroceryList } from "#lib/grocery-list.ts";
import { type Aisle, aisleOf, aisles } from "#lib/ingredients/aisles.ts";
import { readLine } from "#lib/ingredients/read.ts";
import { blockRowsAtLevel } from "#lists/blocks/rows.store.ts";
import { aboutList, findList, type ListRow, listRows } from "#lists/lists/rows.store.ts";
import { record } from "#platform/activity/record.ts";
import {
  countIn,
  deleteFrom,
  equal,
  type RowOf,
  selectFrom,
  storedColumns,
  upsertInto,
} from "#platform/db/statements.ts";
import { foodPlace, groceryList } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { FoodPatch, FoodPreference, GroceryListPatch, GroceryListSettings } from "./model.ts";
import { foodSummary, listSummary } from "./summary.ts";

const maxFoods = 2_000;

const foodColumns = storedColumns(foodPlace);
const isFood = equal(foodPlace.food, "food");
const allFoods = selectFrom(foodPlace, foodColumns, { orderBy: [asc(foodPlace.food)] });
const foodByKey = selectFrom(foodPlace, foodColumns, { where: isFood });
const countFoods = countIn(foodPlace);
const saveFood = upsertInto(foodPlace, ["food"]);
const deleteFood = deleteFrom(foodPlace, isFood);

const allLists = selectFrom(groceryList, storedColumns(groceryList));
const saveList = upsertInto(groceryList, ["listId"]);

type FoodRow = RowOf<typeof foodPlace>;
type SettingsRow = RowOf<typeof groceryList>;

const isAisle = (name: string): name is Aisle => (aisles as readonly string[]).includes(name);
const requireAisle = (name: string, field: string): Aisle => (isAisle(name) ? name : raise(noSuch(field, "aisle")));

export const listFoods = (work: Work): FoodPreference[] => allFoods.all(work).map(toFood);

function toFood({ food, name, aisle, isStaple }: FoodRow): FoodPreference {
  return { food, text: name, aisle: aisle !== null && isAisle(aisle) ? aisle : null, staple: isStaple === 1 };
}

/** Changes the settings of the food that `text` names. @throws ApiError 422 for an unknown aisle, or too many foods. */
export function updateFood(work: Work, { text, ...patch }: FoodPatch): FoodPreference {
  const aisle = patch.aisle == null ? patch.aisle : requireAisle(patch.aisle, "aisle");
  const { key: food } = readLine(text);
  const row = foodByKey.get(work, { food });
  const before = row ? toFood(row) : { food, text, aisle: null, staple: false };
  const after = {
    ...before,
    aisle: aisle === undefined ? before.aisle : aisle,
    staple: patch.staple ?? before.staple,
  };
  if (Bun.deepEquals(before, after)) return before;
  if (!row && countFoods(work) >= maxFoods) throw limitReached("A household remembers at most 2,000 foods");
  const saved: FoodRow = { food, name: after.text, aisle: after.aisle, isStaple: Number(after.staple) };
  const isKnown = after.aisle !== null || after.staple;
  if (isKnown) saveFood(work, saved);
  else deleteFood(work, { food });
  record(work, {
    action: "updated",
    subject: householdSubject(work),
    summary: foodSummary(after.text, before, after),
    before: row ? { foodPlace: [row] } : null,
    after: isKnown ? { foodPlace: [saved] } : null,
  });
  return after;
}

/** Returns the settings of grocery lists, and of other lists whose settings somebody changed. */
export function listSettings(work: Work): GroceryListSettings[] {
  const rows = settingsRows(work);
  const chosen = chosenAisles(work);
  return listRows(work)
    .filter(({ id, name }) => rows.has(id) || isNamedGroceries(work, name))
    .map((list) => presentSettings(work, toSettings(work, list, rows.get(list.id)), chosen));
}

function isNamedGroceries(work: Work, name: string): boolean {
  return isGroceryList(name, readHousehold(work).groceryListName);
}

const chosenAisles = (work: Work): ReadonlyMap<string, Aisle> =>
  new Map(listFoods(work).flatMap(({ food, aisle }) => (aisle === null ? [] : [[food, aisle] as const])));

function presentSettings(work: Work, settings: Settings, chosen = chosenAisles(work)): GroceryListSettings {
  const blocks = settings.byAisle ? blockRowsAtLevel(work, settings.listId, null) : [];
  const open = blocks.filter(({ type, done }) => type === "task" && done === 0);
  return { ...settings, items: open.map(({ id, content }) => ({ blockId: id, aisle: aisleFor(content, chosen) })) };
}

function aisleFor(content: string, chosen: ReadonlyMap<string, Aisle>): Aisle {
  return (chosen.size > 0 ? chosen.get(readLine(content).key) : undefined) ?? aisleOf(content);
}

const settingsRows = (work: Work): Map<string, SettingsRow> =>
  new Map(allLists.all(work).map((row) => [row.listId, row]));

type Settings = Omit<GroceryListSettings, "items">;

function toSettings(work: Work, { id, name }: ListRow, row: SettingsRow | undefined): Settings {
  const own: string[] = row ? JSON.parse(row.aisles) : [];
  const hasHeadings = () => blockRowsAtLevel(work, id, null).some(({ type }) => type === "header");
  const byAisle = row ? row.byAisle === 1 : isNamedGroceries(work, name) && !hasHeadings();
  return { listId: id, byAisle, aisles: completeAisles(own.filter(isAisle)) };
}

function completeAisles(order: readonly Aisle[]): Aisle[] {
  return [...order, ...aisles.filter((each) => !order.includes(each))];
}

/** Changes a list's settings. Puts omitted aisles last. @throws ApiError 404; 422 for an unknown aisle. */
export function updateListSettings(work: Work, listId: string, patch: GroceryListPatch): GroceryListSettings {
  const list = findList(work, listId);
  const row = settingsRows(work).get(listId);
  const before = toSettings(work, list, row);
  const given = patch.aisles?.map((name, index) => requireAisle(name, `aisles[${index}]`));
  const after = {
    listId,
    byAisle: patch.byAisle ?? before.byAisle,
    aisles: given ? completeAisles(given) : before.aisles,
  };
  if (Bun.deepEquals(before, after)) return presentSettings(work, before);
  const saved: SettingsRow = { listId, byAisle: Number(after.byAisle), aisles: JSON.stringify(after.aisles) };
  saveList(work, saved);
  record(work, {
    ...aboutList(list),
    action: "updated",
    summary: listSummary(list.name, before, after),
    before: row ? { groceryList: [row] } : null,
    after: { groceryList: [saved] },
  });
  return presentSettings(work, after);
}
