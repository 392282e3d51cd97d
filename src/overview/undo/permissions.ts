import { type Scope, scopes } from "#platform/auth/scopes.ts";
import { imageTraitsOf, traits, type UndoTraits } from "#platform/traits.ts";

/** Returns the permission that an undo of the table requires, or null if the table cannot be undone. */
export function permissionFor(name: string): UndoTraits | null {
  return imageTraitsOf(name)?.undo ?? null;
}

/** Returns the scopes that an API key can need for an undo. */
export function undoScopes(): Scope[] {
  const { tables, virtualTables } = traits();
  const all = [...Object.values(tables), ...Object.values(virtualTables)].map(({ undo }): UndoTraits | null => undo);
  return scopes.filter((scope) => all.some((undo) => undo?.scope === scope));
}
