import { and, asc, eq, sql } from "drizzle-orm";
import { readHousehold } from "#accounts/households/store.ts";
import { isGroceryList, languageOfGroceries } from "#lib/grocery-list.ts";
import type { Image } from "#platform/activity/record.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
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

/** Returns the oldest shared list with the household's name for groceries. Compares here: SQLite folds only ASCII. */
export function findGroceryList(work: Work): ListRow | null {
  const { db, householdId } = work;
  const { groceryListName } = readHousehold(db, householdId);
  const found = sharedListsOldestFirst
    .all(db, { householdId })
    .find(({ name }) => isGroceryList(name, groceryListName));
  return found ? findList(work, found.id) : null;
}

/** `createdRows` holds the list, and the sections if one was added. */
export type CreatedList = { readonly list: ListRow; readonly createdRows: Image };

const sectionNames = { en: "Lists", de: "Listen" } as const;

/**
 * Creates the list in the first section, or in a new one. It has no owner, because nobody asked for it. Does not record
 * activity.
 */
export function addGroceryList(work: Work): CreatedList {
  const { groceryListName: name } = readHousehold(work.db, work.householdId);
  const [first] = sectionRows(work);
  if (first) {
    const row = addList(work, { name, sectionId: first.id, hasNoOwner: true });
    return { list: row, createdRows: { list: [row] } };
  }
  const sectionId = addSection(work, sectionNames[languageOfGroceries(name)]);
  const row = addList(work, { name, sectionId, hasNoOwner: true });
  return { list: row, createdRows: { listSection: sectionRows(work), list: [row] } };
}
