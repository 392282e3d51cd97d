/**
 * Traits say what undo, exports and open apps do with the tables of a feature. Each feature has a `traits.ts`.
 * `src/server/traits.ts` collects these files and registers the traits here, so that no shared code imports a feature.
 */
import type { Scope } from "./auth/scopes.ts";
import * as schema from "./db/tables.ts";

const schemaTables = { ...schema };
type Schema = typeof schemaTables;

/** The kinds of records that entries of the activity feed can be about, in the order in which the API lists them. */
export const subjectTypes = [
  "event",
  "task",
  "chore",
  "check_in",
  "section",
  "list",
  "block",
  "list_template",
  "recipe",
  "meal",
  "member",
  "household",
  "device",
  "api_key",
  "calendar",
  "calendar_account",
  "calendar_feed",
  "calendar_app",
] as const;

export type SubjectType = (typeof subjectTypes)[number];

/** Tables that belong to households. The excluded tables describe the installation. */
export type TableName = Exclude<keyof Schema, "program" | "instance" | "job">;

export type ColumnName<Table extends TableName> = Exclude<keyof Schema[Table]["_"]["columns"] & string, "householdId">;

/**
 * Use of a column in exports and in undo.
 * - `shown`: exports may show it.
 * - `member`: ids of members. The column holds one id, a JSON list of ids, or JSON with fields `memberId` and
 *   `memberIds`. Undo refuses removed members.
 * - `formerMember`: the id of a member, perhaps a removed one.
 * - `coverFile`: a file in `covers/`.
 * - `secret`: a credential or its hash, not in exports and images.
 * - `internal`: not in exports.
 */
export type ColumnTrait = "shown" | "member" | "formerMember" | "coverFile" | "secret" | "internal";

/** Permissions for undoing changes of a table. Adults who use the app may always undo them. */
export type UndoTraits = {
  /** The scope that an API key needs in order to undo a change. Null means that API keys may not undo such changes. */
  readonly scope: Scope | null;
  /** Whether only adults may undo such changes. If true, children and guests may not even undo their own changes. */
  readonly adultsOnly: boolean;
};

/**
 * Rules for undo and for open apps about one table or virtual table. Images in the activity feed hold rows of such
 * tables from before and after a change.
 */
export type ImageTraits<Subject extends string = string> = {
  /** Permissions for undoing changes. Null means that changes cannot be undone. */
  readonly undo: UndoTraits | null;
  /** The kind of data that open apps reload after a change. Null means that no image contains this table. */
  readonly live: Subject | null;
};

export type TableTraits<Table extends TableName, Subject extends string = string> = ImageTraits<Subject> & {
  /** The columns that define a group of rows, in which `position` orders the rows. Null without a position. */
  readonly positionScope: "position" extends ColumnName<Table> ? readonly ColumnName<Table>[] : null;
  readonly columns: Readonly<Record<ColumnName<Table>, ColumnTrait>>;
  /** Columns that can change without an entry in the activity feed. Undo does not compare these columns. */
  readonly columnsIgnoredByUndo?: readonly ColumnName<Table>[];
};

export type SubjectTraits = {
  /** Scope that a key needs to find such records; null if it needs none. If `search` is null, no key finds them. */
  readonly search: { readonly scope: Scope | null } | null;
};

export type FeatureTraits = {
  readonly subjects: { readonly [Type in SubjectType]?: SubjectTraits };
  readonly tables: { readonly [Table in TableName]?: TableTraits<Table, SubjectType> };
  /** Names in images of the activity feed that are no tables. They hold a part of a row, or data of several rows. */
  readonly virtualTables: Readonly<Record<string, ImageTraits<SubjectType>>>;
};

/** The traits of all features. `src/server/traits.ts` adds the exact types of `tables` and `virtualTables`. */
export interface AllTraits {
  readonly subjects: Readonly<Record<SubjectType, SubjectTraits>>;
}

type Tables = AllTraits["tables"];
type VirtualTables = AllTraits["virtualTables"];
type WithUndo<Traits extends Readonly<Record<string, ImageTraits>>> = {
  [Name in keyof Traits]: Traits[Name]["undo"] extends null ? never : Name;
}[keyof Traits];
type WithImages<Traits extends Readonly<Record<string, ImageTraits>>> = {
  [Name in keyof Traits]: Traits[Name]["live"] extends null ? never : Name;
}[keyof Traits];

/** Tables whose rows undo can restore. */
export type RestorableTable = WithUndo<Tables>;
/** Virtual tables that undo restores by calling code of their feature. */
export type RestorableVirtualTable = WithUndo<VirtualTables>;
export type ImageName = WithImages<Tables> | keyof VirtualTables;
/** Tables without secret columns, so that images can hold their whole rows. */
export type WholeTable = {
  [Table in RestorableTable]: "secret" extends Tables[Table]["columns"][keyof Tables[Table]["columns"]] ? never : Table;
}[RestorableTable];

let registered: AllTraits | null = null;

/** Registers the traits of all features. Called once, when the program starts. */
export function registerTraits(all: AllTraits): void {
  registered = all;
}

/** Returns the traits of all features. @throws Error before `registerTraits` */
export function traits(): AllTraits {
  if (registered === null) throw new Error("The traits of the features are not registered");
  return registered;
}

export function tableNames(): TableName[] {
  return Object.keys(traits().tables) as TableName[];
}

export function columnTraits(name: TableName): [column: string, trait: ColumnTrait][] {
  return Object.entries<ColumnTrait>(traits().tables[name].columns);
}

export function restorableTables(): RestorableTable[] {
  return tableNames().filter(isRestorableTable);
}

export function isRestorableTable(name: string): name is RestorableTable {
  const { tables } = traits();
  return Object.hasOwn(tables, name) && tables[name as TableName].undo !== null;
}

export function tableOf<Name extends TableName>(name: Name): Schema[Name] {
  return schemaTables[name];
}

/** Returns the rules that a feature declares for a table or virtual table, or null if none declares the name. */
export function imageTraitsOf(name: string): ImageTraits<SubjectType> | null {
  const { tables, virtualTables } = traits();
  const all: Readonly<Record<string, ImageTraits<SubjectType>>> = Object.hasOwn(tables, name) ? tables : virtualTables;
  return Object.hasOwn(all, name) ? (all[name] ?? null) : null;
}

/** Traits of a table that no image in the activity feed contains. */
export const notInFeed = { undo: null, positionScope: null, live: null } as const;

export const recordColumns = { createdAt: "shown", updatedAt: "shown", createdBy: "shown" } as const;

/** Returns the trait of columns that exports and undo show as they are. */
export function shown<const Name extends string>(...names: Name[]): { readonly [Each in Name]: "shown" } {
  return Object.fromEntries(names.map((name) => [name, "shown"])) as { [Each in Name]: "shown" };
}
