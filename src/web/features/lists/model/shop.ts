import type { Aisle } from "#lib/ingredients/aisles.ts";
import { type Aisles, groupsOf } from "./aisles.ts";
import { type Row, rowsOf, shownOf } from "./rows.ts";
import type { Block, List, Subtask } from "./source.ts";

/**
 * Row of a list in shop mode. Only the first row of an aisle has a `heading`. The name of that aisle is shown above the
 * row.
 */
export type ShopRow = Row & { readonly heading?: Aisle };

export type ShopRows = { readonly open: readonly ShopRow[]; readonly done: readonly Subtask[] };

/**
 * Returns the rows of a list in shop mode. `done` contains the completed items, which are shown at the end. If a
 * completed item has open subtasks, it is in `open`. Dividers are left out. If the list is sorted by aisle, its
 * headings are left out, too. Otherwise, a heading is left out if no open item and no note follows it.
 */
export function shopRows(list: List, aisles: Aisles | null): ShopRows {
  const { blocks } = shownOf(list, true);
  const open = aisles ? shelved(blocks, aisles) : withHeadings(blocks);
  const isOpen = new Set(open.map(({ block }) => block.id));
  const done = rowsOf(list.blocks).flatMap(({ block }) => (block.done && !isOpen.has(block.id) ? [block] : []));
  return { open, done };
}

function shelved(blocks: readonly Block[], aisles: Aisles): ShopRow[] {
  return groupsOf(blocks, aisles).flatMap(({ aisle, blocks: some }) =>
    rowsOf(some).map((row, index) => (index === 0 ? { ...row, heading: aisle } : row)),
  );
}

function withHeadings(blocks: readonly Block[]): Row[] {
  return rowsOf(blocks).filter(({ block }, index, all) => {
    if (block.type !== "header") return block.type !== "divider";
    const below = all[index + 1]?.block.type;
    return below === "task" || below === "paragraph";
  });
}
