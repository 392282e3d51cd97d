/** Lists as they are stored: finding them, as far as somebody sees them, and presenting them. */
import { and, asc, eq, or, sql } from "drizzle-orm";
import { actorsOf } from "../../activity/actors.ts";
import type { Audience, Entry } from "../../activity/record.ts";
import { fields, prepared } from "../../db/prepare.ts";
import { block, list } from "../../db/tables.ts";
import { noSuch, notFound } from "../../errors.ts";
import type { Actor, Work } from "../../work.ts";
import { toCover } from "../covers/model.ts";

const ofHousehold = eq(list.householdId, sql.placeholder("householdId"));
/** A personal list exists for its owner alone. */
const isSeen = or(eq(list.visibility, "shared"), eq(list.ownerId, sql.placeholder("viewerId")));

const listFields = {
  ...fields(list, "id", "sectionId", "position", "name", "visibility", "ownerId", "icon", "colorKey", "favorite"),
  ...fields(list, "hideDone", "coverFile", "coverHidden", "coverAttribution", "createdAt", "updatedAt", "createdBy"),
};

const listsInOrder = prepared((db) =>
  db
    .select(listFields)
    .from(list)
    .where(and(ofHousehold, isSeen))
    .orderBy(asc(list.sectionId), asc(list.position), asc(list.id)),
);

const listById = prepared((db) =>
  db
    .select(listFields)
    .from(list)
    .where(and(ofHousehold, eq(list.id, sql.placeholder("id")), isSeen)),
);

/** Seen or not: what is not seen has a place, too. */
const placesIn = prepared((db) =>
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

/** A list's row. */
export type ListRow = NonNullable<ReturnType<typeof listById.get>>;
/** A list as its writes answer it. */
export type List = ReturnType<typeof toList>;

/** The rows of all lists that the caller sees, section by section, in display order. */
export function listRows({ db, householdId, viewerId }: Work): ListRow[] {
  return listsInOrder.all(db, { householdId, viewerId });
}

/** The list behind an id from the path. @throws ApiError 404 `List not found`, also for one that is not seen. */
export function findList({ db, householdId, viewerId }: Work, id: string): ListRow {
  const row = listById.get(db, { householdId, viewerId, id });
  if (!row) throw notFound("List");
  return row;
}

/** The list behind an id from a body. @throws ApiError 422 `<path>: no such list`, also for one that is not seen. */
export function requireList({ db, householdId, viewerId }: Work, id: string, path: string): ListRow {
  const row = listById.get(db, { householdId, viewerId, id });
  if (!row) throw noSuch(path, "list");
  return row;
}

/** The places of all lists of a section, seen or not, in display order; `isSeen` says which the caller sees. */
export function listPlaces({ db, householdId, viewerId }: Work, sectionId: string) {
  return placesIn.all(db, { householdId, sectionId }).map(({ id, position, visibility, ownerId }) => ({
    id,
    position,
    isShared: visibility === "shared",
    isSeen: visibility === "shared" || ownerId === viewerId,
  }));
}

/** Whom the feed shows what is said about a list. */
export function audienceOf({ id, visibility, ownerId }: Pick<ListRow, "id" | "visibility" | "ownerId">): Audience {
  return { listId: id, viewerId: visibility === "personal" ? ownerId : null };
}

/** What an entry about a list as a whole says of its subject and of who is shown it. */
export function aboutList(row: ListRow): Pick<Entry, "subject" | "audience"> {
  return { subject: { type: "list", id: row.id, label: row.name }, audience: audienceOf(row) };
}

/** A list as its writes answer it: without its blocks. */
export function presentList(work: Work, row: ListRow): List {
  const remaining = openTasksOn.get(work.db, { householdId: work.householdId, id: row.id })?.count ?? 0;
  return toList(row, remaining, actorsOf(work));
}

/** The only way from a row to an answer. `remainingCount` counts unchecked tasks, subtasks included. */
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
