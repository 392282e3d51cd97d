/** Reads phrases in every language of the app. The app in the browser loads only the languages of its household. */
import { table as de } from "./de.ts";
import { table as en } from "./en.ts";
import type { ReadPhrase } from "./model.ts";
import { phraseReader } from "./reader.ts";
import { type Lexicon, lexiconOf } from "./words.ts";

const tables = [en, de];

/** Words of all languages. */
export const lexicons: readonly Lexicon[] = tables.map(lexiconOf);

const readers = new Map(
  tables.map((own) => [own.language, phraseReader([own, ...tables.filter((each) => each !== own)])]),
);

/** Reads a phrase. The language of the person goes before the others. */
export const readPhrase: ReadPhrase = (text, options) => {
  const read = readers.get(options.language.slice(0, 2).toLowerCase()) ?? phraseReader(tables);
  return read(text, options);
};
