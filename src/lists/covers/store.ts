import { and, eq, sql } from "drizzle-orm";
import { type Sentence, say } from "#lib/sentence.ts";
import { type Changes, record } from "#platform/activity/record.ts";
import { preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { list } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { aboutList, findList, type List, type ListRow, presentList } from "../lists/rows.store.ts";
import type { Attribution } from "../photos/provider.ts";
import { type CoverColumns, noCover } from "./model.ts";

const setColumns = preparedWrite((db) =>
  db
    .update(list)
    .set({ ...updateParams("coverFile", "coverHidden", "coverAttribution"), updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(list.householdId, sql.placeholder("householdId")), eq(list.id, sql.placeholder("id")))),
);

/** The result of changing a cover. The caller deletes the file `orphan` after the transaction. */
export type CoverChange = { readonly answer: List; readonly orphan: string | null };

export type NewCover = { readonly file: string; readonly attribution: Attribution | null };

/** Sets the cover of a list. Must run in a transaction. @throws ApiError 404 */
export function setCover(work: Work, id: string, { file, attribution }: NewCover): CoverChange {
  const row = findList(work, id);
  const coverAttribution = attribution === null ? null : JSON.stringify(attribution);
  const answer = write(
    work,
    row,
    { coverFile: file, coverHidden: 0, coverAttribution },
    say`gave “${row.name}” a new cover`,
  );
  return { answer, orphan: row.coverFile };
}

/** Removes the cover of a list. @throws ApiError 404 */
export function deleteCover(work: Work, id: string): CoverChange {
  const row = findList(work, id);
  if (row.coverFile === null) return { answer: presentList(work, row), orphan: null };
  return { answer: write(work, row, noCover, say`took the cover off “${row.name}”`), orphan: row.coverFile };
}

/** Shows or hides the cover of a list. @throws ApiError 404 */
export function setCoverVisibility(work: Work, id: string, hidden: boolean): List {
  const row = findList(work, id);
  if ((row.coverHidden === 1) === hidden) return presentList(work, row);
  const { coverFile, coverAttribution } = row;
  const summary = hidden ? say`hid the cover of “${row.name}”` : say`showed the cover of “${row.name}”`;
  const changes = { hidden: { from: !hidden, to: hidden } };
  return write(work, row, { coverFile, coverHidden: Number(hidden), coverAttribution }, summary, changes);
}

function write(
  work: Work,
  row: ListRow,
  columns: CoverColumns,
  summary: Sentence,
  changes: Changes | null = null,
): List {
  const { db, householdId, now } = work;
  setColumns(db, { householdId, id: row.id, ...columns, now: now.toISOString() });
  const changed = findList(work, row.id);
  const images = { before: { list: [row] }, after: { list: [changed] } };
  record(work, { ...aboutList(changed), action: "updated", summary, changes, ...images });
  return presentList(work, changed);
}
