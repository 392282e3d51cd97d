import type { Catalogue } from "#web/i18n/catalogue.ts";
import { type Formats, type SentenceWords, translateSentence } from "./model/translate-sentence.ts";
import type { ActivityEntry } from "./source.ts";

type Entry = Pick<ActivityEntry, "action" | "subject" | "summary" | "sentence" | "createdAt">;
type Texts = Pick<Catalogue, "activity"> & SentenceWords;

/** Returns the sentence of an entry of the activity feed. The sentence does not include the name of the actor. */
export function sentenceOf(entry: Entry, texts: Texts, formats?: Formats): string {
  const { activity, checkIns } = texts;
  const year = entry.createdAt.slice(0, 4);
  const worded = entry.sentence && translateSentence(entry.sentence, texts, { year, ...(formats && { formats }) });
  if (worded !== null) return activity.worded(worded);
  const { subject } = entry;
  const label = (subject.type === "check_in" && checkIns.presetWords?.[subject.label]) || subject.label;
  return activity.sentence({ ...entry, subject: { ...subject, label } });
}
