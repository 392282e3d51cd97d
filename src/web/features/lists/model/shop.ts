import { type Row, rowsOf, shownOf } from "./rows.ts";
import type { List, Subtask } from "./source.ts";

export type ShopRows = { readonly open: readonly Row[]; readonly done: readonly Subtask[] };

/** Done tasks go to the end. Headings with nothing left below them, and lines, are left out. */
export function shopRows(list: List): ShopRows {
  const { blocks } = shownOf(list, true);
  const open = rowsOf(blocks).filter(({ block }, index, all) => {
    if (block.type !== "header") return block.type !== "divider";
    const below = all[index + 1]?.block.type;
    return below === "task" || below === "paragraph";
  });
  const isOpen = new Set(open.map(({ block }) => block.id));
  const done = rowsOf(list.blocks).flatMap(({ block }) => (block.done && !isOpen.has(block.id) ? [block] : []));
  return { open, done };
}
