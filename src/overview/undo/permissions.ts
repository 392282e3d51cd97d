import { type Scope, scopes } from "#platform/auth/scopes.ts";
import type { UndoTraits } from "#platform/traits.ts";
import { imageTraitsOf, parts, tables } from "#server/traits.ts";

/** Null: cannot be undone. */
export function permissionFor(name: string): UndoTraits | null {
  return imageTraitsOf(name)?.undo ?? null;
}

const undoTraits: readonly (UndoTraits | null)[] = [...Object.values(tables), ...Object.values(parts)].map(
  ({ undo }) => undo,
);

export const undoScopes: readonly Scope[] = scopes.filter((scope) => undoTraits.some((undo) => undo?.scope === scope));
