/**
 * Returns a name as it is stored with sign-ins, so this must not change. `foldText` folds more, for comparisons in
 * memory.
 */
export function normalizeSignInName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export function normalizeEmail(email: string | null | undefined): string | null {
  return email ? email.toLowerCase() : null;
}
