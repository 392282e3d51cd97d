import { and, asc, eq, or, sql } from "drizzle-orm";
import { noSuch, notFound } from "#lib/errors.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import type { Audience, Entry } from "#platform/activity/record.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { block, list } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { toCover } from "../covers/model.ts";

const ofHousehold = eq(list.householdId, sql.placeholder("householdId"));
/** Filter of lists that the caller can see: shared lists, and the personal lists of the caller. */
const isVisible = or(eq(list.visibility, "shared"), eq(list.ownerId, sql.placeholder("viewerId")));

const listFields = {
  ...fields(list, "id", "sectionId", "position", "name", "visibility", "ownerId", "icon", "colorKey", "favorite"),
  ...fields(list, "hideDone", "coverFile", "coverHidden", "coverAttribution", "createdAt", "updatedAt", "createdBy"),
};

const listsInOrder = prepared((db) =>
  db
    .select(listFields)
    .from(list)
    .where(and(ofHousehold, isVisible))
    .orderBy(asc(list.sectionId), asc(list.position), asc(list.id)),
);

const listById = prepared((db) =>
  db
    .select(listFields)
    .from(list)
    .where(and(ofHousehold, eq(list.id, sql.placeholder("id")), isVisible)),
);

/** Reads the positions of all lists of a section, also those that the caller cannot see. */
const positionsIn = prepared((db) =>
  db
    .select(fields(list, "id", "position", "visibility", "ownerId"))
    .from(list)
    .where(and(ofHousehold, eq(list.sectionId, sql.placeholder("sectionId"))))
    .orderBy(asc(list.position), asc(list.id)),
);

const openTasksOn = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(block)
    .where(
      and(
        eq(block.householdId, sql.placeholder("householdId")),
        eq(block.listId, sql.placeholder("id")),
        eq(block.type, "task"),
        eq(block.done, 0),
      ),
    ),
);

export type ListRow = NonNullable<ReturnType<typeof listById.get>>;
export type List = ReturnType<typeof toList>;

/** Returns the lists that the caller can see, in the order in which the app shows them. */
export function listRows({ db, householdId, viewerId }: Work): ListRow[] {
  return listsInOrder.all(db, { householdId, viewerId });
}

/** Returns a list. Null if the list does not exist, or if the caller cannot see it. */
export function listRow({ db, householdId, viewerId }: Work, id: string): ListRow | null {
  return listById.get(db, { householdId, viewerId, id }) ?? null;
}

/** Returns a list. @throws ApiError 404 if the list does not exist, or if the caller cannot see it. */
export function findList(work: Work, id: string): ListRow {
  const row = listRow(work, id);
  if (!row) throw notFound("List");
  return row;
}

/**
 * Returns the list whose id is in a field of a request body. `path` is the path of that field.
 * @throws ApiError 422 if the caller can see no such list
 */
export function requireList(work: Work, id: string, path: string): ListRow {
  const row = listRow(work, id);
  if (!row) throw noSuch(path, "list");
  return row;
}

/** Returns the positions of all lists of a section, also those that the caller cannot see. */
export function listPositions({ db, householdId, viewerId }: Work, sectionId: string) {
  return positionsIn.all(db, { householdId, sectionId }).map(({ id, position, visibility, ownerId }) => ({
    id,
    position,
    isShared: visibility === "shared",
    isVisible: visibility === "shared" || ownerId === viewerId,
  }));
}

export function audienceOf({ id, visibility, ownerId }: Pick<ListRow, "id" | "visibility" | "ownerId">): Audience {
  return { listId: id, viewerId: visibility === "personal" ? ownerId : null };
}

export function aboutList(row: ListRow): Pick<Entry, "subject" | "audience"> {
  return { subject: { type: "list", id: row.id, label: row.name }, audience: audienceOf(row) };
}

export function presentList(work: Work, row: ListRow): List {
  const remaining = openTasksOn.get(work.db, { householdId: work.householdId, id: row.id })?.count ?? 0;
  return toList(row, remaining, actorsOf(work));
}

export function toList(row: ListRow, remainingCount: number, actorOf: (id: number) => Actor) {
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
