/** Members that rows name: nobody who has left comes back by an undo. */
import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type RestorableTable, type Row, restorable } from "../activity/images.ts";
import type { Work } from "../actor.ts";
import { isJson } from "../db/json.ts";
import { listMembers } from "../members/store.ts";
import { changedSince } from "./refusals.ts";
import type { Restoration } from "./rows.ts";
import { tableFacts } from "./tables.ts";

/** Tables of what somebody did once, who may have left since. */
const history: readonly RestorableTable[] = ["choreCompletion", "checkInAnswer"];
/** JSON that names no member: it holds numbers, or texts in which a member's id would mean nothing. */
const nameless = ["reminderMinutesList", "coverAttribution", "ingredients", "daysOfWeek", "times", "faces"];
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** @throws ApiError 422 where a row that is put back names somebody who has left since. */
export function requirePresentMembers(work: Work, written: readonly Restoration[]): void {
  for (const { table, wanted, current } of written) {
    if (!history.includes(table)) requirePresentIn(work, namesIn(table, wanted), namesIn(table, current));
  }
}

/** @throws ApiError 422 where a text names a member who has left, and whom what is there now does not name. */
export function requirePresentIn(work: Work, wanted: string, current: string): void {
  const named = (wanted.match(uuid) ?? []).filter((id) => !current.includes(id));
  if (named.length === 0) return;
  const present = new Set(listMembers(work).map(({ id }) => id));
  if (!named.every((id) => present.has(id))) throw changedSince();
}

function namesIn(table: RestorableTable, row: Row | null): string {
  return columnsNamingMembers(table)
    .map((column) => row?.[column] ?? "")
    .join(" ");
}

/** The columns that name members: those that refer to one, and all JSON but {@link nameless}. */
export function columnsNamingMembers(table: RestorableTable): string[] {
  const { columns, parents } = tableFacts(table);
  const all: Record<string, SQLiteColumn> = getTableColumns(restorable[table]);
  const referring = parents.filter(({ to }) => to === "member").flatMap((parent) => parent.columns.map(([own]) => own));
  const inJson = columns.filter((name) => all[name] && isJson(all[name]) && !nameless.includes(name));
  return [...referring, ...inJson];
}
