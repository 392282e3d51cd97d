/** Members that rows name: nobody who has left comes back by an undo. */
import type { Row } from "../activity/images.ts";
import type { Work } from "../actor.ts";
import type { ColumnTrait } from "../feature-traits.ts";
import { listMembers } from "../members/store.ts";
import { type RestorableTable, tables } from "../traits.ts";
import { changedSince } from "./refusals.ts";
import type { Restoration } from "./rows.ts";

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** @throws ApiError 422 where a row that is put back names somebody who has left since. */
export function requirePresentMembers(work: Work, written: readonly Restoration[]): void {
  for (const { table, wanted, current } of written) {
    requirePresentIn(work, namesIn(table, wanted), namesIn(table, current));
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

/** The columns whose ids must be of members who still belong to the household. */
export function columnsNamingMembers(table: RestorableTable): string[] {
  const columns = Object.entries<ColumnTrait>(tables[table].columns);
  return columns.flatMap(([column, trait]) => (trait === "member" ? [column] : []));
}
