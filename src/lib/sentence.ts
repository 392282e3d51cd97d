/** Sentences of the activity feed. Each sentence holds an English text and its parts. The app translates the parts. */
import { formatDate } from "./time.ts";

/** The parts of a sentence, as they are stored and sent. `{0}` in `text` stands for the first of `args`. */
export type SentenceParts = { readonly text: string; readonly args: SentenceArg[] };

export type SentenceArg =
  | string
  | number
  | SentenceParts
  | { readonly date: string }
  | { readonly time: string }
  /** A list such as “a, b and c”. */
  | { readonly list: readonly SentenceArg[] }
  /** A list such as “a, b, c”. */
  | { readonly series: readonly SentenceArg[] };

/** A part of a sentence: the English text, and the argument from which texts in other languages are made. */
export type Phrase = { readonly english: string; readonly arg: SentenceArg };
export type Sentence = { readonly english: string; readonly arg: SentenceParts };
type Piece = string | number | Phrase;

/** Makes a sentence. The template is the key of the translations. It must be a literal in the source code. */
export function say(template: TemplateStringsArray, ...pieces: readonly Piece[]): Sentence {
  return {
    english: String.raw({ raw: template }, ...pieces.map(shownOf)),
    arg: {
      text: String.raw({ raw: template }, ...pieces.map((_, index) => `{${index}}`)),
      args: pieces.map(argOf),
    },
  };
}

/** Makes a sentence. The text is the key of the translations. It must come from a table in the source code. */
export function sayWord(english: string): Sentence {
  return { english, arg: { text: english, args: [] } };
}

/** Makes a phrase from a date. The year is omitted if it is the year of `today`. */
export function sayDate(date: string, today: string): Phrase {
  return { english: formatDate(date, today), arg: { date } };
}

export function sayTime(time: string): Phrase {
  return { english: time, arg: { time } };
}

export function sayList(pieces: readonly Piece[]): Phrase {
  return { english: formatList(pieces.map(shownOf)), arg: { list: pieces.map(argOf) } };
}

export function saySeries(pieces: readonly Piece[]): Phrase {
  return { english: pieces.map(shownOf).join(", "), arg: { series: pieces.map(argOf) } };
}

const maxNames = 3;

/** Makes a phrase such as `“Piano”, “Swimming”, “Dentist” and 2 more`. */
export function sayNames(labels: readonly string[]): Phrase {
  const named = labels.slice(0, maxNames).map((label) => say`“${label}”`);
  const more = labels.length - named.length;
  return sayList(more > 0 ? [...named, say`${more} more`] : named);
}

/** Makes a phrase from the names of fields. A field that is missing in `words` keeps its name. */
export function sayFields(fields: readonly string[], words: Readonly<Record<string, Phrase>>): Phrase {
  return sayList(distinct(fields.map((field) => words[field] ?? field)));
}

/** Returns a copy of a sentence. `change` is applied to all its texts, except the templates. */
export function mapTexts(sentence: SentenceParts, change: (text: string) => string): SentenceParts {
  const map = (arg: SentenceArg): SentenceArg => {
    if (typeof arg === "string") return change(arg);
    if (typeof arg === "number" || "date" in arg || "time" in arg) return arg;
    if ("list" in arg) return { list: arg.list.map(map) };
    if ("series" in arg) return { series: arg.series.map(map) };
    return mapTexts(arg, change);
  };
  return { text: sentence.text, args: sentence.args.map(map) };
}

function distinct(pieces: readonly Piece[]): Piece[] {
  return [...new Map(pieces.map((piece) => [englishOf(piece), piece])).values()];
}

export function englishOf(piece: Piece): string {
  return typeof piece === "object" ? piece.english : String(piece);
}

function shownOf(piece: Piece): string {
  return typeof piece === "object" ? piece.english : straightenQuotes(String(piece));
}

function argOf(piece: Piece): SentenceArg {
  return typeof piece === "object" ? piece.arg : piece;
}

const conjunction = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Replaces curly quotes in a text by straight ones, because sentences put the text in curly quotes. */
export function straightenQuotes(text: string): string {
  return text.replaceAll(/[“”„‟]/g, '"');
}

function formatList(parts: readonly string[]): string {
  return conjunction.format(parts);
}
