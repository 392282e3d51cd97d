import type { SentenceArg } from "#lib/sentence.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { number } from "#web/i18n/locale.ts";
import { formatDay, formatNames, formatTime } from "#web/time/format.ts";

const appFormats = { formatDay, formatNames, formatTime };
export type Formats = typeof appFormats;

export type SentenceWords = Pick<Catalogue, "sentences" | "checkIns">;

type Options = {
  /** The current year. Dates in this year are formatted without the year. */
  readonly year: string;
  readonly formats?: Formats;
};

/**
 * Translates a sentence of the server into the language of the app. Returns null if a part of the sentence has no
 * translation. Also returns null if the app is shown in English, because the server writes its sentences in English. If
 * the result is null, the caller shows the sentence as the server has written it.
 */
export function translateSentence(
  sentence: SentenceArg,
  { sentences, checkIns }: SentenceWords,
  { year, formats = appFormats }: Options,
): string | null {
  return sentences && word(sentence, { sentences: { ...sentences, ...checkIns.presetWords }, year, formats });
}

type Words = Required<Options> & { readonly sentences: Readonly<Record<string, string>> };

function word(arg: SentenceArg, words: Words): string | null {
  if (typeof arg === "string") return arg;
  if (typeof arg === "number") return number(arg);
  if ("date" in arg) return dayIn(arg.date, words);
  if ("time" in arg) return words.formats.formatTime(arg.time);
  if ("list" in arg) {
    const pieces = wordAll(arg.list, words);
    return pieces && words.formats.formatNames(pieces);
  }
  if ("series" in arg) return wordAll(arg.series, words)?.join(", ") ?? null;
  const template = words.sentences[arg.text];
  const pieces = wordAll(arg.args, words);
  if (template === undefined || pieces === null) return null;
  return template.replace(/\{(\d+)\}/g, (_, index: string) => pieces[Number(index)] ?? "");
}

function wordAll(args: readonly SentenceArg[], words: Words): readonly string[] | null {
  const pieces = args.map((each) => word(each, words));
  return pieces.every((each) => each !== null) ? pieces : null;
}

function dayIn(date: string, { year, formats }: Words): string {
  const day = formats.formatDay(date);
  return date.startsWith(year) ? day : `${day} ${date.slice(0, 4)}`;
}
