import { type Scope, scopes } from "#platform/auth/scopes.ts";
import { imageTraitsOf, traits, type UndoTraits } from "#platform/traits.ts";

/** Null: cannot be undone. */
export function permissionFor(name: string): UndoTraits | null {
  return imageTraitsOf(name)?.undo ?? null;
}

/** The scopes that some undo needs. */
export function undoScopes(): Scope[] {
  const { tables, virtualTables } = traits();
  const all = [...Object.values(tables), ...Object.values(virtualTables)].map(({ undo }): UndoTraits | null => undo);
  return scopes.filter((scope) => all.some((undo) => undo?.scope === scope));
}
