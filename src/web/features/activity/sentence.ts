import type { SentenceArg } from "../../../lib/sentence.ts";
import type { Catalogue } from "../../i18n/catalogue.ts";
import { number } from "../../i18n/plural.ts";
import { formatDay, formatNames, formatTime } from "../../time/format.ts";
import type { ActivityEntry } from "./source.ts";

type Entry = Pick<ActivityEntry, "action" | "subject" | "summary" | "sentence" | "createdAt">;

const appFormats = { formatDay, formatNames, formatTime };

/** Without the actor. */
export function sentenceOf(entry: Entry, activity: Catalogue["activity"], formats = appFormats): string {
  const { sentences } = activity;
  const year = entry.createdAt.slice(0, 4);
  const worded = sentences && entry.sentence ? word(entry.sentence, { sentences, year, formats }) : null;
  return worded === null ? activity.sentence(entry) : activity.worded(worded);
}

type Words = {
  readonly sentences: Readonly<Record<string, string>>;
  /** Dates of this year omit it. */
  readonly year: string;
  readonly formats: typeof appFormats;
};

/** Null if a piece has no translation. */
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
