import { asc, eq, or } from "drizzle-orm";
import { noSuch, notFound, raise } from "#lib/errors.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import type { Row } from "#platform/activity/images.ts";
import type { Audience, Entry } from "#platform/activity/record.ts";
import { byId, countIn, equal, type RowOf, records, selectFrom } from "#platform/db/statements.ts";
import { block, list } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { toCover } from "../covers/model.ts";
import type { List } from "../model.ts";

export const isVisible = or(eq(list.visibility, "shared"), equal(list.ownerId, "viewerId"));

/** Reads and writes lists, also those that the caller cannot see. */
export const lists = records(list);

const listsInOrder = selectFrom(list, lists.columns, {
  where: isVisible,
  orderBy: [asc(list.sectionId), asc(list.position), asc(list.id)],
});

const listById = selectFrom(list, lists.columns, { where: [byId(list), isVisible] });

const positionsIn = selectFrom(list, ["id", "position", "visibility", "ownerId"], {
  where: equal(list.sectionId, "sectionId"),
  orderBy: [asc(list.position), asc(list.id)],
});

const countOpenTasks = countIn(block, [equal(block.listId, "id"), eq(block.type, "task"), eq(block.done, 0)]);

export type ListRow = RowOf<typeof list>;

/** Returns the lists that the caller can see, in the order in which the app shows them. */
export const listRows = (work: Work): ListRow[] => listsInOrder.all(work, { viewerId: work.viewerId });

/** Returns a list. Null if the list does not exist, or if the caller cannot see it. */
export const listRow = (work: Work, id: string): ListRow | null => listById.get(work, { id, viewerId: work.viewerId });

/** Returns a list. @throws ApiError 404 if the list does not exist, or if the caller cannot see it. */
export const findList = (work: Work, id: string): ListRow => listRow(work, id) ?? raise(notFound("List"));

/** Returns the list. @throws ApiError 422 if the caller can see none; `path` is the request's field with the id. */
export const requireList = (work: Work, id: string, path: string): ListRow =>
  listRow(work, id) ?? raise(noSuch(path, "list"));

/** Returns the positions of all lists of a section, also those that the caller cannot see. */
export const listPositions = (work: Work, sectionId: string) => positionsIn.all(work, { sectionId });

export const canSeeList = ({ viewerId }: Work, { visibility, ownerId }: Row): boolean =>
  visibility === "shared" || ownerId === viewerId;

export function audienceOf({ id, visibility, ownerId }: Pick<ListRow, "id" | "visibility" | "ownerId">): Audience {
  return { listId: id, viewerId: visibility === "personal" ? ownerId : null };
}

export function aboutList(row: ListRow): Pick<Entry, "subject" | "audience"> {
  return { subject: { type: "list", id: row.id, label: row.name }, audience: audienceOf(row) };
}

export const presentList = (work: Work, row: ListRow): List =>
  toList(row, countOpenTasks(work, { id: row.id }), actorsOf(work));

export function toList(row: ListRow, remainingCount: number, actorOf: (id: number) => Actor): List {
  return {
    id: row.id,
    name: row.name,
    sectionId: row.sectionId,
    visibility: row.visibility,
    icon: row.icon,
    colorKey: row.colorKey,
    favorite: row.favorite === 1,
    hideDone: row.hideDone === 1,
    cover: toCover(row),
    remainingCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
