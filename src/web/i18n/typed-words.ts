/** Words that people type, in lower case. The app reads all its languages at once: a family often has two. */
export type TypedWords = {
  readonly quickAdd: Grammar;
  /** Further words by which the search finds screens and acts, by their ids. */
  readonly search: Readonly<Record<string, string>>;
};

type Numbers = Readonly<Record<string, number>>;
/** Alternatives, as parts of regular expressions that ignore case. */
type Patterns = readonly string[];

/** The words of the quick-add field for tasks. */
export type Grammar = {
  /** Days from today. */
  readonly relativeDays: Numbers;
  /** Words of `relativeDays` that mean something else when they have a capital and are not the first word. */
  readonly nouns: readonly string[];
  /** ISO: 1 = Monday … 7 = Sunday. */
  readonly weekdays: Numbers;
  /** Weekdays that are ordinary words too: they need a capital, or “on” or “next” before them. */
  readonly ambiguousWeekdays: readonly string[];
  /** Abbreviations that are ordinary words too. Only the reader's own language is searched for them; they need a capital. */
  readonly shortWeekdays: Numbers;
  /** 1 = January. */
  readonly months: Numbers;
  /** “a” and “one” in “in a week”. */
  readonly ones: readonly string[];
  /** “@me”. */
  readonly selves: readonly string[];
  /** “on”, “by the”. */
  readonly intro: Patterns;
  readonly next: Patterns;
  readonly this: Patterns;
  readonly coming: Patterns;
  readonly week: Patterns;
  readonly month: Patterns;
  /** “in” and the units of “in 3 days”. */
  readonly inside: Patterns;
  readonly dayCount: Patterns;
  readonly weekCount: Patterns;
  readonly monthCount: Patterns;
  readonly weekend: Patterns;
  /** “th” and “of” in “24th of December”. */
  readonly ordinal: Patterns;
  readonly of: Patterns;
  /** True where `24.12` at the end of the text is a date. In the reader's own language only: it may be a price. */
  readonly hasDottedDates: boolean;
};

/** Gives each word the number. */
export function numbered(number: number, words: string): Numbers {
  return Object.fromEntries(words.split(" ").map((word) => [word, number]));
}

/** Joins the grammars of several languages; the first is the reader's own. */
export function mergeGrammars(grammars: readonly [Grammar, ...Grammar[]]): Grammar {
  const [own] = grammars;
  const entries = Object.entries(own).map(([key, value]) => {
    const all = grammars.map((grammar) => grammar[key as keyof Grammar]);
    if (Array.isArray(value)) return [key, all.flat()];
    return [key, typeof value === "object" ? Object.assign({}, ...all.toReversed()) : value];
  });
  return { ...Object.fromEntries(entries), shortWeekdays: own.shortWeekdays };
}
