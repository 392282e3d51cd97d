import type { PhraseTable } from "#lib/phrases/words.ts";
import type { Language } from "./languages.ts";

/**
 * Words of the grammar that reads typed phrases, for each language. They are not in the table of languages, because the
 * pages before the sign-in load that table.
 */
export const phraseTables: Readonly<Record<Language, () => Promise<{ readonly table: PhraseTable }>>> = {
  en: () => import("#lib/phrases/en.ts"),
  de: () => import("#lib/phrases/de.ts"),
};
