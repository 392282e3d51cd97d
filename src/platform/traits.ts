/** Types for the `traits.ts` of each feature, which `src/server/traits.ts` collects. */
import type { Scope } from "./auth/scopes.ts";
import type * as schema from "./db/tables.ts";

type Schema = typeof schema;

/** The others describe the installation, not a household. */
export type TableName = Exclude<keyof Schema, "program" | "instance" | "job">;

export type ColumnName<Table extends TableName> = Exclude<keyof Schema[Table]["_"]["columns"] & string, "householdId">;

/**
 * - `shown`: exports may show it.
 * - `member`: ids of members: one id, or JSON of a list, or of fields `memberId` and `memberIds`. Undo refuses removed members.
 * - `formerMember`: the id of a member, perhaps a removed one.
 * - `coverFile`: a file in `covers/`.
 * - `secret`: a credential or its hash, not in exports and images.
 * - `internal`: not in exports.
 */
export type ColumnTrait = "shown" | "member" | "formerMember" | "coverFile" | "secret" | "internal";

/** Adults who use the app may always undo. */
export type UndoTraits = {
  /** The scope that an API key needs; null: API keys may not undo it. */
  readonly scope: Scope | null;
  /** True: children and guests may not undo it, even their own change. */
  readonly adultsOnly: boolean;
};

/** Traits of a name in images of the feed: a table, or a part that is not a table. */
export type ImageTraits<Subject extends string = string> = {
  /** Null: cannot be undone. */
  readonly undo: UndoTraits | null;
  /** The kind of data that open apps reload; null: not used in images. */
  readonly live: Subject | null;
};

export type TableTraits<Table extends TableName, Subject extends string = string> = ImageTraits<Subject> & {
  /** The columns within which a `position` counts; null: no position. */
  readonly level: "position" extends ColumnName<Table> ? readonly ColumnName<Table>[] : null;
  readonly columns: Readonly<Record<ColumnName<Table>, ColumnTrait>>;
  /** Columns that change without an entry, so that undo does not ask for them. */
  readonly silent?: readonly ColumnName<Table>[];
};

export type SubjectTraits = {
  /** Null: not searchable. `scope` null: every API key may find it. */
  readonly search: { readonly scope: Scope | null } | null;
};

export type FeatureTraits = {
  readonly subjects: Readonly<Record<string, SubjectTraits>>;
  readonly tables: { readonly [Table in TableName]?: TableTraits<Table> };
  /** Names in images of the feed that are not tables. */
  readonly parts: Readonly<Record<string, ImageTraits>>;
};

export const recordColumns = { createdAt: "shown", updatedAt: "shown", createdBy: "shown" } as const;
