/**
 * Words of a language as a table, and the lexicon that is compiled from it. Each word has a category of one letter, so
 * that a phrase becomes a short text of categories on which the grammar matches: “next Friday 3 pm” is `NW9p`.
 */

/**
 * Categories of words:
 *
 * - Days: `W` weekday, `w` weekday that is also a word (“sun”), `V` weekday that repeats (“mondays”), `M` month,
 *   `D` day from today, `G` tomorrow or morning (“morgen”), `k` weekend, `F` holiday,
 *   `N` next, `S` this, `C` coming, `J` after next, `L` last.
 * - Times: `E` part of the day (with `!` if it is one anywhere), `=` parts that repeat (“evenings”), `X` weekday with a part of the day (“Montagabend”), `Z` noon or midnight, `u` o'clock,
 *   `p` am or pm, `H` half, `Q` quarter, `K` three quarters, `z` past, `v` before.
 * - Numbers: `1` in words, `a` one, `O` ordinal, `o` ending of an ordinal.
 * - Units: `U`, with `n` for minutes, `h`, `d`, `w`, `m`, `y`, `f` for a fortnight, `q` for a quarter of a year.
 * - Repeats: `R` every, `A` a rule (“daily”), `x` times.
 * - Reminders: `r` remind, `B` before, `l` words that only introduce a request, `g` persons (“me”).
 * - Small words: `i` on, `I` in, `j` at, `b` by or until, `f` from, `t` to, `q` for, `s` of, `T` end of, `c` and, `y` or, `_` the,
 *   `e` “long” after a duration, `P` ago.
 * - Meals: `d`.
 *
 * An entry is `value=word|other word`, or `word|other word` for the values 1, 2, 3, …
 */
export type Words = Readonly<Record<string, string>>;

export type PhraseTable = {
  readonly language: string;
  readonly words: Words;
  /** Names and expressions whose words are text only: “Good Friday”. */
  readonly fixed: string;
  /** Words after which a day is a name (“Mr Friday”), and after which a number is no time (“room 12”). */
  readonly titles: string;
  readonly numberNouns: string;
  /** Units and currencies, before which a number is no time. */
  readonly amounts: string;
  /** Nouns before which an ordinal is no day (“2nd floor”). */
  readonly ordinalNouns: string;
  /** Small words that can follow a time (“at 7 with Tom”), where a noun cannot. */
  readonly small: string;
  /** Words that make hours from 5 to 11 the evening. They may be endings: “Elternabend”. */
  readonly evening: string;
  /** Verbs that make a task: at the start in English, at the end in German. `-ieren` is an ending. */
  readonly verbs: string;
  readonly verbPlace: "start" | "end";
  /** Beginnings with which verbs are verbs, too (“ab-holen”). */
  readonly verbPrefixes: string;
  /** Words that make a day a yearly one: “birthday”. */
  readonly yearly: string;
  /** Words that add something to a list at the start (“add”), before a list (“to the”), and at the end (“hinzu”). */
  readonly listVerbs: string;
  readonly listPlaces: string;
  /** Like `listPlaces`, but only after a verb that adds. */
  readonly listTargets: string;
  readonly listEnds: string;
  /** Endings of names of lists that may be left out (“list”). */
  readonly listSuffix: string;
  readonly everyone: string;
  /** Words that are also names. They name a member only after “@”. */
  readonly wordNames: string;
  readonly selves: string;
  /** Words between a dish and a meal (“for”), and fixed pairs in which “and” joins nothing. */
  readonly mealPlaces: string;
  readonly pairs: string;
  /** Whether “half eight” is 7:30. */
  readonly isHalfBefore: boolean;
  /** Whether `4:30` and “4 Uhr 30” are as written, and `24.12` may be a day. */
  readonly isTwentyFour: boolean;
};

export type Entry = { readonly category: string; readonly value: string; readonly words: readonly string[] };

/** Lists of words in a table. */
type ListName = Exclude<keyof PhraseTable, "language" | "words" | "verbPlace" | "isHalfBefore" | "isTwentyFour">;

export type Lexicon = {
  readonly table: PhraseTable;
  /** Entries by their first word, the longest first. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** Days and months of seven letters and more, which are also known if one letter is wrong. */
  readonly long: readonly Entry[];
  /** First words of the places of lists. */
  readonly listStarts: ReadonlySet<string>;
  /** Words of the lists of the table, by the name of the list. */
  readonly sets: { readonly [Key in ListName]: ReadonlySet<string> };
};

/** Compiles a table. */
export function lexiconOf(table: PhraseTable): Lexicon {
  const entries = new Map<string, Entry[]>();
  const all: Entry[] = [];
  const add = (category: string, value: string, text: string) => {
    const words = text.match(wordPattern) ?? [];
    const [first = ""] = words;
    const entry = { category, value, words };
    all.push(entry);
    const others = entries.get(first);
    if (others === undefined) entries.set(first, [entry]);
    else others.push(entry);
  };
  for (const [category, list] of Object.entries(table.words)) {
    for (const [index, item] of list.split("; ").entries()) {
      const at = item.lastIndexOf("=");
      const value = at < 0 ? String(index + 1) : item.slice(0, at);
      for (const text of item.slice(at + 1).split("|")) add(category, value, text);
    }
  }
  for (const text of table.fixed.split("|")) add("~", "", text);
  for (const each of entries.values()) each.sort((one, other) => other.words.length - one.words.length);
  const isLong = ({ category, words: [word = ""] }: Entry) => /[WMD]/.test(category) && word.length >= 7;
  const sets: Record<string, ReadonlySet<string>> = {};
  for (const [name, list] of Object.entries(table)) if (typeof list === "string") sets[name] = new Set(list.split("|"));
  const places = `${table.listPlaces}|${table.listTargets}`.split("|").map((place) => place.split(" ")[0] ?? "");
  return { table, entries, long: all.filter(isLong), listStarts: new Set(places), sets: sets as Lexicon["sets"] };
}

const foldedTexts = new Map<string, string>();
const maxFoldedTexts = 1_000;

/** Returns the folded form of a name. Cached, because names of members and lists are compared at each key. */
export function foldName(name: string): string {
  const known = foldedTexts.get(name);
  if (known !== undefined) return known;
  if (foldedTexts.size >= maxFoldedTexts) foldedTexts.clear();
  const text = fold(name);
  foldedTexts.set(name, text);
  return text;
}

/** Returns a text in lower case without accents, and with umlauts as in “uebermorgen”, so that it can be compared. */
export function fold(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize("NFC")
    .replace(/[äöüß’]/g, (letter) => folded[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

/** Words with their apostrophes, `a.m.`, numbers, and every other sign. */
export const wordPattern = /[ap]\.m\.?|\d+|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\d]/giu;

const folded: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", "’": "'" };

/** Whether a folded word is a verb that makes a task. “Anzurufen” is a form of “anrufen”. */
export function isVerb(word: string, { sets }: Lexicon): boolean {
  const isKnown = (text: string) => sets.verbs.has(text) || (text.length > 7 && sets.verbs.has(`-${text.slice(-5)}`));
  const isForm = (form: string) =>
    isKnown(form) ||
    [...sets.verbPrefixes].some((prefix) => form.startsWith(prefix) && isKnown(form.slice(prefix.length)));
  return word !== "" && (isForm(word) || isForm(word.replace("zu", "")));
}

/** Whether two words differ by one letter: added, left out, another one, or two that are swapped. */
export function isOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const isSame = (a: number, b: number) => short.slice(a) === long.slice(b);
  if (long.length > short.length) return isSame(start, start + 1);
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSame(start + 1, start + 1) || (isSwapped && isSame(start + 2, start + 2));
}
