import { areNeedsCovered, type ItemRow } from "#lists/blocks/grocery-items.store.ts";
import { canSeeList } from "#lists/lists/rows.store.ts";
import { areValidLists, canSeeLists, hasAnyBlock, restoreEntryVisibility } from "#lists/undo.store.ts";
import type { Work } from "#platform/work.ts";
import { changedSince } from "./errors.ts";
import { isPositionOnly } from "./positions.ts";
import type { Restoration } from "./rows.ts";

function listsOf(all: readonly Restoration[]): string[] {
  const ids = all.flatMap(({ table, target, expected }) => {
    if (table !== "list" && table !== "block" && table !== "groceryList") return [];
    return [target, expected].map((row) => row?.[table === "list" ? "id" : "listId"]);
  });
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

/** Leaves out hidden lists whose position alone changed: a new order also moves personal lists of other members. */
export function withoutHiddenOrder(work: Work, all: readonly Restoration[]): Restoration[] {
  const isHidden = (each: Restoration) =>
    each.table === "list" && isPositionOnly(each) && each.current !== null && !canSeeList(work, each.current);
  const seen = all.filter((each) => !isHidden(each));
  return seen.length > 0 ? seen : [...all];
}

/**
 * Checks the lists, blocks and grocery items before an undo.
 * @throws ApiError 422 if the caller cannot see one of the lists, if a deleted block exists again, or if another
 * grocery item now covers a need that the undo would restore
 */
export function requireReachableLists(work: Work, all: readonly Restoration[]): void {
  if (!canSeeLists(work, listsOf(all))) throw changedSince();
  const isOthers = ({ table, target, expected }: Restoration) =>
    table === "list" && target && !expected && !canSeeList(work, target);
  if (all.some(isOthers)) throw changedSince();
  const back = all.filter(({ table, expected }) => table === "block" && !expected);
  const ids = back.map(({ target }) => String(target?.id));
  if (hasAnyBlock(work, ids)) throw changedSince(ids);
  if (areNeedsCovered(work, itemsBack(all), new Set(itemIds(all)))) throw changedSince(itemIds(all));
}

function itemsBack(all: readonly Restoration[]): ItemRow[] {
  return all.flatMap(({ table, target, current }) => {
    return table === "groceryItem" && target && target.needs !== current?.needs ? [target as ItemRow] : [];
  });
}

const itemIds = (all: readonly Restoration[]) =>
  all.flatMap(({ table, target, expected }) =>
    table === "groceryItem" ? [String((target ?? expected)?.blockId)] : [],
  );

/** Checks the lists. Changes the visibility of entries together with that of their list. @throws ApiError 403; 422 */
export function finishLists(work: Work, written: readonly Restoration[]): void {
  const ids = listsOf(written);
  if (!areValidLists(work, ids)) throw changedSince(ids);
  for (const { table, target, expected } of written) {
    if (table === "list" && target && expected && "visibility" in target)
      restoreEntryVisibility(work, target, expected);
  }
}
