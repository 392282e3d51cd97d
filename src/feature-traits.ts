/** Types for the `traits.ts` of each feature. `src/traits.ts` collects them for undo, live, search and export. */
import type { Scope } from "./auth/scopes.ts";
import type * as schema from "./db/tables.ts";

type Schema = typeof schema;

/** `program` is one row about the whole database. */
export type TableName = Exclude<keyof Schema, "program">;

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

/** Limits who may undo a change. Adults who use the app always may. */
export type UndoTraits = {
  /** The scope that an API key needs; null: API keys may not. */
  readonly scope: Scope | null;
  /** Children and guests may not undo even their own change. */
  readonly adultsOnly: boolean;
};

/** Traits of a name in images of the feed: a table, or a part that is not a table. */
export type ImageTraits<Subject extends string = string> = {
  /** Null: changes cannot be undone. */
  readonly undo: UndoTraits | null;
  /** The kind of data that open apps reload after a change; null: no image uses this name. */
  readonly live: Subject | null;
};

export type TableTraits<Table extends TableName, Subject extends string = string> = ImageTraits<Subject> & {
  /** The columns that select the rows among which a `position` counts; null: rows have no position. */
  readonly level: "position" extends ColumnName<Table> ? readonly ColumnName<Table>[] : null;
  readonly columns: Readonly<Record<ColumnName<Table>, ColumnTrait>>;
};

export type SubjectTraits = {
  /** The scope that an API key needs to find it (null: every key may); null: search does not cover it. */
  readonly search: { readonly scope: Scope | null } | null;
};

/** `parts` are names in images of the feed that are not tables. */
export type FeatureTraits = {
  readonly subjects: Readonly<Record<string, SubjectTraits>>;
  readonly tables: { readonly [Table in TableName]?: TableTraits<Table> };
  readonly parts: Readonly<Record<string, ImageTraits>>;
};

export const recordColumns = { createdAt: "shown", updatedAt: "shown", createdBy: "shown" } as const;
