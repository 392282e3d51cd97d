/** The traits that each feature declares in its `traits.ts`. `src/traits.ts` collects them for undo, live, search and export. */
import type { Scope } from "./auth/scopes.ts";
import type * as schema from "./db/tables.ts";

type Schema = typeof schema;

/** The tables of a household's data. `program` is one row about the database itself. */
export type TableName = Exclude<keyof Schema, "program">;

/** The columns of a table, by their names in the code. */
export type ColumnName<Table extends TableName> = Exclude<keyof Schema[Table]["_"]["columns"] & string, "householdId">;

/**
 * What a column holds.
 * - `shown`: anything that an export may show.
 * - `member`: ids of members: one id, or JSON with a list of ids or with fields `memberId` and `memberIds`. Undo refuses to
 *   restore the id of a removed member.
 * - `formerMember`: the id of a member who may have been removed since.
 * - `coverFile`: the name of a file in `covers/`.
 * - `secret`: a credential or its hash. Exports and images of the feed leave it out.
 * - `internal`: computed or technical values. Exports leave them out.
 */
export type ColumnTrait = "shown" | "member" | "formerMember" | "coverFile" | "secret" | "internal";

/** Who may undo a change, besides adults who use the app. */
export type UndoTraits = {
  /** The scope that an API key needs; null: no key may undo the change. */
  readonly scope: Scope | null;
  /** Children and guests may not undo the change, even if it is their own. */
  readonly adultsOnly: boolean;
};

/** Traits of a name that images of the feed use: a table, or a part that is not a table. */
export type ImageTraits<Subject extends string = string> = {
  /** Null: changes cannot be undone. */
  readonly undo: UndoTraits | null;
  /** The kind of data that open apps reload after a change; null: no image uses this name. */
  readonly live: Subject | null;
};

/** Traits of one table. */
export type TableTraits<Table extends TableName, Subject extends string = string> = ImageTraits<Subject> & {
  /** The columns that select the rows among which a `position` counts; null: rows have no position. */
  readonly level: "position" extends ColumnName<Table> ? readonly ColumnName<Table>[] : null;
  readonly columns: Readonly<Record<ColumnName<Table>, ColumnTrait>>;
};

/** Traits of a kind of data that entries of the feed are about. */
export type SubjectTraits = {
  /** The scope that an API key needs to find it (null: every key may); null: search does not cover it. */
  readonly search: { readonly scope: Scope | null } | null;
};

/** All traits of one feature. `parts` are names in images of the feed that are not tables. */
export type FeatureTraits = {
  readonly subjects: Readonly<Record<string, SubjectTraits>>;
  readonly tables: { readonly [Table in TableName]?: TableTraits<Table> };
  readonly parts: Readonly<Record<string, ImageTraits>>;
};

/** Traits of the columns that every record has. */
export const recordColumns = { createdAt: "shown", updatedAt: "shown", createdBy: "shown" } as const;
