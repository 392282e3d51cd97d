import { and, eq, sql } from "drizzle-orm";
import { changedPositions, mergeVisibleOrder, positionsBefore, requireSameSet } from "#lib/reordering.ts";
import { say } from "#lib/sentence.ts";
import { actorId } from "#platform/activity/actors.ts";
import { imageOf } from "#platform/activity/images.ts";
import { changesBetween, type Image, record, showEntriesTo } from "#platform/activity/record.ts";
import { insertParams, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { imageOfItems, removeItemsOfOpenTasks, removeItemsOnList } from "../blocks/grocery-items.store.ts";
import { blockRowsOf } from "../blocks/rows.store.ts";
import { type CoverColumns, noCover } from "../covers/model.ts";
import type { Visibility } from "../model.ts";
import { requireSection } from "../sections/store.ts";
import { countedItems, listSummary } from "../summary.ts";
import { nextOwner, requirePersonalOwner } from "../visibility.ts";
import { aboutList, audienceOf, findList, type List, type ListRow, listPositions, presentList } from "./rows.store.ts";

const defaultIcon = "📝";

const isOne = and(eq(list.householdId, sql.placeholder("householdId")), eq(list.id, sql.placeholder("id")));

const insertList = preparedWrite((db) =>
  db.insert(list).values({
    ...insertParams("id", "householdId", "sectionId", "position", "name", "visibility", "ownerId", "createdBy"),
    ...insertParams("icon", "colorKey", "favorite", "hideDone", "coverFile", "coverHidden", "coverAttribution"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const changeList = preparedWrite((db) =>
  db
    .update(list)
    .set({
      ...updateParams(
        "name",
        "sectionId",
        "position",
        "visibility",
        "ownerId",
        "icon",
        "colorKey",
        "favorite",
        "hideDone",
      ),
      updatedAt: sql`${sql.placeholder("now")}`,
    })
    .where(isOne),
);

const setPosition = preparedWrite((db) =>
  db
    .update(list)
    .set({ position: sql`${sql.placeholder("position")}` })
    .where(isOne),
);

const removeList = preparedWrite((db) => db.delete(list).where(isOne));

export type NewList = {
  readonly name: string;
  readonly sectionId: string;
  readonly visibility?: Visibility;
  readonly icon?: string;
  readonly colorKey?: ListRow["colorKey"];
  readonly favorite?: boolean;
  readonly hideDone?: boolean;
};

/**
 * Creates a list.
 * @throws ApiError 422 for an unknown section, or for a personal list by an API key without a member
 */
export function createList(work: Work, input: NewList): List {
  const row = addList(work, input);
  record(work, {
    ...aboutList(row),
    action: "created",
    summary: say`made the list “${row.name}”`,
    changes: null,
    before: null,
    after: { list: [row] },
  });
  return presentList(work, row);
}

type ListInput = NewList & { readonly hasNoOwner?: boolean; readonly cover?: CoverColumns };

/** Adds a list. Does not record activity. */
export function addList(work: Work, input: ListInput): ListRow {
  const { db, householdId, now } = work;
  const { name, sectionId, visibility = "shared", hasNoOwner = false, cover = noCover } = input;
  const { icon = defaultIcon, colorKey = null, favorite = false, hideDone = false } = input;
  requireSection(work, sectionId);
  const makerId = hasNoOwner ? null : work.viewerId;
  const ownerId = visibility === "personal" ? requirePersonalOwner(work) : makerId;
  const id = Bun.randomUUIDv7("hex", now);
  insertList(db, {
    id,
    householdId,
    sectionId,
    name,
    visibility,
    ownerId,
    icon,
    colorKey,
    favorite: Number(favorite),
    hideDone: Number(hideDone),
    ...cover,
    position: endPosition(work, sectionId),
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  return findList(work, id);
}

export type ListPatch = {
  name?: string;
  icon?: string;
  colorKey?: ListRow["colorKey"];
  favorite?: boolean;
  hideDone?: boolean;
  visibility?: Visibility;
  sectionId?: string;
};

/**
 * Changes a list.
 * @throws ApiError 404; 403 if the caller may not change who sees the list; 422 for an unknown section, or if an API
 * key without a member would become the owner of the list.
 */
export function updateList(work: Work, id: string, patch: ListPatch): List {
  const { db, householdId, now } = work;
  const row = findList(work, id);
  const section = patch.sectionId === undefined ? null : requireSection(work, patch.sectionId);
  const before = presentList(work, row);
  const changes = changesBetween<ListPatch>(before, patch);
  if (!changes) return presentList(work, row);
  const next = { ...before, ...patch };
  changeList(db, {
    id,
    householdId,
    now: now.toISOString(),
    name: next.name,
    icon: next.icon,
    colorKey: next.colorKey,
    sectionId: next.sectionId,
    position: changes.sectionId ? endPosition(work, next.sectionId) : row.position,
    visibility: next.visibility,
    ownerId: changes.visibility ? nextOwner(work, row) : row.ownerId,
    favorite: Number(next.favorite),
    hideDone: Number(next.hideDone),
  });
  const changed = findList(work, id);
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
  const { db, householdId, viewerId } = work;
  const section = requireSection(work, sectionId);
  const places = listPositions(work, sectionId);
  const seen = places.filter(({ isVisible }) => isVisible).map(({ id }) => id);
  requireSameSet(ids, seen, "list");
  if (Bun.deepEquals(ids, seen)) return { ids };
  const before = places.map(({ id }) => id);
  const after = mergeVisibleOrder(before, ids);
  const moved = changedPositions(after, places);
  for (const { id, position } of moved) setPosition(db, { householdId, id, position });
  const shared = new Set(places.filter(({ isShared }) => isShared).map(({ id }) => id));
  const sharedIn = (order: string[]) => order.filter((id) => shared.has(id));
  const isVisibleToAll = !Bun.deepEquals(sharedIn(before), sharedIn(after));
  record(work, {
    action: "reordered",
    subject: { type: "section", id: section.id, label: section.name },
    summary: say`put the lists of “${section.name}” in another order`,
    changes: null,
    before: { list: positionsBefore(moved, places) },
    after: { list: moved },
    // If only the caller can see the difference, only the caller sees the entry.
    audience: { listId: null, viewerId: isVisibleToAll ? null : viewerId },
  });
  return { ids };
}

/** The result of deleting a list. The caller deletes the file `coverFile` after the transaction. */
export type DeletedList = { readonly answer: { id: string; deleted: true }; readonly coverFile: string | null };

/** Deletes a list. @throws ApiError 404 */
export function deleteList(work: Work, id: string): DeletedList {
  const row = findList(work, id);
  const blocks = blockRowsOf(work, id);
  // Bought items of a personal list are deleted too, because nobody else may learn what was bought.
  const released = row.visibility === "personal" ? removeItemsOnList(work, id) : removeItemsOfOpenTasks(work, blocks);
  const settings = imageOf(work, "groceryList", { listId: id });
  const before: Image = {
    list: [row],
    block: blocks,
    ...(settings.groceryList?.length ? settings : {}),
    ...imageOfItems(released),
  };
  deleteListRow(work, id);
  record(work, {
    ...aboutList(row),
    action: "deleted",
    summary: say`deleted the list “${row.name}”${countedItems(blocks.length)}`,
    changes: null,
    before,
    after: null,
  });
  return { answer: { id, deleted: true }, coverFile: row.coverFile };
}

export function deleteListRow({ db, householdId }: Work, id: string): void {
  removeList(db, { householdId, id });
}

function endPosition(work: Work, sectionId: string): number {
  return (listPositions(work, sectionId).at(-1)?.position ?? -1) + 1;
}
