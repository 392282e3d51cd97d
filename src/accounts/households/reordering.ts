import { changedPositions, type Positioned, positionsBefore, requireSameSet } from "#lib/reordering.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import { householdSubject } from "./store.ts";

type Order = {
  readonly table: "member" | "listSection";
  /** Name of one record in error messages, such as `member`. */
  readonly thing: string;
  /** The rows of all records in their present order. */
  readonly present: readonly Positioned[];
  readonly setPosition: (work: Work, moved: Positioned) => unknown;
  readonly summary: Entry["summary"];
};

/**
 * Changes the order of all records of a table in the household.
 * @throws ApiError 422 unless `ids` contains each record exactly once.
 */
export function reorderAll(
  work: Work,
  ids: string[],
  { table, thing, present, setPosition, summary }: Order,
): { ids: string[] } {
  const before = present.map(({ id }) => id);
  requireSameSet(ids, before, thing);
  if (Bun.deepEquals(ids, before)) return { ids };
  const moved = changedPositions(ids, present);
  for (const each of moved) setPosition(work, each);
  record(work, {
    action: "reordered",
    subject: householdSubject(work),
    summary,
    before: { [table]: positionsBefore(moved, present) },
    after: { [table]: moved },
  });
  return { ids };
}
