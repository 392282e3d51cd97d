import { actorsWith } from "#platform/activity/actors.ts";
import type { Actor, Work } from "#platform/work.ts";
import { allBlockRows, type BlockRow, blockRowsOf, nestBlocks } from "./blocks/rows.store.ts";
import { findList, type ListRow, listRows, toList } from "./lists/rows.store.ts";
import { sectionRows, toSection } from "./sections/store.ts";

/** Reads all sections, lists and blocks with four queries. */
export function readListTree(work: Work) {
  const sections = sectionRows(work);
  const lists = listRows(work);
  const blocks = allBlockRows(work);
  const rows = [sections, lists, blocks].flat();
  const actorOf = actorsWith(
    work,
    rows.map(({ createdBy }) => createdBy),
  );
  const blocksByList = groupBy(blocks, ({ listId }) => listId);
  const listsBySection = groupBy(lists, ({ sectionId }) => sectionId);
  return sections.map((section) => ({
    ...toSection(section, actorOf),
    lists: (listsBySection.get(section.id) ?? []).map((list) =>
      withBlocks(list, blocksByList.get(list.id) ?? [], actorOf),
    ),
  }));
}

/** Returns a list with its blocks. @throws ApiError 404 */
export function readList(work: Work, id: string) {
  const list = findList(work, id);
  const blocks = blockRowsOf(work, id);
  const authors = [list, ...blocks].map(({ createdBy }) => createdBy);
  return withBlocks(list, blocks, actorsWith(work, authors));
}

function withBlocks(list: ListRow, blocks: readonly BlockRow[], actorOf: (id: number) => Actor) {
  return { ...toList(list, blocks.filter(isOpen).length, actorOf), blocks: nestBlocks(blocks, actorOf) };
}

function isOpen({ type, done }: BlockRow): boolean {
  return type === "task" && done === 0;
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  return Map.groupBy(rows, keyOf);
}
