/** Taking a change back (contract section 9): everything that an entry touched, or nothing. */
import { and, eq, sql } from "drizzle-orm";
import { actorsOf } from "../activity/actors.ts";
import { type Image, record } from "../activity/record.ts";
import { type FeedEntry, isOneShown, readEntry } from "../activity/store.ts";
import { adultsOnly, isAdult } from "../auth/role.ts";
import type { Scope } from "../auth/scopes.ts";
import { fields, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { activity } from "../db/tables.ts";
import { appOnly, notFound } from "../errors.ts";
import type { UndoTraits } from "../feature-traits.ts";
import { day } from "../lib/time.ts";
import { currentAudience } from "../lists/undo.store.ts";
import { isRestorableTable, subjectTypes } from "../traits.ts";
import type { Actor, Work } from "../work.ts";
import { requireOpenChores } from "./chores.ts";
import { putPartsBack } from "./custom-restorers.ts";
import { orphanedCovers, requireReachableLists, settleLists, withoutAbsentOwners, withoutLostCovers } from "./lists.ts";
import { permissionFor } from "./permissions.ts";
import { notUndoable, ownAndRecentOnly, undoneAlready } from "./refusals.ts";
import { type Restored, restoredBy } from "./restored.ts";
import { imagesOf, partsOf, putBack, restorationsOf } from "./rows.ts";
import { tableFacts } from "./tables.ts";

const ofHousehold = eq(activity.householdId, sql.placeholder("householdId"));

const entryById = prepared((db) =>
  db
    .select({
      ...fields(activity, "id", "createdAt", "actorId", "action", "subjectType", "subjectId", "subjectLabel"),
      ...fields(activity, "summary", "before", "after", "undoneBy", "listId", "viewerId"),
    })
    .from(activity)
    .where(isOneShown),
);

const markUndone = preparedWrite((db) =>
  db
    .update(activity)
    .set(updateParams("undoneBy"))
    .where(and(ofHousehold, eq(activity.id, sql.placeholder("id")))),
);

type EntryRow = NonNullable<ReturnType<typeof entryById.get>>;

/** What an undo answers, and what it leaves: files of covers that no row names any more, to be removed once that is on disk. */
export type Undone = {
  readonly answer: FeedEntry & { readonly notRestored: string[]; readonly restored: Restored[] };
  readonly coverFiles: readonly string[];
};

/**
 * Takes back what an entry of the feed tells of, all of it or nothing, and tells of that. `requireScope` is asked for what the
 * entry changed. Must be in a transaction.
 * @throws ApiError 404 for an entry that is not there or not seen; 403 for a key, child or guest, unless it is their own of
 * the last 24 hours; 422 where something has changed since, where it is undone already, or for what can't be undone.
 */
export function undoActivity(work: Work, id: string, requireScope: (scope: Scope) => void): Undone {
  const { db, householdId, viewerId } = work;
  const row = entryById.get(db, { householdId, viewerId, id });
  if (!row) throw notFound("Activity entry");
  const before = imageIn(row.before);
  const after = imageIn(row.after);
  const permissions = Object.keys({ ...before, ...after }).map(permissionFor);
  for (const scope of new Set(permissions.flatMap((each) => each?.scope ?? []))) requireScope(scope);
  requireMayUndo(work, row, permissions);
  if (row.undoneBy !== null) throw undoneAlready();
  const subjectType = subjectTypes.find((type) => type === row.subjectType);
  if (!subjectType || permissions.includes(null) || !isUndoable(before, after)) throw notUndoable();
  const all = restorationsOf(work, before, after);
  requireReachableLists(work, all);
  requireOpenChores(work, all);
  const { rows, lost } = withoutLostCovers(withoutAbsentOwners(work, all));
  const written = putBack(work, rows);
  settleLists(work, written);
  putPartsBack(work, before, after);
  const images = imagesOf(work, written);
  const subject = {
    type: subjectType,
    id: row.subjectId,
    label: row.subjectLabel,
  };
  const undoneBy = record(work, {
    action: "undone",
    subject,
    summary: undoneSummary(row.summary),
    changes: null,
    before: withParts(images.before, after),
    after: withParts(images.after, before),
    audience: currentAudience(work, { listId: row.listId, viewerId: row.viewerId }),
  });
  markUndone(db, { householdId, id, undoneBy });
  const restored = restoredBy(work.householdId, written, before);
  return { answer: { ...readEntry(work, undoneBy), notRestored: lost, restored }, coverFiles: orphanedCovers(written) };
}

/** Images of older versions were answers, not rows, and are no objects of lists. */
function imageIn(json: string | null): Image | null {
  return json === null ? null : (JSON.parse(json) as Image);
}

/** Whether there is anything to restore, and all of it is rows whose columns the tables still have. */
function isUndoable(before: unknown, after: unknown): boolean {
  const images = [before, after].filter((image) => image !== null);
  const rows = images.flatMap((image) => (isObject(image) ? Object.values(image).flat() : []));
  return images.every(isImage) && rows.length > 0;
}

function isImage(image: unknown): boolean {
  if (!isObject(image)) return false;
  return Object.entries(image).every(([name, rows]) => Array.isArray(rows) && rows.every((row) => isRowOf(name, row)));
}

function isRowOf(name: string, row: unknown): boolean {
  if (!isObject(row)) return false;
  return !isRestorableTable(name) || Object.keys(row).every((column) => tableFacts(name).columns.includes(column));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Our choice: within the 24 hours a child takes back what it made itself, also what it could not delete otherwise, such as a list.
 * @throws ApiError 403 for a key, child or guest, unless it is their own change of the last 24 hours.
 */
function requireMayUndo(
  work: Work,
  { actorId, createdAt }: EntryRow,
  permissions: readonly (UndoTraits | null)[],
): void {
  if (work.role !== null && isAdult(work.role)) return;
  if (work.role !== null && permissions.some((each) => each?.adultsOnly)) throw adultsOnly();
  const by: Actor = actorsOf(work)(actorId);
  const isOwn = by.kind === work.actor.kind && by.id === work.actor.id;
  if (!isOwn || work.now.getTime() - Date.parse(createdAt) > day) throw ownAndRecentOnly();
  if (work.role === null && permissions.some((each) => each?.scope === null)) throw appOnly();
}

/** `undid: added “Milk” to “Groceries”`; undoing that: `did again: added …`. */
function undoneSummary(summary: string): string {
  const undid = "undid: ";
  const redid = "did again: ";
  if (summary.startsWith(undid)) return redid + summary.slice(undid.length);
  return undid + (summary.startsWith(redid) ? summary.slice(redid.length) : summary);
}

/** Rows, with the parts that are no rows, which are put back as they were. */
function withParts(rows: Image | null, from: Image | null): Image | null {
  const parts = Object.fromEntries(partsOf(from).map((name) => [name, from?.[name] ?? []]));
  return rows || Object.keys(parts).length > 0 ? { ...rows, ...parts } : null;
}
