import { and, asc, eq, sql } from "drizzle-orm";
import type { Image } from "../activity/record.ts";
import { fields, prepared } from "../db/prepare.ts";
import { list } from "../db/tables.ts";
import type { Work } from "../work.ts";
import { findList, type ListRow } from "./lists/rows.store.ts";
import { addList } from "./lists/store.ts";
import { addSection, sectionRows } from "./sections/store.ts";

const sharedListsOldestFirst = prepared((db) =>
  db
    .select(fields(list, "id", "name"))
    .from(list)
    .where(and(eq(list.householdId, sql.placeholder("householdId")), eq(list.visibility, "shared")))
    .orderBy(asc(list.createdAt), asc(list.id)),
);

/** Returns the oldest match. The caller compares names, because SQLite would fold only ASCII. */
export function findSharedList(work: Work, isNamed: (name: string) => boolean): ListRow | null {
  const found = sharedListsOldestFirst
    .all(work.db, { householdId: work.householdId })
    .find(({ name }) => isNamed(name));
  return found ? findList(work, found.id) : null;
}

/** `made` holds all created rows. */
export type CreatedList = { readonly list: ListRow; readonly made: Image };

/**
 * In the first section, or in a new one. The list has no owner, because nobody asked for it. Does not record activity.
 */
export function addSharedList(work: Work, name: string, sectionName: string): CreatedList {
  const [first] = sectionRows(work);
  if (first) {
    const row = addList(work, { name, sectionId: first.id, hasNoOwner: true });
    return { list: row, made: { list: [row] } };
  }
  const sectionId = addSection(work, sectionName);
  const row = addList(work, { name, sectionId, hasNoOwner: true });
  return { list: row, made: { listSection: sectionRows(work), list: [row] } };
}
