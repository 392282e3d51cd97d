/** In lower case. The app parses all its languages at once, because a family often has two. */
export type TypedWords = {
  readonly quickAdd: Grammar;
  /** Search terms for screens, parts of the settings and acts, by their ids. */
  readonly search: Readonly<Record<string, string>>;
};

/** Alternatives, as parts of regular expressions that ignore case. */
type Patterns = readonly string[];

export type Grammar = {
  /** Days from today. */
  readonly relativeDays: Readonly<Record<string, number>>;
  /** Words of `relativeDays` with another meaning when capitalized, unless they are the first word. */
  readonly nouns: readonly string[];
  /** From Monday on; spaces separate synonyms. */
  readonly weekdays: readonly string[];
  /** Weekdays that are ordinary words too: they need a capital, or “on” or “next” before them. */
  readonly ambiguousWeekdays: readonly string[];
  /** Abbreviations that are ordinary words too. Parsed in the reader's own language only, and with a capital. */
  readonly shortWeekdays: readonly string[];
  /** From January on; spaces separate synonyms. */
  readonly months: readonly string[];
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
  /** True if `24.12` at the end is a date. In the reader's own language only, because it may be a price. */
  readonly hasDottedDates: boolean;
};
