/** The covers of lists, as rows name them; their files are somebody else's. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Changes, record } from "../../activity/record.ts";
import type { Db } from "../../db/client.ts";
import { fields, prepared, preparedWrite, updateParams } from "../../db/prepare.ts";
import { list } from "../../db/tables.ts";
import type { Attribution } from "../../photos/provider.ts";
import type { Work } from "../../work.ts";
import { aboutList, findList, type List, type ListRow, presentList } from "../lists/rows.store.ts";

const setColumns = preparedWrite((db) =>
  db
    .update(list)
    .set({ ...updateParams("coverFile", "coverHidden", "coverAttribution"), updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(list.householdId, sql.placeholder("householdId")), eq(list.id, sql.placeholder("id")))),
);

/** Across households: the files are in one folder. */
const shownFiles = prepared((db) => db.select(fields(list, "coverFile")).from(list).where(isNotNull(list.coverFile)));

/** The names of all files that a list has as its cover. */
export function shownCovers(db: Db): Set<string> {
  return new Set(shownFiles.all(db).flatMap(({ coverFile }) => coverFile ?? []));
}

const ownFiles = prepared((db) =>
  db
    .select(fields(list, "coverFile"))
    .from(list)
    .where(and(eq(list.householdId, sql.placeholder("householdId")), isNotNull(list.coverFile))),
);

/** The names of the files that a household's lists have as covers. */
export function coversOf(db: Db, householdId: string): string[] {
  return ownFiles.all(db, { householdId }).flatMap(({ coverFile }) => coverFile ?? []);
}

/** A list with its cover changed, and the file that no row names any more, to be removed once that is on disk; null: none. */
export type CoverChange = { readonly answer: List; readonly orphan: string | null };

/** The name of a picture's file in `covers/`, which is written already, and who took it where it is a photo. */
export type NewCover = { readonly file: string; readonly attribution: Attribution | null };

/** Gives a list a picture, in place of what it had, and shows it. Must be in a transaction. @throws ApiError 404. */
export function setCover(work: Work, id: string, { file, attribution }: NewCover): CoverChange {
  const row = findList(work, id);
  const coverAttribution = attribution === null ? null : JSON.stringify(attribution);
  const answer = write(
    work,
    row,
    { coverFile: file, coverHidden: 0, coverAttribution },
    `gave “${row.name}” a new cover`,
  );
  return { answer, orphan: row.coverFile };
}

/** Takes a list's picture away, so that its gradient shows; without one it writes nothing. @throws ApiError 404. */
export function deleteCover(work: Work, id: string): CoverChange {
  const row = findList(work, id);
  if (row.coverFile === null) return { answer: presentList(work, row), orphan: null };
  const none = { coverFile: null, coverHidden: 0, coverAttribution: null };
  return { answer: write(work, row, none, `took the cover off “${row.name}”`), orphan: row.coverFile };
}

/** Hides or shows a list's cover, a gradient too; a picture is kept. As it is already, it writes nothing. @throws ApiError 404. */
export function setCoverVisibility(work: Work, id: string, hidden: boolean): List {
  const row = findList(work, id);
  if ((row.coverHidden === 1) === hidden) return presentList(work, row);
  const { coverFile, coverAttribution } = row;
  const summary = `${hidden ? "hid" : "showed"} the cover of “${row.name}”`;
  const changes = { hidden: { from: !hidden, to: hidden } };
  return write(work, row, { coverFile, coverHidden: Number(hidden), coverAttribution }, summary, changes);
}

type Columns = Pick<ListRow, "coverFile" | "coverHidden" | "coverAttribution">;

function write(work: Work, row: ListRow, columns: Columns, summary: string, changes: Changes | null = null): List {
  const { db, householdId, now } = work;
  setColumns(db, { householdId, id: row.id, ...columns, now: now.toISOString() });
  const changed = findList(work, row.id);
  const images = { before: { list: [row] }, after: { list: [changed] } };
  record(work, { ...aboutList(changed), action: "updated", summary, changes, ...images });
  return presentList(work, changed);
}
