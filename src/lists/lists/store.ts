import { changedPositions, mergeVisibleOrder, positionsBefore, requireSameSet } from "#lib/reordering.ts";
import { say } from "#lib/sentence.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { rowsWhere } from "#platform/activity/images.ts";
import { changesBetween, record, showEntriesTo } from "#platform/activity/record.ts";
import { byId, updateIn } from "#platform/db/statements.ts";
import { list } from "#platform/db/tables.ts";
import type { PictureChange } from "#platform/images/files.ts";
import type { Work } from "#platform/work.ts";
import { imageOf, removeItemsOfOpenTasks, removeItemsOnList } from "../blocks/grocery-items.store.ts";
import { blockRowsOf } from "../blocks/rows.store.ts";
import { type CoverColumns, noCover } from "../covers/model.ts";
import type { List, ListPatch, NewList } from "../model.ts";
import { requireSection } from "../sections/store.ts";
import { countedItems, listSummary } from "../summary.ts";
import { nextOwner, requirePersonalOwner } from "../visibility.ts";
import {
  aboutList,
  audienceOf,
  canSeeList,
  findList,
  type ListRow,
  listPositions,
  lists,
  presentList,
} from "./rows.store.ts";

const defaultIcon = "📝";
const setPosition = updateIn(list, ["position"], byId(list));

/** Creates a list. @throws ApiError 422 for an unknown section, or for a personal list by an API key of no member */
export function createList(work: Work, input: NewList): List {
  const row = addList(work, input);
  record(work, {
    ...aboutList(row),
    action: "created",
    summary: say`made the list “${row.name}”`,
    after: { list: [row] },
  });
  return presentList(work, row);
}

type ListInput = NewList & { readonly hasNoOwner?: boolean; readonly cover?: CoverColumns };

/** Adds a list. Does not record activity. */
export function addList(work: Work, { hasNoOwner = false, cover = noCover, ...input }: ListInput): ListRow {
  const { sectionId, visibility = "shared" } = input;
  requireSection(work, sectionId);
  const makerId = hasNoOwner ? null : work.viewerId;
  return lists.insert(work, {
    icon: defaultIcon,
    ...input,
    ...cover,
    position: endPosition(work, sectionId),
    visibility,
    ownerId: visibility === "personal" ? requirePersonalOwner(work) : makerId,
    favorite: Number(input.favorite ?? false),
    hideDone: Number(input.hideDone ?? false),
    ...newRecordFields(work),
  });
}

/**
 * Changes a list.
 * @throws ApiError 404; 403 if the caller may not change who sees the list; 422 for an unknown section, or if an API
 * key without a member would become the owner of the list.
 */
export function updateList(work: Work, id: string, patch: ListPatch): List {
  const row = findList(work, id);
  const section = patch.sectionId === undefined ? null : requireSection(work, patch.sectionId);
  const before = presentList(work, row);
  const changes = changesBetween<ListPatch>(before, patch);
  if (!changes) return before;
  const { favorite, hideDone } = { ...before, ...patch };
  const changed = lists.update(work, row, {
    ...patch,
    favorite: Number(favorite),
    hideDone: Number(hideDone),
    ...(changes.sectionId && section && { position: endPosition(work, section.id) }),
    ...(changes.visibility && { ownerId: nextOwner(work, row) }),
    updatedAt: work.now.toISOString(),
  });
  if (changes.visibility) showEntriesTo(work, id, audienceOf(changed).viewerId);
  record(work, {
    ...aboutList(changed),
    action: changes.sectionId ? "moved" : "updated",
    summary: listSummary(before, changed, changes, section?.name ?? ""),
    changes,
    before: { list: [row] },
    after: { list: [changed] },
  });
  return presentList(work, changed);
}

/**
 * Changes the order of the lists in a section. Lists that the caller cannot see keep their index.
 * @throws ApiError 422 unless `ids` contains each visible list of the section exactly once.
 */
export function reorderLists(work: Work, sectionId: string, ids: string[]): { ids: string[] } {
  const section = requireSection(work, sectionId);
  const places = listPositions(work, sectionId);
  const seen = places.filter((each) => canSeeList(work, each)).map(({ id }) => id);
  requireSameSet(ids, seen, "list");
  if (Bun.deepEquals(ids, seen)) return { ids };
  const before = places.map(({ id }) => id);
  const after = mergeVisibleOrder(before, ids);
  const moved = changedPositions(after, places);
  for (const each of moved) setPosition(work, each);
  const shared = new Set(places.filter(({ visibility }) => visibility === "shared").map(({ id }) => id));
  const sharedIn = (order: string[]) => order.filter((id) => shared.has(id));
  const isVisibleToAll = !Bun.deepEquals(sharedIn(before), sharedIn(after));
  record(work, {
    action: "reordered",
    subject: { type: "section", id: section.id, label: section.name },
    summary: say`put the lists of “${section.name}” in another order`,
    before: { list: positionsBefore(moved, places) },
    after: { list: moved },
    // If only the caller can see the difference, only the caller sees the entry.
    audience: { listId: null, viewerId: isVisibleToAll ? null : work.viewerId },
  });
  return { ids };
}

/** Deletes a list. The caller deletes the file `orphan` after the transaction. @throws ApiError 404 */
export function deleteList(work: Work, id: string): PictureChange<{ id: string; deleted: true }> {
  const row = findList(work, id);
  const blocks = blockRowsOf(work, id);
  // Bought items of a personal list are deleted too, because nobody else may learn what was bought.
  const released = row.visibility === "personal" ? removeItemsOnList(work, id) : removeItemsOfOpenTasks(work, blocks);
  const groceryList = rowsWhere(work, "groceryList", { listId: id });
  const before = {
    list: [row],
    block: blocks,
    ...(groceryList.length > 0 && { groceryList }),
    ...imageOf([], released),
  };
  lists.remove(work, id);
  record(work, {
    ...aboutList(row),
    action: "deleted",
    summary: say`deleted the list “${row.name}”${countedItems(blocks.length)}`,
    before,
  });
  return { answer: { id, deleted: true }, orphan: row.coverFile };
}

function endPosition(work: Work, sectionId: string): number {
  return (listPositions(work, sectionId).at(-1)?.position ?? -1) + 1;
}
