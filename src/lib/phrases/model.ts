/** Shapes of what is read from a phrase such as “Dentist Mia tomorrow 3 pm”. */

/** Field that a phrase is typed into. `any` leaves the kind to the phrase. */
export type PhraseField = "any" | "task" | "event" | "list" | "chore";

export type PhraseKind = "event" | "task" | "chore" | "list" | "meal";

export type MealName = "breakfast" | "lunch" | "dinner" | "snack";

export type Named = { readonly id: string; readonly name: string };

export type PhraseOptions = {
  /** BCP 47 tag of the person, such as `de-AT`. Its region decides the order of `3/4`. */
  readonly language: string;
  /** Local time in the zone of the household, such as `2026-11-27T16:00`. */
  readonly now: string;
  readonly timeZone: string;
  /** ISO weekday: 1 = Monday … 7 = Sunday. */
  readonly weekStart: number;
  readonly members: readonly Named[];
  readonly lists: readonly Named[];
  readonly field: PhraseField;
  /** Member whom “@me” means. */
  readonly viewerId?: string | null | undefined;
  /** Words that stay text, because the person has turned them back: texts of spans, compared without case. */
  readonly plain?: readonly string[] | undefined;
};

export type SpanKind =
  | "day"
  | "time"
  | "range"
  | "duration"
  | "repeat"
  | "until"
  | "count"
  | "reminder"
  | "person"
  | "list"
  | "meal"
  | "lead";

/** Part of the text that was read, from the index `start` up to, but not including, the index `end`. */
export type PhraseSpan = { readonly kind: SpanKind; readonly start: number; readonly end: number };

/** One of several possible readings: a day for `date`, or a moment for `start`. */
export type Alternative = { readonly date: string } | { readonly start: string };

/**
 * Guess that the phrase does not settle: `half` is the half of the day (“at 4”), `part` is the hour of a part of
 * the day (“evening”).
 */
export type Assumption = "half" | "part";

/**
 * Meaning of a phrase. Fields that were not read are absent. Days are `2026-12-04`, moments `2026-12-04T19:00`.
 */
export type PhraseReading = {
  readonly kind: PhraseKind;
  /** The phrase without what was read, in its order and case. */
  readonly title: string;
  /** Day of a task, chore or meal, or of an event that lasts one whole day. */
  readonly date?: string;
  /** Moment of an event or task, or the first of several whole days. */
  readonly start?: string;
  /** Moment at which an event ends, or the last of several whole days. */
  readonly end?: string;
  readonly durationMinutes?: number;
  readonly allDay?: boolean;
  /** RRULE without `DTSTART`. `UNTIL` is a date. */
  readonly rule?: string;
  /** Ids of members. */
  readonly members?: readonly string[];
  /** Minutes before the start. */
  readonly reminders?: readonly number[];
  /** Id of a list. */
  readonly list?: string;
  readonly meal?: MealName;
  /** Items of a list. Amounts stay in the text. */
  readonly items?: readonly { readonly text: string }[];
  /**
   * Possible days or moments, 2 to 4, if more than one is expected. The likeliest is the first. `date` and `start` are
   * absent then, and a known end is given as `durationMinutes`.
   */
  readonly ambiguous: readonly Alternative[] | null;
  /** Members who may be meant by a mention that matches several, such as `@M`. */
  readonly possibleMembers?: readonly string[];
  readonly assumed: readonly Assumption[];
  /** Parts of the text that were read, in its order. Spans do not overlap. */
  readonly spans: readonly PhraseSpan[];
};

/** Returns the reading of a text whose words mean nothing. */
export function unread(text: string, field: PhraseField): PhraseReading {
  const kind = field === "any" ? "task" : field;
  return { kind, title: text.trim(), ambiguous: null, assumed: [], spans: [] };
}

/** Reads a phrase. Texts over 500 characters are not read: all of the text is the title. */
export type ReadPhrase = (text: string, options: PhraseOptions) => PhraseReading;
