/** Finds a place for records that come back after what contained them was deleted, moved or changed. */
import { straightenQuotes } from "#lib/sentence.ts";
import { canSeeList, lists } from "#lists/lists/rows.store.ts";
import { type Row, rowsWhere } from "#platform/activity/images.ts";
import type { Work } from "#platform/work.ts";
import type { Restoration } from "./rows.ts";

/**
 * Puts a list whose section was deleted into the first section, a subtask whose item was moved below that item, and a
 * subtask whose item can have no subtasks any more on its own. `moved` describes this for people.
 */
export function withContainers(work: Work, all: readonly Restoration[]): { rows: Restoration[]; moved: string[] } {
  const moved: string[] = [];
  const isBack = (table: Restoration["table"], id: unknown) =>
    all.some((each) => each.table === table && each.target?.id === id);
  const rows = all.map((each): Restoration => {
    const { table, target, current } = each;
    if (!target || current) return each;
    const place =
      table === "list" && !isBack("listSection", target.sectionId)
        ? sectionFor(work, target, moved)
        : table === "block" && target.parentId !== null && !isBack("block", target.parentId)
          ? parentFor(work, target, moved)
          : null;
    return place ? { ...each, target: { ...target, ...place } } : each;
  });
  return { rows, moved };
}

function sectionFor(work: Work, { sectionId, name }: Row, moved: string[]): Row | null {
  const sections = rowsWhere(work, "listSection", {});
  const [first] = sections.toSorted((one, other) => Number(one.position) - Number(other.position));
  if (!first || sections.some(({ id }) => id === sectionId)) return null;
  moved.push(`The section of ${quoted(name)}: it was deleted, so the list is in ${quoted(first.name)}`);
  return { sectionId: first.id ?? null };
}

function parentFor(work: Work, { parentId = null, listId, content }: Row, moved: string[]): Row | null {
  const [parent] = rowsWhere(work, "block", { id: parentId });
  const isParent = parent?.parentId === null && parent.type === "task";
  if (isParent && parent.listId === listId) return null;
  const list = isParent ? lists.find(work, String(parent.listId)) : null;
  if (isParent && list && canSeeList(work, list)) {
    moved.push(`The former list of ${quoted(content)}: it is on ${quoted(list.name)} now, below its item`);
    return { listId: parent.listId ?? null };
  }
  const reason = parent ? "it can't have subtasks any more" : "it was deleted";
  moved.push(`The item above ${quoted(content)}: ${reason}, so ${quoted(content)} is on its own`);
  return { parentId: null };
}

const quoted = (text: unknown) => `“${straightenQuotes(String(text))}”`;
