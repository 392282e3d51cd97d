import { asc, eq } from "drizzle-orm";
import { readHousehold } from "#accounts/households/store.ts";
import { isGroceryList, languageOfGroceries } from "#lib/grocery-list.ts";
import type { Image } from "#platform/activity/record.ts";
import { selectFrom } from "#platform/db/statements.ts";
import { list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { findList, type ListRow, requireList } from "./lists/rows.store.ts";
import { addList } from "./lists/store.ts";
import { addSection, sectionRows } from "./sections/store.ts";

const sharedListsOldestFirst = selectFrom(list, ["id", "name"], {
  where: eq(list.visibility, "shared"),
  orderBy: [asc(list.createdAt), asc(list.id)],
});

/**
 * Returns the household's grocery list: the oldest shared list with the name from the household's settings. Null if no
 * such list exists. Names are not compared in SQL, because SQLite can ignore case only for ASCII letters.
 */
export function findGroceryList(work: Work): ListRow | null {
  const { groceryListName } = readHousehold(work);
  const found = sharedListsOldestFirst.all(work).find(({ name }) => isGroceryList(name, groceryListName));
  return found ? findList(work, found.id) : null;
}

/** Returns the list, or the grocery list if no id is given. @throws ApiError 422 if the caller can see no such list */
export const findTargetList = (work: Work, listId: string | undefined): ListRow | null =>
  listId === undefined ? findGroceryList(work) : requireList(work, listId, "listId");

const sectionNames = { en: "Lists", de: "Listen" } as const;

/**
 * Creates the list in the first section, or in a new one if none exists. The list has no owner, because no member asked
 * for it. `createdRows` are all added rows. Does not record activity.
 */
export function addGroceryList(work: Work): { list: ListRow; createdRows: Image } {
  const { id: sectionId, createdRows } = firstSection(work);
  const row = addList(work, { name: readHousehold(work).groceryListName, sectionId, hasNoOwner: true });
  return { list: row, createdRows: { ...createdRows, list: [row] } };
}

/** Returns the first section, or creates one if none exists. Does not record activity. */
export function firstSection(work: Work): { id: string; createdRows: Image } {
  const [first] = sectionRows(work);
  if (first) return { id: first.id, createdRows: {} };
  const section = addSection(work, sectionNames[languageOfGroceries(readHousehold(work).groceryListName)]);
  return { id: section.id, createdRows: { listSection: [section] } };
}
