/** How names and emails are compared. Pure. */

/**
 * A name as it is compared: without regard to case and accents' spelling. Stored with sign-ins, so that it has to stay as it
 * is; what is only ever compared takes `foldText`, which folds more.
 */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** An email as it is stored and compared; null for none. */
export function foldEmail(email: string | null | undefined): string | null {
  return email ? email.toLowerCase() : null;
}
