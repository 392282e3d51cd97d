/**
 * Returns a name in the form in which the database stores sign-in names. Never change this function, because the stored
 * names would no longer match. `foldText` ignores more differences, but is for comparisons in memory only.
 */
export function normalizeSignInName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export function normalizeEmail(email: string | null | undefined): string | null {
  return email ? email.toLowerCase() : null;
}
