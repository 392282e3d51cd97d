/** The records that an undo put back, as its answer names them. */
import type { RestorableTable, Row } from "../activity/images.ts";
import type { Entry, Image } from "../activity/record.ts";
import type { PartName } from "./permissions.ts";
import { isPlace, type Restoration } from "./rows.ts";

/** A record by what the feed calls its kind, and its id. */
export type Restored = Pick<Entry["subject"], "type" | "id">;

/** The record that a row or part belongs to, and the column that holds the record's id. */
const records: Readonly<Record<RestorableTable | PartName, readonly [type: Restored["type"], column: string]>> = {
  member: ["member", "id"],
  profile: ["member", "id"],
  settings: ["household", "id"],
  event: ["event", "id"],
  instance: ["event", "id"],
  task: ["task", "id"],
  listSection: ["section", "id"],
  list: ["list", "id"],
  block: ["block", "id"],
  recipe: ["recipe", "id"],
  meal: ["meal", "id"],
  chore: ["chore", "id"],
  choreCompletion: ["chore", "choreId"],
  checkIn: ["check_in", "id"],
  checkInAnswer: ["check_in", "checkInId"],
};

/**
 * The records that exist again or are as they were before, each once. What the undone change created is not among them. A list
 * stands for its blocks. Rows that only moved to make room count where an order is all that was restored.
 */
export function restoredBy(householdId: string, written: readonly Restoration[], before: Image | null): Restored[] {
  const changed = written.filter((each) => !isPlace(each));
  const rows = (changed.length > 0 ? changed : written).flatMap(recordOf);
  const lists = new Set(rows.flatMap(({ table, id }) => (table === "list" ? [id] : [])));
  const found = rows.filter(({ table, row }) => table !== "block" || !lists.has(String(row.listId)));
  const parts = (["instance", "profile", "settings"] as const).flatMap((name) =>
    (before?.[name] ?? []).map((part) => named(name, { id: householdId, ...part })),
  );
  const all = [...found.map(({ table, row }) => named(table, row)), ...parts];
  return [...new Map(all.map((each) => [`${each.type} ${each.id}`, each])).values()];
}

/** A row with its record; none for a record that is deleted by the undo. */
function recordOf({ table, wanted, current }: Restoration) {
  const isOwnRecord = records[table][1] === "id";
  if (isOwnRecord && (wanted === null || wanted.deletedAt)) return [];
  const row: Row = { ...current, ...wanted };
  return [{ table, row, id: named(table, row).id }];
}

function named(name: RestorableTable | PartName, row: Row): Restored {
  const [type, column] = records[name];
  return { type, id: String(row[column]) };
}
