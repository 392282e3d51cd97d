/**
 * Words of one language that the app recognises in typed text, in lower case. The app always looks for the words of all
 * supported languages, because a family often speaks two languages.
 */
export type TypedWords = {
  readonly quickAdd: Grammar;
  /**
   * Search terms for screens, parts of the settings, and actions. The key is the id of the screen, part of the
   * settings, or action.
   */
  readonly search: Readonly<Record<string, string>>;
};

/** Alternative words, as parts of regular expressions that ignore case. */
type Patterns = readonly string[];

export type Grammar = {
  /** Maps words such as “tomorrow” to the number of days from today. */
  readonly relativeDays: Readonly<Record<string, number>>;
  /**
   * Words of `relativeDays` that mean something else if they begin with a capital letter, such as the German “Morgen”
   * (morning). At the start of a text, a capital letter does not change the meaning.
   */
  readonly nouns: readonly string[];
  /** Names of the weekdays, beginning with Monday. Spaces separate synonyms. */
  readonly weekdays: readonly string[];
  /** Weekdays that are also ordinary words. They are recognised only with a capital letter, or after “on” or “next”. */
  readonly ambiguousWeekdays: readonly string[];
  /**
   * Abbreviations of weekdays that are also ordinary words. They are recognised only with a capital letter, and only in
   * the reader's own language.
   */
  readonly shortWeekdays: readonly string[];
  /** Names of the months, beginning with January. Spaces separate synonyms. */
  readonly months: readonly string[];
  /** Words for the number 1, such as “a” and “one” in “in a week”. */
  readonly ones: readonly string[];
  /** Words with which the viewer is mentioned, such as “me” in “@me”. */
  readonly selves: readonly string[];
  /** Words before a day, such as “on” and “by the”. */
  readonly intro: Patterns;
  readonly next: Patterns;
  readonly this: Patterns;
  readonly coming: Patterns;
  readonly week: Patterns;
  readonly month: Patterns;
  /** Words that begin a duration, such as “in” in “in 3 days”. */
  readonly inside: Patterns;
  readonly dayCount: Patterns;
  readonly weekCount: Patterns;
  readonly monthCount: Patterns;
  readonly weekend: Patterns;
  /** Words after the day of a month, such as “th” in “24th of December”. */
  readonly ordinal: Patterns;
  readonly of: Patterns;
  /**
   * Whether `24.12` at the end of a text is a date. Used only for the user's own language, because the text may be a
   * price.
   */
  readonly hasDottedDates: boolean;
};
