/** Splits a phrase into tokens with categories, on which the grammar matches. */
import type { ClockMatch } from "./clock.ts";
import type { DayMatch } from "./dates.ts";
import type { PhraseOptions } from "./model.ts";
import { fold, isOneEdit, type Lexicon, wordPattern } from "./words.ts";

export type Token = {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
  /**
   * Category of the word (`words.ts`), or `~` for any other word, `9` for a number of one or two digits, `Y` for a year,
   * `8` for another number, or the sign itself. All dashes are `-`, and rare signs `*`.
   */
  readonly category: string;
  readonly value: string;
};

export type Scan = {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Categories of all tokens. */
  readonly categories: string;
  readonly lexicon: Lexicon;
  readonly options: PhraseOptions;
  /** Days and times by their first token, because several rules ask for the same ones. */
  readonly days: Map<string, DayMatch[]>;
  readonly clocks: Map<number, ClockMatch | null>;
};

type Raw = { readonly start: number; readonly end: number; readonly folded: string };

/** Splits a text into tokens. Misspelt days are known, unless `isExact` is set. */
export function scan(text: string, lexicon: Lexicon, options: PhraseOptions, isExact = false): Scan {
  const raw = rawTokens(text);
  const tokens: Token[] = [];
  const plain = plainRanges(text, options.plain ?? []);
  for (let index = 0; index < raw.length; ) {
    const first = raw[index];
    if (!first) break;
    const { count, category, value } = plain.some(({ start, end }) => first.start >= start && first.end <= end)
      ? other
      : classify(raw, index, lexicon, isExact);
    const last = raw[index + count - 1] ?? first;
    const folded = raw.slice(index, index + count).map((each) => each.folded);
    tokens.push({ start: first.start, end: last.end, folded: folded.join(" "), category, value });
    index += count;
  }
  const read = withoutNames(tokens, lexicon);
  return {
    text,
    tokens: read,
    categories: read.map(({ category }) => category).join(""),
    lexicon,
    options,
    days: new Map(),
    clocks: new Map(),
  };
}

const other = { count: 1, category: "~", value: "" };

function rawTokens(text: string): Raw[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: chunk, index }) => {
    if (chunk.includes("://") || /[\p{L}\d]@/u.test(chunk) || /\p{L}\.\p{L}{2}/u.test(chunk)) {
      return [{ start: index, end: index + chunk.length, folded: "" }];
    }
    return [...chunk.matchAll(wordPattern)].map(({ 0: word, index: inside }) => {
      const start = index + inside;
      return { start, end: start + word.length, folded: fold(word) };
    });
  });
}

function plainRanges(text: string, plain: readonly string[]): { start: number; end: number }[] {
  const lower = text.toLowerCase();
  return plain.flatMap((words) => {
    const wanted = words.toLowerCase();
    const found: { start: number; end: number }[] = [];
    for (let at = lower.indexOf(wanted); at >= 0 && wanted !== ""; at = lower.indexOf(wanted, at + wanted.length)) {
      found.push({ start: at, end: at + wanted.length });
    }
    return found;
  });
}

const isLetter = /^\p{L}/u;

function classify(raw: readonly Raw[], index: number, lexicon: Lexicon, isExact: boolean) {
  const word = raw[index]?.folded ?? "";
  if (word === "") return other;
  for (const { category, value, words } of lexicon.entries.get(word) ?? []) {
    if (words.every((each, at) => raw[index + at]?.folded === each)) return { count: words.length, category, value };
  }
  if (/^\d/.test(word)) return { count: 1, category: numberCategory(word), value: word };
  if (!isLetter.test(word)) return { count: 1, category: signCategory(word), value: "" };
  return compound(word, lexicon) ?? (isExact ? null : misspelt(word, lexicon)) ?? other;
}

function signCategory(sign: string): string {
  if (/^[–—-]$/.test(sign)) return "-";
  return /^[.,:;/@#()%€$£!?]$/.test(sign) ? sign : "*";
}

function numberCategory(digits: string): string {
  if (digits.length < 3) return "9";
  return /^(?:19|20|21)\d\d$/.test(digits) ? "Y" : "8";
}

/** Reads a weekday that is joined with a part of the day, such as “Montagabend”. Its value is `1evening`. */
function compound(word: string, { entries }: Lexicon) {
  for (let length = 6; length < word.length - 2; length++) {
    const day = entries.get(word.slice(0, length))?.find(({ category }) => category === "W");
    const rest = word.slice(length).replace(/s$/, "");
    const part = day && entries.get(rest)?.find(({ category, words }) => /[EG]/.test(category) && words.length === 1);
    if (!day || !part) continue;
    const name = part.category === "G" ? "morning" : part.value.replace("!", "");
    return { count: 1, category: "X", value: `${day.value}${name}` };
  }
  return null;
}

function misspelt(word: string, { long }: Lexicon) {
  if (word.length < 6) return null;
  const meant = long.find(({ words }) => words.length === 1 && isOneEdit(word, words[0] ?? ""));
  return meant ? { count: 1, category: meant.category, value: meant.value } : null;
}

/** Turns days into text that are part of a name or a compound: “Mr Friday”, “Mo-Fr-Ticket”. */
function withoutNames(tokens: readonly Token[], { sets }: Lexicon): Token[] {
  const isJoined = (dash: number, word: number) => {
    const [sign, next] = [tokens[dash], tokens[word]];
    if (sign?.category !== "-" || next?.category !== "~") return false;
    return dash < word ? sign.end === next.start : next.end === sign.start;
  };
  return tokens.map((token, index) => {
    if (!/[WwVMDGEXk19]/.test(token.category)) return token;
    if (token.category === "9") return isPlainNumber(tokens, index) ? token : { ...token, category: "8" };
    const before = tokens[index - 1];
    const isTitled = !/[1M]/.test(token.category) && before !== undefined && sets.titles.has(before.folded);
    const isCompound =
      (before?.end === token.start && isJoined(index - 1, index - 2)) ||
      (tokens[index + 1]?.start === token.end && isJoined(index + 1, index + 2));
    return isTitled || isCompound ? { ...token, category: "~" } : token;
  });
}

/** Whether a number can be a day or time: it is not part of “v2”, “7up”, “£24” or “24,12 €”. */
function isPlainNumber(tokens: readonly Token[], index: number): boolean {
  const [start, end] = [tokens[index]?.start ?? 0, tokens[index]?.end ?? 0];
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (before && /[€$£]/.test(before.category)) return false;
  if (before?.end === start && /[~a-zA-Z]/.test(before.category)) return false;
  const joined = after?.category === "-" && after.start === end ? tokens[index + 2] : after;
  if (joined?.category === "~" && joined.start <= (after?.end ?? 0) && after?.start === end) return false;
  const isDecimal = (sign: Token | undefined, number: Token | undefined, unit: Token | undefined) =>
    sign?.category === "," &&
    /[98]/.test(number?.category ?? "") &&
    sign.start + 1 === number?.start &&
    unit?.category !== "U";
  const isFirst = after?.start === end && isDecimal(after, tokens[index + 2], tokens[index + 3]);
  const isSecond =
    before?.end === start && tokens[index - 2]?.end === before.start && isDecimal(before, tokens[index], after);
  return !isFirst && !(isSecond && /[98]/.test(tokens[index - 2]?.category ?? ""));
}

type Pattern = { readonly expression: RegExp; readonly first: string | null };

const patterns = new Map<string, Pattern>();

function compile(source: string): Pattern {
  const known = patterns.get(source);
  if (known) return known;
  const compiled = { expression: new RegExp(source, "y"), first: firstOf(source) };
  patterns.set(source, compiled);
  return compiled;
}

/** Matches a pattern of categories at a token. Returns the index after the match, or -1. */
export function matchAt({ categories }: Scan, source: string, index: number): number {
  return matchEnd(categories, compile(source), index);
}

function matchEnd(categories: string, { expression, first }: Pattern, index: number): number {
  if (first !== null && !first.includes(categories[index] ?? " ")) return -1;
  expression.lastIndex = index;
  return expression.test(categories) ? expression.lastIndex : -1;
}

type Rule<Read> = readonly [pattern: string, read: Read];

/**
 * Returns a function that calls `visit` with the end of each rule that matches at a token. Rules are kept by the
 * categories with which they begin: a token has 45 rules, but most begin otherwise. Readings take a third of the time.
 */
export function ruleMatcher<Read>(rules: readonly Rule<Read>[]) {
  const byCategory = new Map<string, readonly (readonly [Pattern, Read])[]>();
  const rulesOf = (category: string) => {
    const fitting = rules
      .map(([source, read]) => [compile(source), read] as const)
      .filter(([{ first }]) => first === null || first.includes(category));
    byCategory.set(category, fitting);
    return fitting;
  };
  return ({ categories }: Scan, index: number, visit: (read: Read, end: number) => void) => {
    const category = categories[index];
    if (category === undefined) return;
    for (const [pattern, read] of byCategory.get(category) ?? rulesOf(category)) {
      const end = matchEnd(categories, pattern, index);
      if (end > index) visit(read, end);
    }
  };
}

/** Returns the categories with which a match of a pattern can begin, or null if a match can be empty. */
function firstOf(pattern: string): string | null {
  let at = 0;
  const alternatives = (): { chars: string; isEmpty: boolean } => {
    let [chars, isEmpty, isDone] = ["", false, false];
    for (; at < pattern.length && pattern[at] !== ")"; ) {
      if (pattern[at] === "|") {
        isEmpty ||= !isDone;
        isDone = false;
        at++;
        continue;
      }
      const atom = atomAt();
      if (!isDone) chars += atom.chars;
      isDone ||= !atom.isEmpty;
    }
    return { chars, isEmpty: isEmpty || !isDone };
  };
  const atomAt = () => {
    let atom = { chars: pattern[at] ?? "", isEmpty: false };
    if (pattern.startsWith("(?", at)) {
      const isGroup = pattern[at + 2] === ":";
      at += 3;
      atom = isGroup ? alternatives() : { ...alternatives(), chars: "", isEmpty: true };
    } else if (pattern[at] === "[") {
      const end = pattern.indexOf("]", at);
      atom.chars = pattern.slice(at + 1, end).replaceAll("\\", "");
      at = end;
    } else if (pattern[at] === "\\") atom.chars = pattern[++at] ?? "";
    at++;
    if (/[?*+]/.test(pattern[at] ?? "") && pattern[at++] !== "+") atom.isEmpty = true;
    return atom;
  };
  const { chars, isEmpty } = alternatives();
  return isEmpty ? null : chars;
}

/** Returns the first token of the categories from `start` up to, but not including, `end`. */
export function tokenOf({ tokens }: Scan, categories: string, start: number, end: number): Token | undefined {
  for (let index = start; index < end; index++) {
    const token = tokens[index];
    if (token && categories.includes(token.category)) return token;
  }
  return undefined;
}

export function tokensOf({ tokens }: Scan, categories: string, start: number, end: number): Token[] {
  return tokens.slice(start, end).filter(({ category }) => categories.includes(category));
}

/** Returns the number that a token means: digits, a word, or one. */
export function numberOf(token: Token | undefined): number {
  return token?.category === "a" ? 1 : Number(token?.value ?? Number.NaN);
}

/** Whether no space is between a token and the one before. */
export function isTight({ tokens }: Scan, index: number): boolean {
  return tokens[index - 1]?.end === tokens[index]?.start;
}
