import { table as de } from "#lib/phrases/de.ts";
import { table as en } from "#lib/phrases/en.ts";
import type { PhraseTable } from "#lib/phrases/words.ts";
import type { Language } from "./languages.ts";

export { phraseReader } from "#lib/phrases/reader.ts";

/**
 * Words of the grammar that reads typed phrases, for each language. They are in one chunk with the grammar, because
 * they are all needed together. One chunk is smaller than three.
 */
export const phraseTables: Readonly<Record<Language, PhraseTable>> = { en, de };
