/** What is done with lists as a whole: making, changing, moving, ordering and deleting them. */
import { and, eq, sql } from "drizzle-orm";
import { actorId } from "../../activity/actors.ts";
import { imageOf } from "../../activity/images.ts";
import { changesBetween, type Image, record, showEntriesTo } from "../../activity/record.ts";
import { insertParams, preparedWrite, updateParams } from "../../db/prepare.ts";
import { list } from "../../db/tables.ts";
import { changedPositions, positionsBefore, reorderSeen, requireSameSet } from "../../lib/reordering.ts";
import type { Work } from "../../work.ts";
import type { Visibility } from "../model.ts";
import { requireSection } from "../sections/store.ts";
import { countedItems, listSummary } from "../summary.ts";
import { nextOwner, requirePersonalOwner } from "../visibility.ts";
import { aboutList, audienceOf, findList, type List, type ListRow, listPlaces, presentList } from "./rows.store.ts";

/** A new list's icon (contract section 6). */
const defaultIcon = "📝";

const isOne = and(eq(list.householdId, sql.placeholder("householdId")), eq(list.id, sql.placeholder("id")));

const insertList = preparedWrite((db) =>
  db.insert(list).values({
    ...insertParams("id", "householdId", "sectionId", "position", "name", "visibility", "ownerId", "icon", "createdBy"),
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

const placeList = preparedWrite((db) =>
  db
    .update(list)
    .set({ position: sql`${sql.placeholder("position")}` })
    .where(isOne),
);

const removeList = preparedWrite((db) => db.delete(list).where(isOne));

/** What a new list is. Shared, unless told otherwise. */
export type NewList = { readonly name: string; readonly sectionId: string; readonly visibility?: Visibility };

/** Makes an empty list at the end of a section. @throws ApiError 422 for the section, or a personal list of nobody's. */
export function createList(work: Work, input: NewList): List {
  const row = addList(work, input);
  record(work, {
    ...aboutList(row),
    action: "created",
    summary: `made the list “${row.name}”`,
    changes: null,
    before: null,
    after: { list: [row] },
  });
  return presentList(work, row);
}

/** The same without an entry: part of a larger change, which records it. Must be in a transaction. */
export function addList(work: Work, input: NewList & { readonly isNobodys?: boolean }): ListRow {
  const { db, householdId, now } = work;
  const { name, sectionId, visibility = "shared", isNobodys = false } = input;
  requireSection(work, sectionId);
  const makerId = isNobodys ? null : work.viewerId;
  const ownerId = visibility === "personal" ? requirePersonalOwner(work) : makerId;
  const id = Bun.randomUUIDv7("hex", now);
  insertList(db, {
    id,
    householdId,
    sectionId,
    name,
    visibility,
    ownerId,
    icon: defaultIcon,
    position: endOf(work, sectionId),
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  return findList(work, id);
}

/** What may be changed of a list, by one operation or another; an absent field stays. */
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
 * Renames a list, changes its settings, or moves it to the end of another section; what changes nothing writes nothing.
 * @throws ApiError 404; 403 and 422 where the caller may not decide who sees it; 422 for an unknown section.
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
    position: changes.sectionId ? endOf(work, next.sectionId) : row.position,
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
 * Puts a section's lists in this order: exactly those that the caller sees; the others keep their index.
 * @throws ApiError 422 for an unknown section, or naming what is missing or unknown.
 */
export function reorderLists(work: Work, sectionId: string, ids: string[]): { ids: string[] } {
  const { db, householdId, viewerId } = work;
  const section = requireSection(work, sectionId);
  const places = listPlaces(work, sectionId);
  const seen = places.filter(({ isSeen }) => isSeen).map(({ id }) => id);
  requireSameSet(ids, seen, "list");
  if (Bun.deepEquals(ids, seen)) return { ids };
  const before = places.map(({ id }) => id);
  const after = reorderSeen(before, ids);
  const moved = changedPositions(after, places);
  for (const { id, position } of moved) placeList(db, { householdId, id, position });
  const shared = new Set(places.filter(({ isShared }) => isShared).map(({ id }) => id));
  const sharedIn = (order: string[]) => order.filter((id) => shared.has(id));
  const isSeenByAll = !Bun.deepEquals(sharedIn(before), sharedIn(after));
  record(work, {
    action: "reordered",
    subject: { type: "section", id: section.id, label: section.name },
    summary: `put the lists of “${section.name}” in another order`,
    changes: null,
    before: { list: positionsBefore(moved, places) },
    after: { list: moved },
    // Where only the caller sees a difference, nobody else is to hear of it.
    audience: { listId: null, viewerId: isSeenByAll ? null : viewerId },
  });
  return { ids };
}

/** What deleting a list leaves: the file of its cover, to be removed once that is on disk; null: it had none. */
export type DeletedList = { readonly answer: { id: string; deleted: true }; readonly coverFile: string | null };

/** Deletes a list with everything on it, for good. @throws ApiError 404. */
export function deleteList(work: Work, id: string): DeletedList {
  const row = findList(work, id);
  const before: Image = { list: [row], ...imageOf(work, "block", { listId: id }) };
  dropList(work, id);
  const count = before.block?.length ?? 0;
  record(work, {
    ...aboutList(row),
    action: "deleted",
    summary: `deleted the list “${row.name}”${countedItems(count)}`,
    changes: null,
    before,
    after: null,
  });
  return { answer: { id, deleted: true }, coverFile: row.coverFile };
}

/** The same without an entry: part of a larger change, which records it. Must be in a transaction. */
export function dropList({ db, householdId }: Work, id: string): void {
  removeList(db, { householdId, id });
}

/** The position after all lists of a section, seen or not. */
function endOf(work: Work, sectionId: string): number {
  return (listPlaces(work, sectionId).at(-1)?.position ?? -1) + 1;
}
