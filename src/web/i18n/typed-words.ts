/** Words that people type, in lower case. The app parses all its languages at once, because a family often has two. */
export type TypedWords = {
  readonly quickAdd: Grammar;
  /** Search terms for screens, parts of the settings and actions, by their ids. */
  readonly search: Readonly<Record<string, string>>;
};

/** Alternatives, as parts of regular expressions that ignore case. */
type Patterns = readonly string[];

export type Grammar = {
  /** Days from today, by word. */
  readonly relativeDays: Readonly<Record<string, number>>;
  /** Words of `relativeDays` with another meaning when capitalized, unless they are the first word. */
  readonly nouns: readonly string[];
  /** Names from Monday on. Spaces separate synonyms. */
  readonly weekdays: readonly string[];
  /** Weekdays that are ordinary words too. They need a capital, or “on” or “next” before them. */
  readonly ambiguousWeekdays: readonly string[];
  /**
   * Abbreviations that are ordinary words too. They are parsed in the reader's own language only, and need a capital.
   */
  readonly shortWeekdays: readonly string[];
  /** Names from January on. Spaces separate synonyms. */
  readonly months: readonly string[];
  /** Words for one, such as “a” and “one” in “in a week”. */
  readonly ones: readonly string[];
  /** Words that mention the viewer, such as “me” in “@me”. */
  readonly selves: readonly string[];
  /** Words that introduce a day, such as “on” and “by the”. */
  readonly intro: Patterns;
  readonly next: Patterns;
  readonly this: Patterns;
  readonly coming: Patterns;
  readonly week: Patterns;
  readonly month: Patterns;
  /** Words of durations, such as “in” and the units of “in 3 days”. */
  readonly inside: Patterns;
  readonly dayCount: Patterns;
  readonly weekCount: Patterns;
  readonly monthCount: Patterns;
  readonly weekend: Patterns;
  /** Words of dates, such as “th” and “of” in “24th of December”. */
  readonly ordinal: Patterns;
  readonly of: Patterns;
  /** Whether `24.12` at the end is a date. It holds in the reader's own language only, because it may be a price. */
  readonly hasDottedDates: boolean;
};
