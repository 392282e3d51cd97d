import { foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { householdId } from "./household.ts";
import { json } from "./json.ts";
import { list } from "./lists.ts";

/**
 * The needs behind an item of a grocery list. The app may change the item while its text is `rendered`. A row whose
 * block was deleted was bought: the row of an open item is deleted with the item.
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
    /** The amount, or null if no need has one. */
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

/** The preferences of a household for a food. */
export const foodPlace = sqliteTable(
  "food_place",
  {
    householdId: householdId(),
    food: text().notNull(),
    /** The name of the food as it was written last. */
    name: text().notNull(),
    /** The aisle, or null for that of the dictionary. */
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
    /** Aisles in the order of the shop. */
    aisles: json().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.listId] }),
    foreignKey({ columns: [t.householdId, t.listId], foreignColumns: [list.householdId, list.id] }).onDelete("cascade"),
  ],
);
