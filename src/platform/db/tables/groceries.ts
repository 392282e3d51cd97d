import { foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { householdId } from "./household.ts";
import { json } from "./json.ts";
import { list } from "./lists.ts";

/**
 * An item of a grocery list that the app added for ingredients of recipes. The app may change the item as long as the
 * item's text equals the column `rendered`. Deleting an open item also deletes the row here. A row without an item
 * therefore means that the food was bought.
 */
export const groceryItem = sqliteTable(
  "grocery_item",
  {
    householdId: householdId(),
    blockId: text("block_id").notNull(),
    listId: text("list_id").notNull(),
    /** The key of a food, as `src/lib/ingredients/foods.ts` makes it. */
    food: text().notNull(),
    unit: text().notNull(),
    /** The amount of the food. Null if the ingredients have no amounts. */
    amount: real(),
    rendered: text().notNull(),
    /** The meals and recipes for which the item is needed: `[{mealId, recipeId, date, line, factor, from, amount}]` */
    needs: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.blockId] }),
    index("grocery_item_list").on(t.householdId, t.listId, t.blockId),
  ],
);

export const foodPlace = sqliteTable(
  "food_place",
  {
    householdId: householdId(),
    food: text().notNull(),
    /** The name of the food as somebody wrote it last. */
    name: text().notNull(),
    /** The aisle that the household chose, or null for the aisle in the built-in dictionary. */
    aisle: text(),
    isStaple: integer("is_staple").notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.food] })],
);

export const groceryList = sqliteTable(
  "grocery_list",
  {
    householdId: householdId(),
    listId: text("list_id").notNull(),
    byAisle: integer("by_aisle").notNull(),
    /** Aisles in their order in the shop. */
    aisles: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.listId] }),
    foreignKey({ columns: [t.householdId, t.listId], foreignColumns: [list.householdId, list.id] }).onDelete("cascade"),
  ],
);
