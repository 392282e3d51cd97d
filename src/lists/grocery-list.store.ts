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

/**
 * Returns the household's grocery list: the oldest shared list with the name from the household's settings. Null if no
 * such list exists. Names are not compared in SQL, because SQLite can ignore case only for ASCII letters.
 */
export function findGroceryList(work: Work): ListRow | null {
  const { db, householdId } = work;
  const { groceryListName } = readHousehold(db, householdId);
  const found = sharedListsOldestFirst
    .all(db, { householdId })
    .find(({ name }) => isGroceryList(name, groceryListName));
  return found ? findList(work, found.id) : null;
}

/**
 * The result of creating a list. `createdRows` holds the row of the list, and the rows of all sections if a section was
 * added.
 */
export type CreatedList = { readonly list: ListRow; readonly createdRows: Image };

const sectionNames = { en: "Lists", de: "Listen" } as const;

/**
 * Creates the grocery list in the first section, or in a new section if no section exists. The list has no owner,
 * because no member asked for it. Does not record activity.
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
