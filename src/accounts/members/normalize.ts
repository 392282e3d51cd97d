/**
 * Returns a name in the form in which sign-in names are stored. The result must never change, because it is in the
 * database. `foldText` folds more, for comparisons in memory.
 */
export function normalizeSignInName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export function normalizeEmail(email: string | null | undefined): string | null {
  return email ? email.toLowerCase() : null;
}
