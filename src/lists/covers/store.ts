import { type Sentence, say } from "#lib/sentence.ts";
import { type Changes, record } from "#platform/activity/record.ts";
import type { PictureChange } from "#platform/images/files.ts";
import type { Work } from "#platform/work.ts";
import { aboutList, findList, type ListRow, lists, presentList } from "../lists/rows.store.ts";
import type { List } from "../model.ts";
import type { Attribution } from "../photos/model.ts";
import { type CoverColumns, noCover } from "./model.ts";

type NewCover = { readonly file: string; readonly attribution: Attribution | null };

/** Sets the cover of a list. Must run in a transaction. @throws ApiError 404 */
export function setCover(work: Work, id: string, { file, attribution }: NewCover): PictureChange<List> {
  const row = findList(work, id);
  const coverAttribution = attribution === null ? null : JSON.stringify(attribution);
  const columns = { coverFile: file, coverHidden: 0, coverAttribution };
  return { answer: write(work, row, columns, say`gave “${row.name}” a new cover`), orphan: row.coverFile };
}

export function deleteCover(work: Work, id: string): PictureChange<List> {
  const row = findList(work, id);
  if (row.coverFile === null) return { answer: presentList(work, row), orphan: null };
  return { answer: write(work, row, noCover, say`took the cover off “${row.name}”`), orphan: row.coverFile };
}

export function setCoverVisibility(work: Work, id: string, hidden: boolean): List {
  const row = findList(work, id);
  if ((row.coverHidden === 1) === hidden) return presentList(work, row);
  const summary = hidden ? say`hid the cover of “${row.name}”` : say`showed the cover of “${row.name}”`;
  const changes = { hidden: { from: !hidden, to: hidden } };
  return write(work, row, { coverHidden: Number(hidden) }, summary, changes);
}

function write(
  work: Work,
  row: ListRow,
  columns: Partial<CoverColumns>,
  summary: Sentence,
  changes: Changes | null = null,
): List {
  const changed = lists.update(work, row, { ...columns, updatedAt: work.now.toISOString() });
  const images = { before: { list: [row] }, after: { list: [changed] } };
  record(work, { ...aboutList(changed), action: "updated", summary, changes, ...images });
  return presentList(work, changed);
}
