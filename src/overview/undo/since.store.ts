import { ApiError, EntriesError, EntryError, unprocessable } from "#lib/errors.ts";
import { type Sentence, say, sayNames } from "#lib/sentence.ts";
import { currentAudience } from "#lists/undo.store.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import { ownEntriesSince, readEntry, type Since } from "#platform/activity/store.ts";
import { savepointOfSteps } from "#platform/db/client.ts";
import type { Work } from "#platform/work.ts";
import { changedPictures } from "./losses.ts";
import type { UndoneEntries } from "./model.ts";
import { restoredRecords } from "./restored.ts";
import { presentRow, type Restoration, rowInImage, rowKey, toImage, virtualTablesIn } from "./rows.ts";
import {
  markAsUndone,
  type RestoredEntry,
  restoreEntry,
  type UndoAccess,
  type UndoResult,
  undoActivity,
  undoneSummary,
} from "./store.ts";

const maxUndone = 50;
const maxEntries = 1_000;

/** Returns ids of entries, newest first. @throws ApiError 422 for too many, or if `since` is unknown or too old */
export function entriesToUndo(work: Work, since: Since): string[] {
  const field = Object.keys(since)[0] ?? "";
  const own = ownEntriesSince(work, since, maxEntries);
  if (!own) throw unprocessable(field, "must be among the latest 1,000 changes of the household", "limit_reached");
  const byUndo = new Map(own.flatMap((each) => (each.undoneBy === null ? [] : [[each.undoneBy, each] as const])));
  /** Returns the length of a chain of entries that undo one another. A chain of even length has no effect. */
  const lengthOf = (id: string): number => {
    const undone = byUndo.get(id);
    return undone ? 1 + lengthOf(undone.id) : 1;
  };
  const ids = own.flatMap(({ id, undoneBy }) => (undoneBy === null && lengthOf(id) % 2 === 1 ? [id] : []));
  if (ids.length > maxUndone) throw unprocessable(field, "covers more than 50 changes", "limit_reached");
  return ids;
}

/**
 * Undoes all changes that the caller made since an entry or a time. If one change cannot be undone, undoes nothing, or
 * with `partly` leaves it out. Records one entry. Pauses between the steps. Must run in a transaction.
 * @throws ApiError like {@link undoActivity}, with the ids of the entries
 */
export function* undoSince(
  work: Work,
  since: Since,
  access: UndoAccess,
  partly = false,
): Generator<void, UndoResult<UndoneEntries>> {
  const ids = entriesToUndo(work, since);
  const [only, another] = ids;
  if (only === undefined)
    return { answer: { undone: [], notRestored: [], restored: [] }, pictures: changedPictures([]) };
  if (another === undefined && !partly) {
    const undone = [readEntry(work, only)];
    const { answer, pictures } = yield* withEntryInErrors(only, undoActivity(work, only, access));
    const { notRestored, restored } = answer;
    return { answer: { undone, notRestored, restored }, pictures };
  }
  const all: RestoredEntry[] = [];
  const refused: { readonly id: string; readonly cause: ApiError }[] = [];
  for (const id of ids) {
    const others = ids.filter((each) => refused.every((entry) => entry.id !== each));
    const restored = yield* restoreOrRefuse(work, id, access, others);
    if (restored instanceof ApiError) refused.push({ id, cause: restored });
    else all.push(restored);
  }
  const [first, ...more] = refused;
  if (first && !partly) throw new EntriesError([first, ...more], ids.length);
  const stayed = refused.map(({ id, cause: { code, message } }) => ({ id, code, error: message }));
  const answered = { undone: all.map(({ row }) => readEntry(work, row.id)), ...(partly ? { stayed } : {}) };
  if (all.length === 0)
    return { answer: { ...answered, notRestored: [], restored: [] }, pictures: changedPictures([]) };
  const combined = yield* combineImages(work, all);
  const undoneBy = record(work, { action: "undone", ...describe(work, all), ...combined.images });
  for (const { row } of all) markAsUndone(work, { id: row.id, undoneBy });
  return {
    answer: {
      ...answered,
      notRestored: all.flatMap(({ notRestored }) => notRestored),
      restored: restoredRecords(work.householdId, combined.rows, combined.images.after),
    },
    pictures: changedPictures(all.flatMap(({ written }) => written)),
  };
}

/** Restores what an entry changed. Returns the error of a refusal, after which nothing of the entry is restored. */
function* restoreOrRefuse(
  work: Work,
  id: string,
  access: UndoAccess,
  undone: readonly string[],
): Generator<void, RestoredEntry | ApiError> {
  try {
    return yield* savepointOfSteps(work.db, restoreEntry(work, id, access, undone));
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function* withEntryInErrors<Result>(id: string, undoing: Generator<void, Result>): Generator<void, Result> {
  try {
    return yield* undoing;
  } catch (error) {
    throw error instanceof ApiError ? new EntryError(id, error) : error;
  }
}

/** Combines rows from before the first undo and after the last, to be undone together. Pauses between the steps. */
function* combineImages(work: Work, all: readonly RestoredEntry[]) {
  const changed = new Map<
    string,
    Pick<Restoration, "table" | "target" | "current"> & { readonly first: Restoration }
  >();
  for (const each of all.flatMap(({ written }) => written)) {
    const { table, target, current } = each;
    const name = rowKey(table, target ?? current ?? {});
    changed.set(name, { table, target, current, first: changed.get(name)?.first ?? each });
  }
  const rows: Restoration[] = [];
  for (const { table, target, current, first } of changed.values()) {
    yield;
    const now = target && presentRow(work, table, { ...current, ...target });
    const before = rowInImage(table, first.current, now);
    const after = rowInImage(table, now, first.current);
    if (before || after) rows.push({ table, target: after, expected: before, current: first.current });
  }
  yield;
  const parts = pairVirtualRows(all);
  const imageOn = (side: "target" | "expected") =>
    toImage([
      ...rows.map(({ table, [side]: row }) => [table, row] as const),
      ...parts.map(({ name, [side]: part }) => [name, part] as const),
    ]);
  return { rows, images: { before: imageOn("expected"), after: imageOn("target") } };
}

/** Combines data that are not table rows: `expected` from before the first undo, `target` from after the last. */
function pairVirtualRows(all: readonly RestoredEntry[]) {
  const pairs = new Map<
    string,
    { name: ReturnType<typeof virtualTablesIn>[number]; target: object; expected: object }
  >();
  for (const { before, after } of all) {
    for (const name of virtualTablesIn(before)) {
      const [target = {}] = before?.[name] ?? [];
      const [expected = {}] = after?.[name] ?? [];
      const { id, wall } = target as { readonly id?: string; readonly wall?: number };
      const key = `${name} ${id} ${wall}`;
      pairs.set(key, { name, target, expected: pairs.get(key)?.expected ?? expected });
    }
  }
  return [...pairs.values()];
}

/** Returns the texts and the audience of the undo's entry. Names only records that all readers of the entry can see. */
function describe(
  work: Work,
  all: readonly RestoredEntry[],
): Pick<Entry, "subject" | "summary" | "audience" | "privateTo"> {
  const audiences = all.map(({ row }) => currentAudience(work, { listId: row.listId, viewerId: row.viewerId }));
  const [first] = audiences;
  const isPersonal = audiences.every(({ viewerId }) => viewerId !== null);
  const shown = all.filter((_, index) => isPersonal || audiences[index]?.viewerId === null);
  const isOneList = first !== undefined && audiences.every(({ listId }) => listId === first.listId);
  const [newest] = shown;
  if (!first || !newest) throw new Error("Nothing was undone");
  // An entry about several lists may be seen longer than one of them.
  const labels = shown.flatMap(({ row, subject }) => (isOneList || row.listId === null ? subject.label : []));
  const viewerId = isPersonal ? first.viewerId : null;
  return {
    subject: newest.subject,
    summary: shown.length === 1 ? undoneSummary(newest.row) : summaryOf(shown.length, labels),
    audience: { listId: isOneList ? first.listId : null, viewerId },
    privateTo: all.find(({ row }) => row.privateTo !== null)?.row.privateTo ?? null,
  };
}

function summaryOf(count: number, labels: readonly string[]): Sentence {
  const names = [...new Set(labels)];
  if (names.length === 0) return say`undid: ${say`${count} changes`}`;
  return say`undid: ${say`${count} changes: ${sayNames(names)}`}`;
}
