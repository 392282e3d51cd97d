import type { Entry } from "./timeline.ts";

/** Entry as a row. `isLeaving` is true for an entry that has just been ticked. */
export type ShownEntry = { readonly entry: Entry; readonly isLeaving: boolean };

/**
 * Returns the entries as rows, and among them, at their former places, those that have just been ticked: entries of
 * `former` that are done now, and overdue tasks whose keys are in `ticked`, because the agenda no longer has overdue
 * tasks once they are done. Leaves out the entries whose keys are in `left`.
 */
export function withLeaving(
  former: readonly ShownEntry[],
  entries: readonly Entry[],
  done: readonly Entry[],
  { ticked, left }: { readonly ticked: ReadonlySet<string>; readonly left: ReadonlySet<string> },
): readonly ShownEntry[] {
  const present = new Set(entries.map(({ key }) => key));
  const rows: ShownEntry[] = entries.map((entry) => ({ entry, isLeaving: false }));
  for (const [index, { entry }] of former.entries()) {
    if (present.has(entry.key) || left.has(entry.key)) continue;
    const finished =
      done.find(({ key }) => key === entry.key) ?? (isOverdueTask(entry) && ticked.has(entry.key) ? entry : null);
    if (!finished) continue;
    const before = former.slice(0, index).findLast((each) => rows.some(({ entry: { key } }) => key === each.entry.key));
    const at = rows.findIndex(({ entry: { key } }) => key === before?.entry.key) + 1;
    rows.splice(at, 0, { entry: finished, isLeaving: true });
  }
  return rows;
}

function isOverdueTask(entry: Entry): boolean {
  return entry.kind === "task" && entry.isOverdue;
}
