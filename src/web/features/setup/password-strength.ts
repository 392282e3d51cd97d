/** How well a password would stand up to guessing, roughly: enough to nudge, never to refuse. */

/** From worst to best. */
export type Strength = "short" | "weak" | "fair" | "strong";

/** What the server takes, in code points. */
export const leastLength = 8;
/** See {@link leastLength}. */
export const mostLength = 200;

const common = /pass|word|qwert|asdf|1234|abcd|admin|letmein|iloveyou|hallo|geheim|schatz|1111|0000|inglenook/iu;

/** The strength of a password; `known` are words that others would try first, such as names. */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  const letters = [...password];
  if (letters.length < leastLength) return "short";
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const isKnown = [...known].some((word) => word.length > 2 && password.toLowerCase().includes(word.toLowerCase()));
  const points = new Set(letters).size + kinds * 2 - (common.test(password) ? 6 : 0) - (isKnown ? 4 : 0);
  if (points < 11) return "weak";
  return points < 16 || letters.length < 12 ? "fair" : "strong";
}
