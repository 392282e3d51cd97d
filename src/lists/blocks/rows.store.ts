/** Blocks as they are stored: finding them and presenting them. */
import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import { actorsOf } from "../../activity/actors.ts";
import { fields, prepared } from "../../db/prepare.ts";
import { block, list } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import type { Actor, Work } from "../../work.ts";

/** How many blocks a list holds, subtasks included (contract section 6). */
export const maxBlocks = 1_000;

const ofHousehold = eq(block.householdId, sql.placeholder("householdId"));
/** The blocks of one list: what every statement about blocks filters by. */
export const ofHouseholdList = and(ofHousehold, eq(block.listId, sql.placeholder("listId")));
const blockFields = {
  ...fields(block, "id", "listId", "parentId", "position", "type", "content", "done", "dueDate", "memberId"),
  ...fields(block, "createdAt", "updatedAt", "createdBy"),
};
/** What stands at the top of a list comes before any subtask, for SQLite sorts null first. */
const inOrder = [asc(block.parentId), asc(block.position), asc(block.id)] as const;

/** Of the lists that the caller sees. */
const allBlocks = prepared((db) =>
  db
    .select(blockFields)
    .from(block)
    .where(
      and(
        ofHousehold,
        sql`${block.listId} in (select ${list.id} from ${list} where ${list.householdId} = ${sql.placeholder("householdId")} and ${or(eq(list.visibility, "shared"), eq(list.ownerId, sql.placeholder("viewerId")))})`,
      ),
    )
    .orderBy(asc(block.listId), ...inOrder),
);

const blocksOfList = prepared((db) =>
  db
    .select(blockFields)
    .from(block)
    .where(ofHouseholdList)
    .orderBy(...inOrder),
);

/** Seen or not. */
const textsOfAll = prepared((db) =>
  db
    .select(fields(block, "id", "listId", "type", "content", "done", "dueDate", "memberId", "createdAt"))
    .from(block)
    .where(and(ofHousehold, ne(block.content, ""))),
);

const blockById = prepared((db) =>
  db
    .select(blockFields)
    .from(block)
    .where(and(ofHouseholdList, eq(block.id, sql.placeholder("id")))),
);

/** One level: the top of a list, or (`parentId`) a task's subtasks. */
const blocksAtLevel = prepared((db) =>
  db
    .select(blockFields)
    .from(block)
    .where(and(ofHouseholdList, sql`${block.parentId} is ${sql.placeholder("parentId")}`))
    .orderBy(asc(block.position), asc(block.id)),
);

const blockCount = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(block)
    .where(ofHouseholdList),
);

/** A block's row. */
export type BlockRow = NonNullable<ReturnType<typeof blockById.get>>;
/** A block as its writes answer it. */
export type Block = ReturnType<typeof presentBlock>;

/** The rows of all blocks on lists that the caller sees: list by list, what stands at the top first, in display order. */
export function allBlockRows({ db, householdId, viewerId }: Work): BlockRow[] {
  return allBlocks.all(db, { householdId, viewerId });
}

/** The rows of one list's blocks: those at the top first, in display order. Whether the caller sees the list is not checked. */
export function blockRowsOf({ db, householdId }: Work, listId: string): BlockRow[] {
  return blocksOfList.all(db, { householdId, listId });
}

/** What is written on a list, as far as a search needs it. */
export type BlockText = ReturnType<typeof textsOfAll.all>[number];

/** What is written on all lists, in no order, also on those that the caller does not see: whoever shows it leaves these out. */
export function blockTexts({ db, householdId }: Work): BlockText[] {
  return textsOfAll.all(db, { householdId });
}

/** A block, or null where the list has none of this id. */
export function blockRow({ db, householdId }: Work, listId: string, id: string): BlockRow | null {
  return blockById.get(db, { householdId, listId, id });
}

/** The block behind an id from the path. @throws ApiError 404 `Block not found`. */
export function findBlock(work: Work, listId: string, id: string): BlockRow {
  const row = blockRow(work, listId, id);
  if (!row) throw notFound("Block");
  return row;
}

/** The rows of one level in display order: the top of a list (`parentId` null), or a task's subtasks. */
export function levelOf({ db, householdId }: Work, listId: string, parentId: string | null): BlockRow[] {
  return blocksAtLevel.all(db, { householdId, listId, parentId });
}

/** How many blocks a list has, subtasks included. */
export function countBlocks({ db, householdId }: Work, listId: string): number {
  return blockCount.get(db, { householdId, listId })?.count ?? 0;
}

/** A block with its list and its subtasks. */
export function presentBlock(work: Work, row: BlockRow) {
  const actorOf = actorsOf(work);
  const subtasks = row.type === "task" && row.parentId === null ? levelOf(work, row.listId, row.id) : [];
  return {
    listId: row.listId,
    ...toBlock(row, actorOf),
    subtasks: subtasks.map((each) => toBlock(each, actorOf)),
  };
}

/** The rows of a block and of its subtasks, as entries keep them. */
export function wholeBlock(work: Work, row: BlockRow): BlockRow[] {
  return [row, ...levelOf(work, row.listId, row.id)];
}

/** A block that is known to have no subtasks, such as a new one. */
export function presentWithoutSubtasks(row: BlockRow, actorOf: (id: number) => Actor): Block {
  return { listId: row.listId, ...toBlock(row, actorOf), subtasks: [] };
}

/** Rows of one list, what stands at its top first, as blocks with their subtasks. */
export function nest(rows: readonly BlockRow[], actorOf: (id: number) => Actor): OnList[] {
  const roots: OnList[] = [];
  const byId = new Map<string, OnList>();
  for (const row of rows) {
    const block = toBlock(row, actorOf);
    if (row.parentId === null) {
      // Not spread: with thousands of blocks that would be a fourth of the whole answer's time.
      const root: OnList = Object.assign(block, { subtasks: [] });
      roots.push(root);
      byId.set(row.id, root);
    } else byId.get(row.parentId)?.subtasks.push(block);
  }
  return roots;
}

type OnList = ReturnType<typeof toBlock> & { subtasks: ReturnType<typeof toBlock>[] };

/** The only way from a row to an answer. */
function toBlock(row: BlockRow, actorOf: (id: number) => Actor) {
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
