/** All lists at once, as `GET /v1/lists` answers them. */
import { actorsWith } from "../activity/actors.ts";
import type { Work } from "../work.ts";
import { allBlockRows, type BlockRow, nest } from "./blocks/rows.store.ts";
import { listRows, toList } from "./lists/rows.store.ts";
import { sectionRows, toSection } from "./sections/store.ts";

/** All sections with the lists that the caller sees and their blocks, in display order. Four queries, however many there are. */
export function readLists(work: Work) {
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
    lists: (listsBySection.get(section.id) ?? []).map((list) => {
      const own = blocksByList.get(list.id) ?? [];
      return { ...toList(list, own.filter(isOpen).length, actorOf), blocks: nest(own, actorOf) };
    }),
  }));
}

function isOpen({ type, done }: BlockRow): boolean {
  return type === "task" && done === 0;
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  return Map.groupBy(rows, keyOf);
}
