import type { Catalogue } from "../../i18n/catalogue.ts";
import { type Formats, type SentenceWords, wordSentence } from "../../i18n/word-sentence.ts";
import type { ActivityEntry } from "./source.ts";

type Entry = Pick<ActivityEntry, "action" | "subject" | "summary" | "sentence" | "createdAt">;
type Texts = Pick<Catalogue, "activity"> & SentenceWords;

/** Without the actor. */
export function sentenceOf(entry: Entry, texts: Texts, formats?: Formats): string {
  const { activity } = texts;
  const year = entry.createdAt.slice(0, 4);
  const worded = entry.sentence && wordSentence(entry.sentence, texts, { year, ...(formats && { formats }) });
  return worded === null ? activity.sentence(entry) : activity.worded(worded);
}
