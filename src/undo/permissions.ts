/** What a caller needs to undo a change, by the names of the tables and parts in its images. */
import { type Scope, scopes } from "../auth/scopes.ts";
import type { UndoTraits } from "../feature-traits.ts";
import { imageTraitsOf, parts, tables } from "../traits.ts";

/** Null for a name that no feature lets undo restore: the caller must refuse. */
export function permissionFor(name: string): UndoTraits | null {
  return imageTraitsOf(name)?.undo ?? null;
}

const undoTraits: readonly (UndoTraits | null)[] = [...Object.values(tables), ...Object.values(parts)].map(
  ({ undo }) => undo,
);

/** Every scope that an undo may need, in canonical order. */
export const undoScopes: readonly Scope[] = scopes.filter((scope) => undoTraits.some((undo) => undo?.scope === scope));
