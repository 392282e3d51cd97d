import { useEffect, useState } from "preact/hooks";
import {
  type Named,
  type PhraseField,
  type PhraseOptions,
  type PhraseReading,
  type ReadPhrase,
  type SpanKind,
  unread,
} from "#lib/phrases/model.ts";
import { currentLocale } from "#web/i18n/locale.ts";
import { loadOnce } from "#web/lib/load-once.ts";
import { loadChunk } from "#web/page/service-worker.ts";
import { useHousehold, useMembers, useNow } from "#web/sync/session.ts";
import { chosenDateFormat, isMonthFirst } from "#web/time/format.ts";
import { type Fitting, readFitting } from "./phrase-moment.ts";

/** Loads the grammar and the words of all languages. They are needed only when somebody types a phrase. */
const load = loadOnce(() => loadChunk(() => import("#web/i18n/phrase-tables.ts")));

/** Loads the function that reads phrases. The words of the language `own` take precedence over the others. */
async function loadReader(own: string): Promise<ReadPhrase> {
  const { phraseReader, phraseTables } = await load();
  const tables = Object.entries(phraseTables).toSorted(([a], [b]) => Number(b === own) - Number(a === own));
  return phraseReader(tables.map(([, table]) => table));
}

type Context = {
  readonly field: PhraseField;
  /** Member whom “@me” means. */
  readonly viewerId: string | null;
  /** Words that the user has turned back into text. */
  readonly plain?: readonly string[];
  readonly lists?: readonly Named[];
  /** Returns the kinds of words that the record cannot hold. They stay text. */
  readonly unheld?: (reading: Fitting) => readonly SpanKind[];
};

/** Meaning of a phrase. `isLoading` is true while the grammar is loaded, so that the phrase is not read yet. */
type Typed = Fitting & { readonly isLoading: boolean };

/**
 * Returns the meaning of a typed phrase. Loads the grammar when the component is first shown. Until then, the whole
 * text is the title.
 */
export function usePhrase(text: string, { unheld = () => [], lists = [], ...rest }: Context): Typed {
  const { read, isLoading } = useReader();
  const members = useMembers();
  const { timeZone, weekStartsOn } = useHousehold();
  const { day, time } = useNow();
  const language = phraseLanguage();
  const now = `${day}T${time}`;
  const options: PhraseOptions = { ...rest, language, now, timeZone, weekStart: weekStartsOn, members, lists };
  const reader: ReadPhrase = read ?? ((phrase, { field }) => unread(phrase, field));
  return { ...readFitting(reader, text, options, unheld), isLoading };
}

type Reader = { readonly read: ReadPhrase | null; readonly isLoading: boolean };

function useReader(): Reader {
  const [reader, setReader] = useState<Reader>({ read: null, isLoading: true });
  const language = currentLocale().slice(0, 2);
  useEffect(() => {
    let isWanted = true;
    const end = (read: ReadPhrase | null) => isWanted && setReader({ read, isLoading: false });
    loadReader(language).then(end, () => end(null)); // Loaded again when the next field opens.
    return () => {
      isWanted = false;
    };
  }, [language]);
  return reader;
}

/** Returns the language tag of the reader. If the user has chosen a date format, its region has the same order. */
function phraseLanguage(): string {
  const locale = currentLocale();
  if (chosenDateFormat() === null || !locale.startsWith("en")) return locale;
  return isMonthFirst() ? "en-US" : "en-GB";
}

/** Returns the first word such as “@Ma” that names nobody and therefore stays in the title. */
export function unknownName({ title, possibleMembers = [] }: PhraseReading): string | null {
  if (possibleMembers.length > 0) return null;
  return /(?<!\S)@[\p{L}\p{N}_'’-]+/u.exec(title)?.[0] ?? null;
}
