/** The records that an undo put back, as its answer names them. */
import type { Entry, Image } from "../activity/record.ts";
import { type ImageName, imageTraitsOf, type RestorableTable } from "../traits.ts";
import { isPlace, partsOf, type Restoration } from "./rows.ts";

/** A record by what the feed calls its kind, and its id. */
export type Restored = Pick<Entry["subject"], "type" | "id">;

/** Rows that are a part of another record, by the column that holds its id. */
const ownerColumns: { readonly [Table in RestorableTable]?: string } = {
  choreCompletion: "choreId",
  checkInAnswer: "checkInId",
};

/**
 * The records that exist again or are as they were before, each once. What the undone change created is not among them. A list
 * stands for its blocks. Rows that only moved to make room count where an order is all that was restored.
 */
export function restoredBy(householdId: string, written: readonly Restoration[], before: Image | null): Restored[] {
  const changed = written.filter((each) => !isPlace(each));
  const rows = (changed.length > 0 ? changed : written).filter((each) => !isDeleted(each));
  const lists = new Set(rows.flatMap(({ table, wanted }) => (table === "list" && wanted ? [wanted.id] : [])));
  const ofRows = rows.flatMap(({ table, wanted, current }) => {
    const row = { ...current, ...wanted };
    if (table === "block" && lists.has(row.listId ?? null)) return [];
    return named(table, row[ownerColumns[table] ?? "id"]);
  });
  const ofParts = partsOf(before).flatMap((name) =>
    (before?.[name] ?? []).flatMap((part) => named(name, "id" in part ? part.id : householdId)),
  );
  const byName = new Map([...ofRows, ...ofParts].map((each) => [`${each.type} ${each.id}`, each]));
  return [...byName.values()];
}

/** True for a record that the undo deletes. */
function isDeleted({ table, wanted }: Restoration): boolean {
  return ownerColumns[table] === undefined && (wanted === null || Boolean(wanted.deletedAt));
}

function named(name: ImageName, id: unknown): Restored[] {
  const type = imageTraitsOf(name)?.live ?? null;
  return type === null ? [] : [{ type, id: String(id) }];
}
