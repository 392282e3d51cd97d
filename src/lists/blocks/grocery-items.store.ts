import { and, asc, eq, sql } from "drizzle-orm";
import { rowsWhere } from "#platform/activity/images.ts";
import type { Image } from "#platform/activity/record.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import {
  deleteFrom,
  equal,
  insertInto,
  ofHousehold,
  param,
  type RowOf,
  storedColumns,
  updateIn,
} from "#platform/db/statements.ts";
import { block, groceryItem, list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { foodKeyOf, isOverlapping, type Need, sourceKeyOf, spanOf, type TrackedItem } from "./needs.ts";
import type { BlockRow } from "./rows.store.ts";

const isOne = equal(groceryItem.blockId, "blockId");

const itemsWithBlocks = prepared((db) =>
  db
    .select({
      ...fields(groceryItem, ...storedColumns(groceryItem)),
      content: sql<string | null>`${block.content}`.as("content"),
      done: sql<number | null>`${block.done}`.as("done"),
    })
    .from(groceryItem)
    .leftJoin(list, and(ofHousehold(list), eq(list.id, groceryItem.listId)))
    .leftJoin(
      block,
      and(
        ofHousehold(block),
        eq(block.listId, groceryItem.listId),
        eq(block.id, groceryItem.blockId),
        eq(block.type, "task"),
      ),
    )
    .where(
      and(
        ofHousehold(groceryItem),
        sql`(${list.id} is null or ${list.visibility} = 'shared' or ${list.ownerId} = ${param("viewerId")})`,
      ),
    )
    .orderBy(asc(groceryItem.blockId)),
);

export const insertItemRow = insertInto(groceryItem);
export const changeItemRow = updateIn(groceryItem, ["listId", "amount", "rendered", "needs"], isOne);
export const removeItemRow = deleteFrom(groceryItem, isOne);
const removeOld = deleteFrom(groceryItem, [
  sql`not exists (select 1 from ${block} where ${ofHousehold(block)} and ${block.listId} = ${groceryItem.listId}
    and ${block.id} = ${groceryItem.blockId} and ${block.done} = 0)`,
  sql`not exists (select 1 from json_each(${groceryItem.needs}) where value ->> 'date' >= ${param("before")})`,
]);

export type ItemRow = RowOf<typeof groceryItem>;
export type Item = TrackedItem & { readonly row: ItemRow };

const needsOf = ({ needs }: ItemRow): Need[] => JSON.parse(needs);

/** Replaces meals in needs: `replacements` maps old ids to new ones. Items without such needs stay the same objects. */
export function reassignNeeds(items: readonly Item[], replacements: ReadonlyMap<string, string>): readonly Item[] {
  const replacementOf = ({ mealId }: Need) => (mealId === null ? undefined : replacements.get(mealId));
  return items.map((item) =>
    item.needs.some((need) => replacementOf(need) !== undefined)
      ? { ...item, needs: item.needs.map((need) => ({ ...need, mealId: replacementOf(need) ?? need.mealId })) }
      : item,
  );
}

/** Returns the grocery items on deleted lists and on lists that the caller sees, the oldest first. */
export function groceryItems({ db, householdId, viewerId }: Work): Item[] {
  return itemsWithBlocks.all(db, { householdId, viewerId }).map(({ content, done, ...row }) => {
    const isBought = content === null || done === 1;
    const state = isBought ? "bought" : content === row.rendered ? "open" : "edited";
    return { row, needs: needsOf(row), state, text: content };
  });
}

/** Returns the recipe lines for which tasks were added. Ignores tasks whose text somebody changed. */
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

function rowsOf(work: Work, blocks: readonly BlockRow[]): ItemRow[] {
  return blocks.flatMap(({ id }) => rowsWhere(work, "groceryItem", { blockId: id }) as ItemRow[]);
}

/**
 * Deletes the grocery items of open tasks and returns the deleted rows. Call this before the tasks are deleted.
 * Otherwise the app would believe that the ingredients are still on the list, and would not add them again.
 */
export function removeItemsOfOpenTasks(work: Work, blocks: readonly BlockRow[]): ItemRow[] {
  const open = blocks.filter(({ type, done }) => type === "task" && done === 0);
  const rows = rowsOf(work, open);
  for (const row of rows) removeItemRow(work, row);
  return rows;
}

/** Deletes all grocery items of a list, including bought ones, and returns the deleted rows. */
export function removeItemsOnList(work: Work, listId: string): ItemRow[] {
  const rows = itemRowsOn(work, listId);
  for (const row of rows) removeItemRow(work, row);
  return rows;
}

export const imageOf = (block: readonly object[], groceryItem: readonly object[] = []): Image => ({
  ...(block.length > 0 && { block }),
  ...(groceryItem.length > 0 && { groceryItem }),
});

/** Moves the grocery items of blocks to the list to which the blocks were moved. Returns the rows before and after. */
export function moveItems(work: Work, blocks: readonly BlockRow[]): { before: ItemRow[]; after: ItemRow[] } {
  const before = rowsOf(work, blocks);
  const listIds = new Map(blocks.map(({ id, listId }) => [id, listId]));
  const after = before.map((row) => ({ ...row, listId: listIds.get(row.blockId) ?? row.listId }));
  for (const row of after) changeItemRow(work, row);
  return { before, after };
}

/** Deletes bought grocery items if all their meals are before the date `before`. */
export const sweepGroceryItems = (work: Work, before: string): number => removeOld(work, { before });

/** Whether other items cover a need of `rows`, at least in part. Ignores the items of the blocks in `except`. */
export function areNeedsCovered(work: Work, rows: readonly ItemRow[], except: ReadonlySet<string>): boolean {
  if (rows.length === 0) return false;
  const spansOf = (row: ItemRow, needs: readonly Need[]) =>
    needs.map((need) => ({ ...spanOf(need), key: `${sourceKeyOf(need)}|${foodKeyOf(row)}` }));
  const others = groceryItems(work).filter(({ row }) => !except.has(row.blockId));
  const covered = Map.groupBy(
    others.flatMap(({ row, needs }) => spansOf(row, needs)),
    ({ key }) => key,
  );
  return rows.some((row) =>
    spansOf(row, needsOf(row)).some((span) => covered.get(span.key)?.some((other) => isOverlapping(other, span))),
  );
}
