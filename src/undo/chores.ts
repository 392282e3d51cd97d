/** What an undo has to see to where chores are concerned. */
import { canRestoreCompletion, type NewCompletion } from "../chores/completions.store.ts";
import type { Work } from "../work.ts";
import { changedSince } from "./refusals.ts";
import type { Restoration } from "./rows.ts";

/** @throws ApiError 422 where a chore was done again since its completion was taken back. */
export function requireOpenChores(work: Work, all: readonly Restoration[]): void {
  for (const { table, wanted, current } of all) {
    if (table !== "choreCompletion" || !wanted || current) continue;
    if (!canRestoreCompletion(work, wanted as NewCompletion & { choreId: string })) throw changedSince();
  }
}
