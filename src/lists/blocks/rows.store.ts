import { asc, ne, sql } from "drizzle-orm";
import { notFound, raise } from "#lib/errors.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import {
  byId,
  countIn,
  equal,
  ofHousehold,
  param,
  type RowOf,
  selectFrom,
  storedColumns,
} from "#platform/db/statements.ts";
import { block, list } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { isVisible } from "../lists/rows.store.ts";
import type { Block, BlockOnList, Subtask } from "../model.ts";
import { previewedItems } from "./preview.ts";

/** The largest number of blocks on a list, including subtasks. */
export const maxBlocks = 1_000;

export const isOnList = equal(block.listId, "listId");
export const isAtLevel = [isOnList, sql`${block.parentId} is ${param("parentId")}`];
/** Selects a block by its list and its id, which together are the key. */
export const isOne = [isOnList, byId(block)];
const columns = storedColumns(block);
/** Blocks at the top level have the `parentId` null, which SQLite sorts first, so they come before all subtasks. */
const inOrder = [asc(block.parentId), asc(block.position), asc(block.id)] as const;

const allBlocks = selectFrom(block, columns, {
  where: sql`${block.listId} in (select ${list.id} from ${list} where ${ofHousehold(list)} and ${isVisible})`,
  orderBy: [asc(block.listId), ...inOrder],
});

const blocksOfList = selectFrom(block, columns, { where: isOnList, orderBy: inOrder });

const allTexts = selectFrom(block, ["id", "listId", "type", "content", "done", "dueDate", "memberId", "createdAt"], {
  where: ne(block.content, ""),
});

const blockById = selectFrom(block, columns, { where: isOne });

const blocksAtLevel = selectFrom(block, columns, {
  where: isAtLevel,
  orderBy: [asc(block.position), asc(block.id)],
});

const blocksOn = countIn(block, isOnList);

const countsByList = selectFrom(block, ["listId"], {
  computed: {
    all: sql<number>`count(*)`,
    open: sql<number>`total(${block.type} = 'task' and ${block.done} = 0)`,
  },
  groupBy: [block.listId],
});

/** The first open tasks at the top level of each list. A text is cut, because a row of the board shows no more. */
const firstOpenByList = selectFrom(block, ["id", "listId"], {
  computed: { content: sql<string>`substr(${block.content}, 1, 80)` },
  where: sql`${block.id} in (
    select id from (
      select ${block.id} as id,
        row_number() over (partition by ${block.listId} order by ${block.position}, ${block.id}) as place
      from ${block}
      where ${ofHousehold(block)} and ${block.parentId} is null and ${block.type} = 'task' and ${block.done} = 0
    )
    where place <= ${sql.raw(String(previewedItems))}
  )`,
  orderBy: [asc(block.position), asc(block.id)],
});

const listOfBlock = selectFrom(block, ["listId"], {
  where: [
    byId(block),
    sql`${block.listId} in (select ${list.id} from ${list} where ${ofHousehold(list)} and ${isVisible})`,
  ],
});

export type BlockRow = RowOf<typeof block>;

/** Returns the blocks of all lists that the caller sees. Subtasks come after all other blocks. */
export const allBlockRows = (work: Work): BlockRow[] => allBlocks.all(work, { viewerId: work.viewerId });

/** Returns the blocks of a list. Does not check whether the caller may see the list. */
export const blockRowsOf = (work: Work, listId: string): BlockRow[] => blocksOfList.all(work, { listId });

export type BlockText = ReturnType<typeof blockTexts>[number];

/** Returns the texts of all blocks, even on lists that the caller cannot see: the result must be filtered. */
export const blockTexts = (work: Work) => allTexts.all(work);

export const blockRow = (work: Work, listId: string, id: string): BlockRow | null =>
  blockById.get(work, { listId, id });

export const findBlock = (work: Work, listId: string, id: string): BlockRow =>
  blockRow(work, listId, id) ?? raise(notFound("Block"));

/** Returns the subtasks of a block, or the blocks at the top level of a list if `parentId` is null. */
export const blockRowsAtLevel = (work: Work, listId: string, parentId: string | null): BlockRow[] =>
  blocksAtLevel.all(work, { listId, parentId });

/** Returns the numbers of blocks and of open tasks by list, also for lists that the caller cannot see. */
export const blockCounts = (work: Work) =>
  new Map(countsByList.all(work).map(({ listId, all, open }) => [listId, { all, open }]));

/** Returns the first open tasks of each list in order, also of lists that the caller cannot see. */
export const firstOpenBlocks = (work: Work) => Map.groupBy(firstOpenByList.all(work), ({ listId }) => listId);

/** Returns the id of the list that has the block. Null if the caller sees no such block. */
export const listIdOf = (work: Work, id: string): string | null =>
  listOfBlock.get(work, { id, viewerId: work.viewerId })?.listId ?? null;

export const countBlocks = (work: Work, listId: string): number => blocksOn(work, { listId });

export function presentBlock(work: Work, row: BlockRow): Block {
  const actorOf = actorsOf(work);
  const subtasks = row.type === "task" && row.parentId === null ? blockRowsAtLevel(work, row.listId, row.id) : [];
  return { ...presentWithoutSubtasks(row, actorOf), subtasks: subtasks.map((each) => toBlock(each, actorOf)) };
}

export function blockWithSubtasks(work: Work, row: BlockRow): BlockRow[] {
  return [row, ...blockRowsAtLevel(work, row.listId, row.id)];
}

export function presentWithoutSubtasks(row: BlockRow, actorOf: (id: number) => Actor): Block {
  return { listId: row.listId, ...toBlock(row, actorOf), subtasks: [] };
}

/** Puts subtasks into their parents. In `rows`, parents must come before their subtasks. */
export function nestBlocks(rows: readonly BlockRow[], actorOf: (id: number) => Actor): BlockOnList[] {
  const roots: BlockOnList[] = [];
  const byId = new Map<string, BlockOnList>();
  for (const row of rows) {
    const block = toBlock(row, actorOf);
    if (row.parentId === null) {
      // An object spread here would take a quarter of the response time.
      const root: BlockOnList = Object.assign(block, { subtasks: [] });
      roots.push(root);
      byId.set(row.id, root);
    } else byId.get(row.parentId)?.subtasks.push(block);
  }
  return roots;
}

function toBlock(row: BlockRow, actorOf: (id: number) => Actor): Subtask {
  return {
    id: row.id,
    type: row.type,
    content: row.content,
    done: row.done === 1,
    dueDate: row.dueDate,
    memberId: row.memberId,
    parentId: row.parentId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
