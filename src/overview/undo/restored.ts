import type { Entry, Image } from "#platform/activity/record.ts";
import { type ImageName, imageTraitsOf, type RestorableTable } from "#platform/traits.ts";
import { isPositionOnly } from "./positions.ts";
import { type Restoration, virtualTablesIn } from "./rows.ts";
import { ownerColumns } from "./tables.ts";

export type Restored = Pick<Entry["subject"], "type" | "id">;

/** Tables whose rows belong to no record, or change only together with their record. */
const tablesWithoutRecord: ReadonlySet<RestorableTable> = new Set(["groceryItem", "foodPlace"]);

/**
 * Returns the records that an undo restored. Leaves out records that the undo deleted, and blocks whose list was
 * restored too. Leaves out records that only got a new position, unless nothing else was restored.
 */
export function restoredRecords(
  householdId: string,
  written: readonly Restoration[],
  before: Image | null,
): Restored[] {
  const shown = written.filter(({ table }) => !tablesWithoutRecord.has(table));
  const changed = shown.filter((each) => !isPositionOnly(each));
  const rows = (changed.length > 0 ? changed : shown).filter((each) => !isDeleted(each));
  const lists = new Set(rows.flatMap(({ table, target }) => (table === "list" && target ? [target.id] : [])));
  const ofRows = rows.flatMap(({ table, target, current }) => {
    const row = { ...current, ...target };
    if (table === "block" && lists.has(row.listId ?? null)) return [];
    return recordOf(table, row[ownerColumns[table] ?? "id"]);
  });
  const ofVirtualTables = virtualTablesIn(before).flatMap((name) =>
    (before?.[name] ?? []).flatMap((part) => recordOf(name, "id" in part ? part.id : householdId)),
  );
  const byName = new Map([...ofRows, ...ofVirtualTables].map((each) => [`${each.type} ${each.id}`, each]));
  return [...byName.values()];
}

function isDeleted({ table, target }: Restoration): boolean {
  return ownerColumns[table] === undefined && (target === null || Boolean(target.deletedAt));
}

function recordOf(name: ImageName, id: unknown): Restored[] {
  const type = imageTraitsOf(name)?.live ?? null;
  return type === null ? [] : [{ type, id: String(id) }];
}
