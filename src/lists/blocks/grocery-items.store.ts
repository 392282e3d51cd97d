import { and, asc, eq, sql } from "drizzle-orm";
import { rowsWhere } from "#platform/activity/images.ts";
import type { Image } from "#platform/activity/record.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { block, groceryItem, list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import {
  addSpan,
  foodKeyOf,
  type ItemState,
  isOverlapping,
  type Need,
  type Span,
  sourceKeyOf,
  spanOf,
  type TrackedItem,
} from "./needs.ts";
import type { BlockRow } from "./rows.store.ts";

const ofHousehold = eq(groceryItem.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(groceryItem.blockId, sql.placeholder("blockId")));
const itemColumns = ["blockId", "listId", "food", "unit", "amount", "rendered", "needs"] as const;

const itemsWithBlocks = prepared((db) =>
  db
    .select({
      ...fields(groceryItem, ...itemColumns),
      content: sql<string | null>`${block.content}`.as("content"),
      done: sql<number | null>`${block.done}`.as("done"),
    })
    .from(groceryItem)
    .leftJoin(list, and(eq(list.householdId, sql.placeholder("householdId")), eq(list.id, groceryItem.listId)))
    .leftJoin(
      block,
      and(
        eq(block.householdId, sql.placeholder("householdId")),
        eq(block.listId, groceryItem.listId),
        eq(block.id, groceryItem.blockId),
        eq(block.type, "task"),
      ),
    )
    .where(
      and(
        ofHousehold,
        sql`(${list.id} is null or ${list.visibility} = 'shared' or ${list.ownerId} = ${sql.placeholder("viewerId")})`,
      ),
    )
    .orderBy(asc(groceryItem.blockId)),
);

const insertItem = preparedWrite((db) => db.insert(groceryItem).values(insertParams("householdId", ...itemColumns)));
const changeItem = preparedWrite((db) =>
  db
    .update(groceryItem)
    .set(updateParams("listId", "amount", "rendered", "needs"))
    .where(isOne),
);
const removeItem = preparedWrite((db) => db.delete(groceryItem).where(isOne));

const removeOld = preparedWrite((db) =>
  db.delete(groceryItem).where(
    and(
      ofHousehold,
      sql`not exists (select 1 from ${block} where ${block.householdId} = ${sql.placeholder("householdId")}
          and ${block.listId} = ${groceryItem.listId} and ${block.id} = ${groceryItem.blockId} and ${block.done} = 0)`,
      sql`not exists (select 1 from json_each(${groceryItem.needs}) where value ->> 'date' >= ${sql.placeholder("before")})`,
    ),
  ),
);

export type ItemRow = Pick<NonNullable<ReturnType<typeof itemsWithBlocks.get>>, (typeof itemColumns)[number]>;
export type Item = TrackedItem & { readonly row: ItemRow };

export function needsOf({ needs }: Pick<ItemRow, "needs">): Need[] {
  return JSON.parse(needs);
}

/**
 * A grocery item that was read from the database. The JSON of the needs is parsed only on use, because most requests
 * use the needs of only a few items.
 */
class StoredItem implements Item {
  private parsed: readonly Need[] | undefined;

  constructor(
    readonly row: ItemRow,
    readonly state: ItemState,
    readonly text: string | null,
    private readonly replacements: ReadonlyMap<string, string> = new Map(),
  ) {}

  get needs(): readonly Need[] {
    this.parsed ??= needsOf(this.row).map((need) => {
      const replacement = need.mealId === null ? undefined : this.replacements.get(need.mealId);
      return replacement === undefined ? need : { ...need, mealId: replacement };
    });
    return this.parsed;
  }
}

/**
 * Returns copies of the items in which the needs of replaced meals belong to the replacing meals. `replacements` maps
 * the id of a meal to the id of the meal that replaces it.
 */
export function reassignNeeds(items: readonly Item[], replacements: ReadonlyMap<string, string>): readonly Item[] {
  return replacements.size === 0
    ? items
    : items.map(({ row, state, text }) => new StoredItem(row, state, text, replacements));
}

/** Returns the grocery items on deleted lists and on lists that the caller sees, the oldest first. */
export function groceryItems({ db, householdId, viewerId }: Work): Item[] {
  return itemsWithBlocks.all(db, { householdId, viewerId }).map(({ content, done, ...row }) => {
    const isBought = content === null || done === 1;
    const state = isBought ? "bought" : content === row.rendered ? "open" : "edited";
    return new StoredItem(row, state, content);
  });
}

/**
 * Returns the recipe lines for which tasks of a list were added, each with its task. Ignores tasks whose text somebody
 * changed.
 */
export function recipeLinesOn(work: Work, listId: string, tasks: readonly BlockRow[]) {
  const byId = new Map(tasks.map((row) => [row.id, row]));
  return itemRowsOn(work, listId).flatMap((item) => {
    const row = byId.get(item.blockId);
    return row?.content === item.rendered ? needsOf(item).map(({ line }) => ({ content: line, row })) : [];
  });
}

export function itemRowsOn(work: Work, listId: string): ItemRow[] {
  return rowsWhere(work, "groceryItem", { listId }) as ItemRow[];
}

export function insertItemRow({ db, householdId }: Work, row: ItemRow): void {
  insertItem(db, { ...row, householdId });
}

export function changeItemRow({ db, householdId }: Work, row: ItemRow): void {
  changeItem(db, { ...row, householdId });
}

export function removeItemRow({ db, householdId }: Work, blockId: string): void {
  removeItem(db, { householdId, blockId });
}

function rowsOf(work: Work, blocks: readonly BlockRow[]): ItemRow[] {
  return blocks.flatMap(({ id }) => rowsWhere(work, "groceryItem", { blockId: id }) as ItemRow[]);
}

/**
 * Deletes the grocery items of open tasks and returns the deleted rows. Call this before the tasks are deleted.
 * Otherwise the app would believe that the ingredients are still on the list, and would not add them again.
 */
export function removeItemsOfOpenTasks(work: Work, blocks: readonly BlockRow[]): ItemRow[] {
  const rows = rowsOf(
    work,
    blocks.filter(({ type, done }) => type === "task" && done === 0),
  );
  for (const { blockId } of rows) removeItemRow(work, blockId);
  return rows;
}

/** Deletes all grocery items of a list, including bought ones, and returns the deleted rows. */
export function removeItemsOnList(work: Work, listId: string): ItemRow[] {
  const rows = itemRowsOn(work, listId);
  for (const { blockId } of rows) removeItemRow(work, blockId);
  return rows;
}

export function imageOfItems(rows: readonly ItemRow[]): Image {
  return rows.length === 0 ? {} : { groceryItem: rows };
}

/** Moves the grocery items of blocks to the list to which the blocks were moved. Returns the rows before and after. */
export function moveItems(work: Work, blocks: readonly BlockRow[]): { before: ItemRow[]; after: ItemRow[] } {
  const before = rowsOf(work, blocks);
  const listIds = new Map(blocks.map(({ id, listId }) => [id, listId]));
  const after = before.map((row) => ({ ...row, listId: listIds.get(row.blockId) ?? row.listId }));
  for (const row of after) changeItemRow(work, row);
  return { before, after };
}

/** Deletes bought grocery items if all their meals are before the date `before`. */
export function sweepGroceryItems({ db, householdId }: Work, before: string): void {
  removeOld(db, { householdId, before });
}

/**
 * Whether other grocery items already cover a need of the items in `rows`, at least in part. Ignores the grocery items
 * of the blocks in `except`.
 */
export function areNeedsCovered(work: Work, rows: readonly ItemRow[], except: ReadonlySet<string>): boolean {
  if (rows.length === 0) return false;
  const covered = new Map<string, Span[]>();
  for (const { row, needs } of groceryItems(work)) {
    if (except.has(row.blockId)) continue;
    for (const need of needs) addSpan(covered, `${sourceKeyOf(need)}|${foodKeyOf(row)}`, spanOf(need));
  }
  return rows.some((row) =>
    needsOf(row).some((need) => {
      const others = covered.get(`${sourceKeyOf(need)}|${foodKeyOf(row)}`) ?? [];
      return others.some((other) => isOverlapping(other, spanOf(need)));
    }),
  );
}
