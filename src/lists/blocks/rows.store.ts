import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import { notFound } from "#lib/errors.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { block, list } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";

/** The largest number of blocks on a list, including subtasks. */
export const maxBlocks = 1_000;

const ofHousehold = eq(block.householdId, sql.placeholder("householdId"));
export const ofHouseholdList = and(ofHousehold, eq(block.listId, sql.placeholder("listId")));
const blockFields = {
  ...fields(block, "id", "listId", "parentId", "position", "type", "content", "done", "dueDate", "memberId"),
  ...fields(block, "createdAt", "updatedAt", "createdBy"),
};
/**
 * The order of blocks in a list. Blocks at the top level have the `parentId` null, which SQLite sorts first, so they
 * come before all subtasks.
 */
const inOrder = [asc(block.parentId), asc(block.position), asc(block.id)] as const;

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

/** Reads the texts of all blocks, also on lists that the caller cannot see. */
const allTexts = prepared((db) =>
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

export type BlockRow = NonNullable<ReturnType<typeof blockById.get>>;
export type Block = ReturnType<typeof presentBlock>;

/** Returns the blocks of all lists that the caller sees. Subtasks come after all other blocks. */
export function allBlockRows({ db, householdId, viewerId }: Work): BlockRow[] {
  return allBlocks.all(db, { householdId, viewerId });
}

/** Returns the blocks of a list. Does not check whether the caller may see the list. */
export function blockRowsOf({ db, householdId }: Work, listId: string): BlockRow[] {
  return blocksOfList.all(db, { householdId, listId });
}

export type BlockText = ReturnType<typeof allTexts.all>[number];

/** Returns the texts of all blocks. These include lists that the caller cannot see, so the result must be filtered. */
export function blockTexts({ db, householdId }: Work): BlockText[] {
  return allTexts.all(db, { householdId });
}

export function blockRow({ db, householdId }: Work, listId: string, id: string): BlockRow | null {
  return blockById.get(db, { householdId, listId, id });
}

/** Returns a block of a list. @throws ApiError 404 */
export function findBlock(work: Work, listId: string, id: string): BlockRow {
  const row = blockRow(work, listId, id);
  if (!row) throw notFound("Block");
  return row;
}

/** Returns the subtasks of a block, or the blocks at the top level of a list if `parentId` is null. */
export function blockRowsAtLevel({ db, householdId }: Work, listId: string, parentId: string | null): BlockRow[] {
  return blocksAtLevel.all(db, { householdId, listId, parentId });
}

export function countBlocks({ db, householdId }: Work, listId: string): number {
  return blockCount.get(db, { householdId, listId })?.count ?? 0;
}

export function presentBlock(work: Work, row: BlockRow) {
  const actorOf = actorsOf(work);
  const subtasks = row.type === "task" && row.parentId === null ? blockRowsAtLevel(work, row.listId, row.id) : [];
  return {
    listId: row.listId,
    ...toBlock(row, actorOf),
    subtasks: subtasks.map((each) => toBlock(each, actorOf)),
  };
}

export function blockWithSubtasks(work: Work, row: BlockRow): BlockRow[] {
  return [row, ...blockRowsAtLevel(work, row.listId, row.id)];
}

export function presentWithoutSubtasks(row: BlockRow, actorOf: (id: number) => Actor): Block {
  return { listId: row.listId, ...toBlock(row, actorOf), subtasks: [] };
}

/** Puts subtasks into their parents. In `rows`, parents must come before their subtasks. */
export function nestBlocks(rows: readonly BlockRow[], actorOf: (id: number) => Actor): NestedBlock[] {
  const roots: NestedBlock[] = [];
  const byId = new Map<string, NestedBlock>();
  for (const row of rows) {
    const block = toBlock(row, actorOf);
    if (row.parentId === null) {
      // An object spread here would take a quarter of the response time.
      const root: NestedBlock = Object.assign(block, { subtasks: [] });
      roots.push(root);
      byId.set(row.id, root);
    } else byId.get(row.parentId)?.subtasks.push(block);
  }
  return roots;
}

type NestedBlock = ReturnType<typeof toBlock> & { subtasks: ReturnType<typeof toBlock>[] };

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
