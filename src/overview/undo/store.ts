import { sql } from "drizzle-orm";
import { requireOwner } from "#calendar/events/event.ts";
import { appOnly, missingScope, notFound } from "#lib/errors.ts";
import { type Phrase, type Sentence, type SentenceParts, say } from "#lib/sentence.ts";
import { day } from "#lib/time.ts";
import { isRecord } from "#lib/values.ts";
import { currentAudience } from "#lists/undo.store.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { areImagesDeleted } from "#platform/activity/image-bounds.store.ts";
import { type Entry, type Image, record } from "#platform/activity/record.ts";
import { isVisibleEntry, readEntry, seqOf } from "#platform/activity/store.ts";
import { isAdult, requireAdult } from "#platform/auth/role.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { byId, selectFrom, storedColumns, updateIn } from "#platform/db/statements.ts";
import { activity } from "#platform/db/tables.ts";
import { imageTraitsOf, isRestorableTable, subjectTypes, type UndoTraits } from "#platform/traits.ts";
import type { Actor, Work } from "#platform/work.ts";
import { canRestoreCompletion } from "#routines/chores/completions.store.ts";
import type { NewCompletion } from "#routines/chores/model.ts";
import { withContainers } from "./containers.ts";
import { restoreVirtualTables } from "./custom-restorers.ts";
import {
  alreadyUndone,
  blockedBy,
  ChangedSinceError,
  changedSince,
  notKept,
  notUndoable,
  ownAndRecentOnly,
} from "./errors.ts";
import { findLaterChange, isOnlyUndoneSince } from "./later-changes.store.ts";
import { finishLists, requireReachableLists, withoutHiddenOrder } from "./lists.ts";
import { type ChangedPictures, changedPictures, withoutLosses } from "./losses.ts";
import type { UndoneEntry } from "./model.ts";
import { restoredRecords } from "./restored.ts";
import { imagesOf, type Restoration, restorationsOf, restoreRows, virtualTablesIn } from "./rows.ts";
import { tableFacts } from "./tables.ts";

const entryById = selectFrom(activity, storedColumns(activity), { where: isVisibleEntry });

export const markAsUndone = updateIn(activity, ["undoneBy"], byId(activity));

/** Characters of JSON from which stored rows count as large. An undo takes about 50 ms for a million characters. */
const largeImages = 100_000;

const imageSize = selectFrom(activity, [], {
  where: byId(activity),
  computed: { size: sql<number>`ifnull(length(${activity.before}), 0) + ifnull(length(${activity.after}), 0)` },
});

/** Whether the undo is so large that it must run in steps. Other requests would otherwise wait too long. */
export function isLarge(work: Work, ids: readonly string[]): boolean {
  return ids.reduce((sum, id) => sum + (imageSize.get(work, { id })?.size ?? 0), 0) > largeImages;
}

type EntryRow = NonNullable<ReturnType<typeof entryById.get>>;

/** Result of an undo. After the commit, the pictures `restored` must be brought back, and then `orphans` put aside. */
export type UndoResult<Answer = UndoneEntry> = { readonly answer: Answer; readonly pictures: ChangedPictures };

/** Rights of the caller, and a check whether a picture is still stored. */
export type UndoAccess = {
  readonly hasScope: (scope: Scope) => boolean;
  readonly hasPicture: (file: string) => boolean;
};

/**
 * Restores everything that an entry changed, or nothing. Pauses between the steps. Must run in a transaction.
 * @throws ApiError 404; 403; 422 if something changed since, or if the entry cannot be undone
 */
export function* undoActivity(work: Work, id: string, access: UndoAccess): Generator<void, UndoResult> {
  const restored = yield* restoreEntry(work, id, access);
  const { row, before, after, written, notRestored } = restored;
  const images = yield* imagesOf(work, written);
  yield;
  const undoneBy = record(work, {
    action: "undone",
    subject: restored.subject,
    summary: undoneSummary(row),
    before: withVirtualTables(images.before, after),
    after: withVirtualTables(images.after, before),
    audience: currentAudience(work, { listId: row.listId, viewerId: row.viewerId }),
    privateTo: row.privateTo,
    undoes: id,
  });
  markAsUndone(work, { id, undoneBy });
  yield;
  return {
    answer: {
      ...readEntry(work, undoneBy),
      notRestored,
      restored: restoredRecords(work.householdId, written, before),
    },
    pictures: changedPictures(written),
  };
}

export type RestoredEntry = {
  readonly row: EntryRow;
  readonly subject: Entry["subject"];
  readonly before: Image | null;
  readonly after: Image | null;
  readonly written: Restoration[];
  readonly notRestored: string[];
};

/**
 * Restores what an entry changed without recording a new entry. If a later change prevents this, the error names that
 * change, except if the change is one of the entries in `undone`. Pauses between the steps.
 * @throws ApiError like {@link undoActivity}
 */
export function* restoreEntry(
  work: Work,
  id: string,
  access: UndoAccess,
  undone: readonly string[] = [],
): Generator<void, RestoredEntry> {
  try {
    return yield* restoreAll(work, id, access, undone);
  } catch (error) {
    const seq = seqOf(work, id);
    if (!(error instanceof ChangedSinceError) || seq === null || !access.hasScope("activity.read")) throw error;
    const later = findLaterChange(work, seq, error.recordIds, undone);
    throw later ? blockedBy(work, later) : error;
  }
}

function* restoreAll(
  work: Work,
  id: string,
  { hasScope, hasPicture }: UndoAccess,
  undone: readonly string[],
): Generator<void, RestoredEntry> {
  const row = entryById.get(work, { viewerId: work.viewerId, id });
  if (!row) throw notFound("Activity entry");
  requireOwner(work, row);
  // Entries of older versions contain API responses instead of rows, which `isUndoable` rejects.
  const before: Image | null = JSON.parse(row.before ?? "null");
  const after: Image | null = JSON.parse(row.after ?? "null");
  const permissions = Object.keys({ ...before, ...after }).map((name) => imageTraitsOf(name)?.undo ?? null);
  for (const scope of permissions.flatMap((each) => each?.scope ?? [])) if (!hasScope(scope)) throw missingScope(scope);
  requireMayUndo(work, row, permissions);
  if (row.undoneBy !== null) throw alreadyUndone();
  if (areImagesDeleted(row)) throw notKept();
  const type = subjectTypes.find((each) => each === row.subjectType);
  if (!type || permissions.includes(null) || !isUndoable(before, after)) throw notUndoable();
  yield;
  const { rows: all, moved } = withContainers(
    work,
    withoutHiddenOrder(work, yield* restorationsOf(work, before, after)),
  );
  requireReachableLists(work, all);
  for (const { table, target, current } of all) {
    const { privateTo = null } = (table === "event" && (current ?? target)) || {};
    requireOwner(work, { privateTo: privateTo === null ? null : String(privateTo) });
  }
  requireOpenChores(work, all);
  const { rows, lost } = withoutLosses(work, all, hasPicture);
  const isMovedByUndo = (ids: readonly string[]) => isOnlyUndoneSince(work, row.seq, ids, undone);
  const written = yield* restoreRows(work, rows, { hasPicture, isMovedByUndo });
  finishLists(work, written);
  restoreVirtualTables(work, before, after);
  const subject = { type, id: row.subjectId, label: row.subjectLabel };
  return { row, subject, before, after, written, notRestored: [...moved, ...lost] };
}

/** Whether an entry can be undone: it stores rows, and all columns of these rows still exist. */
function isUndoable(...images: unknown[]): boolean {
  const tables = images.flatMap((image) => (isRecord(image) ? Object.entries(image) : []));
  return (
    images.every((image) => image === null || isRecord(image)) &&
    tables.every(([name, rows]) => Array.isArray(rows) && rows.every((row) => isRowOf(name, row))) &&
    tables.flatMap(([, rows]) => rows).length > 0
  );
}

function isRowOf(name: string, row: unknown): boolean {
  if (!isRecord(row)) return false;
  return !isRestorableTable(name) || Object.keys(row).every((column) => tableFacts(name).columns.includes(column));
}

/**
 * Requires that the caller may undo an entry. Adults may undo every change in the app. Other members and API keys may
 * undo only their own changes of the last 24 hours. Such an undo may even delete a record, such as a list, that the
 * caller could not delete directly.
 */
function requireMayUndo(
  work: Work,
  { actorId, createdAt }: EntryRow,
  permissions: readonly (UndoTraits | null)[],
): void {
  const isKey = work.actor.kind === "api_key";
  if (!isKey && isAdult(work.role)) return;
  if (permissions.some((each) => each?.adultsOnly)) requireAdult(work);
  const by: Actor = actorsOf(work)(actorId);
  const isOwn = by.kind === work.actor.kind && by.id === work.actor.id;
  if (!isOwn || work.now.getTime() - Date.parse(createdAt) > day) throw ownAndRecentOnly();
  if (isKey && permissions.some((each) => each?.scope === null)) throw appOnly();
}

/** Keys of the sentences about an undo. Stored entries contain these keys, so they never change. */
const undidKey = "undid: {0}";
const didAgainKey = "did again: {0}";

/** Returns the summary of an undo, such as `undid: added …`, or `did again: added …` if it undoes an undo. */
export function undoneSummary({ summary, sentence }: Pick<EntryRow, "summary" | "sentence">): Sentence {
  const parts = sentence === null ? null : (JSON.parse(sentence) as SentenceParts);
  const inner = (): Phrase => {
    const english = summary.slice(summary.indexOf(": ") + 2);
    return { english, arg: parts?.args[0] ?? english };
  };
  if (parts?.text === undidKey) return say`did again: ${inner()}`;
  if (parts?.text === didAgainKey) return say`undid: ${inner()}`;
  return say`undid: ${{ english: summary, arg: parts ?? summary }}`;
}

function withVirtualTables(rows: Image | null, from: Image | null): Image | null {
  const parts = Object.fromEntries(virtualTablesIn(from).map((name) => [name, from?.[name] ?? []]));
  return rows || Object.keys(parts).length > 0 ? { ...rows, ...parts } : null;
}

function requireOpenChores(work: Work, all: readonly Restoration[]): void {
  for (const { table, target, current } of all) {
    if (table !== "choreCompletion" || !target || current) continue;
    if (!canRestoreCompletion(work, target as NewCompletion & { choreId: string }))
      throw changedSince([String(target.choreId)]);
  }
}
