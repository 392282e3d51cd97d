import { authorsOf } from "#platform/activity/actors.ts";
import type { Actor, Work } from "#platform/work.ts";
import {
  allBlockRows,
  type BlockRow,
  blockCounts,
  blockRowsOf,
  firstOpenBlocks,
  nestBlocks,
} from "./blocks/rows.store.ts";
import { findList, type ListRow, listRows, toList } from "./lists/rows.store.ts";
import type { ListWithBlocks, SectionOnBoard, SectionWithLists } from "./model.ts";
import { sectionRows, toSection } from "./sections/store.ts";

/** Reads all sections, lists and blocks with four queries. */
export function readListTree(work: Work): SectionWithLists[] {
  const sections = sectionRows(work);
  const lists = listRows(work);
  const blocks = allBlockRows(work);
  const actorOf = authorsOf(work, sections, lists, blocks);
  const blocksByList = Map.groupBy(blocks, ({ listId }) => listId);
  const listsBySection = Map.groupBy(lists, ({ sectionId }) => sectionId);
  return sections.map((section) => ({
    ...toSection(section, actorOf),
    lists: (listsBySection.get(section.id) ?? []).map((list) =>
      withBlocks(list, blocksByList.get(list.id) ?? [], actorOf),
    ),
  }));
}

/** Reads all sections and lists with a preview of their blocks, with five queries. */
export function readBoard(work: Work): SectionOnBoard[] {
  const sections = sectionRows(work);
  const lists = listRows(work);
  const counts = blockCounts(work);
  const firstOpen = firstOpenBlocks(work);
  const actorOf = authorsOf(work, sections, lists);
  const listsBySection = Map.groupBy(lists, ({ sectionId }) => sectionId);
  return sections.map((section) => ({
    ...toSection(section, actorOf),
    lists: (listsBySection.get(section.id) ?? []).map((list) => {
      const { open, all } = counts.get(list.id) ?? { open: 0, all: 0 };
      const openItems = (firstOpen.get(list.id) ?? []).map(({ id, content }) => ({ id, content }));
      return { ...toList(list, open, actorOf), blockCount: all, openItems };
    }),
  }));
}

export function readList(work: Work, id: string): ListWithBlocks {
  const list = findList(work, id);
  const blocks = blockRowsOf(work, id);
  return withBlocks(list, blocks, authorsOf(work, [list], blocks));
}

function withBlocks(list: ListRow, blocks: readonly BlockRow[], actorOf: (id: number) => Actor): ListWithBlocks {
  const open = blocks.filter(({ type, done }) => type === "task" && done === 0);
  return { ...toList(list, open.length, actorOf), blocks: nestBlocks(blocks, actorOf) };
}
