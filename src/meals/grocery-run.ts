/** Putting what meals take on a list, never twice: the list is read in the transaction that writes to it. */
import { actorsOf } from "../activity/actors.ts";
import { type Entry, type Image, record } from "../activity/record.ts";
import { dateIn } from "../lib/time.ts";
import {
  type Block,
  type BlockRow,
  levelOf,
  presentBlock,
  presentWithoutSubtasks,
} from "../lists/blocks/rows.store.ts";
import { addTasks } from "../lists/blocks/store.ts";
import { addSharedList, findSharedList } from "../lists/find-or-create.store.ts";
import { aboutList, audienceOf, type ListRow, requireList } from "../lists/lists/rows.store.ts";
import { labelOf } from "../lists/summary.ts";
import type { Work } from "../work.ts";
import { sortOut } from "./grocery.ts";
import { weekIngredients } from "./meal-rows.store.ts";
import { ingredientSummary, runSummary } from "./summary.ts";

const listName = "Groceries";

/** What a grocery run did. `listId` is null where there was nothing to add, and no list to add it to. */
export type GroceryRun = {
  readonly listId: string | null;
  readonly added: Block[];
  readonly skipped: { readonly ingredient: string; readonly blockId: string; readonly done: boolean }[];
};

/**
 * Adds to a list (left out: “Groceries”, made where it is missing) what the meals of seven days take and it does not have at
 * its top, ticked off or not. With nothing to add it writes nothing.
 * @throws ApiError 422 for a list that the caller does not see, or that can't take all of it.
 */
export function addGroceries(work: Work, { weekStart, listId }: { weekStart: string; listId?: string }): GroceryRun {
  const list = findTarget(work, listId);
  const { missing, there } = sortOut(weekIngredients(work, weekStart), tasksOn(work, list));
  const skipped = there.map(({ ingredient, item }) => ({ ingredient, blockId: item.id, done: item.done === 1 }));
  if (missing.length === 0) return { listId: list?.id ?? null, added: [], skipped };
  const target = fill(work, list, missing);
  const today = dateIn(work.timeZone, work.now);
  record(work, {
    ...aboutList(target.list),
    ...entryOf(target),
    action: target.isNew ? "created" : "updated",
    summary: runSummary(
      { added: missing.length, skipped: skipped.length },
      weekStart,
      { name: target.list.name, isNew: target.isNew },
      today,
    ),
  });
  const actorOf = actorsOf(work);
  const added = target.blocks.map((row) => presentWithoutSubtasks(row, actorOf));
  return { listId: target.list.id, added, skipped };
}

/** What became of one ingredient: the new item, or (`added` false) the one that is there. */
export type GroceryItem = { readonly listId: string; readonly added: boolean; readonly item: Block };

/** The same for a single ingredient. @throws ApiError 422 for a list that the caller does not see, or a full one. */
export function addGroceryItem(
  work: Work,
  { ingredient, listId }: { ingredient: string; listId?: string },
): GroceryItem {
  const list = findTarget(work, listId);
  const [known] = sortOut([ingredient], tasksOn(work, list)).there;
  if (known) return { listId: known.item.listId, added: false, item: presentBlock(work, known.item) };
  const target = fill(work, list, [ingredient]);
  const [row] = target.blocks as [BlockRow];
  record(work, {
    subject: { type: "block", id: row.id, label: labelOf(row) },
    audience: audienceOf(target.list),
    ...entryOf(target),
    action: "created",
    summary: ingredientSummary(labelOf(row), { name: target.list.name, isNew: target.isNew }),
  });
  return { listId: target.list.id, added: true, item: presentBlock(work, row) };
}

function findTarget(work: Work, listId: string | undefined): ListRow | null {
  return listId === undefined ? findSharedList(work, listName) : requireList(work, listId, "listId");
}

/** Subtasks, headings and notes of the same text do not count (contract section 7). */
function tasksOn(work: Work, list: ListRow | null): BlockRow[] {
  return list ? levelOf(work, list.id, null).filter(({ type }) => type === "task") : [];
}

type Filled = { readonly list: ListRow; readonly isNew: boolean; readonly made: Image; readonly blocks: BlockRow[] };

function fill(work: Work, known: ListRow | null, contents: readonly string[]): Filled {
  const { list, made } = known ? { list: known, made: {} } : addSharedList(work, listName);
  return { list, isNew: known === null, made, blocks: addTasks(work, list, contents) };
}

function entryOf({ made, blocks }: Filled): Pick<Entry, "changes" | "before" | "after"> {
  return { changes: null, before: null, after: { ...made, block: blocks } satisfies Image };
}
