/** What an undo has to see to where lists are concerned. */
import {
  areValidLists,
  canSeeLists,
  doesAnyBlockExist,
  restoreEntryVisibility,
  withoutDeletedCover,
} from "../lists/undo.store.ts";
import { listMembers } from "../members/store.ts";
import type { Work } from "../work.ts";
import { changedSince } from "./refusals.ts";
import type { Restoration } from "./rows.ts";

/** The lists that rows are, or stand on, on either side of a change. */
function listsOf(all: readonly Restoration[]): string[] {
  const ids = all.flatMap(({ table, wanted, expected }) => {
    if (table !== "list" && table !== "block") return [];
    return [wanted, expected].map((row) => row?.[table === "list" ? "id" : "listId"]);
  });
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

/** @throws ApiError 422 where a change reached into a list that the caller does not see, or what was deleted is elsewhere now. */
export function requireReachableLists(work: Work, all: readonly Restoration[]): void {
  if (!canSeeLists(work, listsOf(all))) throw changedSince();
  const back = all.filter(({ table, expected }) => table === "block" && !expected);
  if (
    doesAnyBlockExist(
      work,
      back.map(({ wanted }) => String(wanted?.id)),
    )
  )
    throw changedSince();
}

/** Shared lists as they can come back: those of somebody who has left are nobody's, as those that stayed. */
export function withoutAbsentOwners(work: Work, all: readonly Restoration[]): Restoration[] {
  const isOwned = ({ table, wanted }: Restoration) => table === "list" && typeof wanted?.ownerId === "string";
  if (!all.some(isOwned)) return [...all];
  const present = new Set(listMembers(work).map(({ id }) => id));
  return all.map((each) => {
    const isAbsent = isOwned(each) && each.wanted?.visibility === "shared" && !present.has(String(each.wanted.ownerId));
    return isAbsent ? { ...each, wanted: { ...each.wanted, ownerId: null } } : each;
  });
}

/** The rows with only those covers whose file is still there, and what is lost, in words. */
export function withoutLostCovers(all: readonly Restoration[]): { rows: Restoration[]; lost: string[] } {
  const lost: string[] = [];
  const rows = all.map((each): Restoration => {
    if (each.table !== "list" || !each.wanted || !("coverFile" in each.wanted)) return each;
    const wanted = withoutDeletedCover(each.wanted, each.current);
    if (wanted !== each.wanted)
      lost.push(`The cover of “${wanted.name}”: its picture was deleted, so it has its gradient`);
    return { ...each, wanted };
  });
  return { rows, lost };
}

/** The files of covers that no row names any more, once these rows are written; to be removed when that is on disk. */
export function orphanedCovers(written: readonly Restoration[]): string[] {
  return written.flatMap(({ table, wanted, current }) => {
    const file = table === "list" ? current?.coverFile : null;
    const isKept = wanted !== null && (!("coverFile" in wanted) || wanted.coverFile === file);
    return typeof file === "string" && !isKept ? [file] : [];
  });
}

/** Checks lists that were written, and lets their entries follow who sees them. @throws ApiError 403 and 422. */
export function settleLists(work: Work, written: readonly Restoration[]): void {
  if (!areValidLists(work, listsOf(written))) throw changedSince();
  for (const { table, wanted, expected } of written) {
    if (table === "list" && wanted && expected && "visibility" in wanted)
      restoreEntryVisibility(work, wanted, expected);
  }
}
