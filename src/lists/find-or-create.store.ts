/** Lists that other features look for by name, and make where there are none. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Image } from "../activity/record.ts";
import { fields, prepared } from "../db/prepare.ts";
import { list } from "../db/tables.ts";
import { foldText } from "../lib/case-folding.ts";
import type { Work } from "../work.ts";
import { findList, type ListRow } from "./lists/rows.store.ts";
import { addList } from "./lists/store.ts";
import { addSection, sectionRows } from "./sections/store.ts";

const sharedByAge = prepared((db) =>
  db
    .select(fields(list, "id", "name"))
    .from(list)
    .where(and(eq(list.householdId, sql.placeholder("householdId")), eq(list.visibility, "shared")))
    .orderBy(asc(list.createdAt), asc(list.id)),
);

/**
 * The oldest shared list of this name, ignoring case, and spelling as far as {@link foldText} does (our choice); null: there is
 * none. SQLite folds ASCII alone, so it is done here.
 */
export function findSharedList(work: Work, name: string): ListRow | null {
  const folded = foldText(name);
  const found = sharedByAge
    .all(work.db, { householdId: work.householdId })
    .find((each) => foldText(each.name) === folded);
  return found ? findList(work, found.id) : null;
}

/** A list that was made for another feature, and the rows of all that was made for it. */
export type MadeList = { readonly list: ListRow; readonly made: Image };

/**
 * Makes a shared list in the first section, or in a new one called “Lists” where there is none. It is nobody's own, as one made
 * by a key without a member (our choice: whoever's call needed it did not ask for a list). Without an entry: part of a
 * larger change, which records it with the rows in `made`. Must be in a transaction.
 */
export function addSharedList(work: Work, name: string): MadeList {
  const [first] = sectionRows(work);
  if (first) {
    const row = addList(work, { name, sectionId: first.id, isNobodys: true });
    return { list: row, made: { list: [row] } };
  }
  const sectionId = addSection(work, "Lists");
  const row = addList(work, { name, sectionId, isNobodys: true });
  return { list: row, made: { listSection: sectionRows(work), list: [row] } };
}
