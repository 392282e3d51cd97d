import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { listMembers } from "#accounts/members/store.ts";
import type { Row } from "#platform/activity/images.ts";
import { isJson } from "#platform/db/tables/json.ts";
import { columnTraits, type RestorableTable, tableOf } from "#platform/traits.ts";
import type { Work } from "#platform/work.ts";
import { changedSince } from "./errors.ts";
import type { Restoration } from "./rows.ts";
import { oncePerTable } from "./tables.ts";

export function requirePresentMembers(work: Work, written: readonly Restoration[]): void {
  for (const { table, target, current } of written) {
    requirePresentIn(work, membersOf(table, target), membersOf(table, current));
  }
}

/** Checks the ids in `target` that are not also in `current`. @throws ApiError 422 if one is not a current member */
export function requirePresentIn(work: Work, target: readonly string[], current: readonly string[]): void {
  const added = target.filter((id) => !current.includes(id));
  if (added.length === 0) return;
  const present = presentMembers(work);
  const absent = added.filter((id) => !present.has(id));
  if (absent.length > 0) throw changedSince(absent);
}

export const presentMembers = (work: Work) => new Set(listMembers(work).map(({ id }) => id));

/** Collects the member ids in fields named `memberId` and `memberIds` at any depth. */
export function membersIn(part: object): string[] {
  return idsIn(part, false);
}

function membersOf(table: RestorableTable, row: Row | null): string[] {
  const columns: Record<string, SQLiteColumn> = getTableColumns(tableOf(table));
  return columnsNamingMembers(table).flatMap((name) => {
    const value = row?.[name] ?? null;
    const column = columns[name];
    return idsIn(column && isJson(column) && value !== null ? JSON.parse(String(value)) : value, true);
  });
}

function idsIn(value: unknown, isId: boolean): string[] {
  if (typeof value === "string") return isId ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => idsIn(each, isId));
  return Object.entries(value).flatMap(([key, each]) => idsIn(each, key === "memberId" || key === "memberIds"));
}

export const columnsNamingMembers = oncePerTable((table) =>
  columnTraits(table).flatMap(([column, trait]) => (trait === "member" ? [column] : [])),
);
