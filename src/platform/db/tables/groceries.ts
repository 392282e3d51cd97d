import { foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { householdId } from "./household.ts";
import { json } from "./json.ts";
import { list } from "./lists.ts";

/**
 * What an item of a grocery list is for. The item is ours while its text is `rendered`. A row whose block was deleted was
 * bought: an open item's row is deleted with it.
 */
export const groceryItem = sqliteTable(
  "grocery_item",
  {
    householdId: householdId(),
    blockId: text("block_id").notNull(),
    listId: text("list_id").notNull(),
    /** A food key of `src/lib/ingredients/foods.ts`. */
    food: text().notNull(),
    unit: text().notNull(),
    /** Null: no need has one. */
    amount: real(),
    rendered: text().notNull(),
    /** `[{mealId, recipeId, date, line, factor, from, amount}]` */
    needs: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.blockId] }),
    index("grocery_item_list").on(t.householdId, t.listId, t.blockId),
  ],
);

/** What a household knows about a food. */
export const foodPlace = sqliteTable(
  "food_place",
  {
    householdId: householdId(),
    food: text().notNull(),
    /** As it was named last. */
    name: text().notNull(),
    /** Null: the aisle of the dictionary. */
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
    /** In the order of the shop. */
    aisles: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.listId] }),
    foreignKey({ columns: [t.householdId, t.listId], foreignColumns: [list.householdId, list.id] }).onDelete("cascade"),
  ],
);
