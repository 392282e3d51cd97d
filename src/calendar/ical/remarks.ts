/** Remarks about data that could not be imported completely. Previews show the remarks. */

const texts = {
  not_editable: "repeats in a way that can't be edited here; its dates are shown as single events",
  too_often: "repeats more often than daily; only the first date is shown",
  unknown_rule: "repeats by a rule that isn't known here; only the first date is shown",
  mended_rule: "repeats by a rule with mistakes; it is shown as it is probably meant",
  extra_dates: "has extra dates; they come as single events",
  all_cancelled: "its dates are all cancelled; nothing is shown",
  cancelled: "is cancelled; left out",
  no_start: "has no start that can be read; left out",
  out_of_range: "starts before 1900 or after 2200; left out",
  too_long: "lasts longer than 400 days; only these are shown",
  unknown_zone: "uses an unknown time zone (“{tzid}”); taken as {zone}",
  long_title: "its title is longer than fits; the start is shown",
  long_location: "its place is longer than fits; the start is shown",
  long_notes: "its notes are longer than fit; the start is shown",
  hidden_reminder: "has a reminder that can't be shown here",
  ends_before_start: "ends before it starts; shown without length",
  to_do: "is a to-do; left out",
  journal: "is a journal entry; left out",
  free_busy: "says when somebody is busy; left out",
  unreadable_line: "line {line} can't be read; left out",
  too_many_lines: "has over {lines} lines; the rest is left out",
  cut_off: "the file is not complete; something may be missing",
  taken_id: "has the id of another event of its calendar; what was here stays",
  not_taken: "can't be taken over; what was here stays, and it is tried again",
  not_read: "can't be read from its server; what was here stays, and it is tried again",
  same_id: "two events have this id; the newer counts",
  object_too_large: "is larger than 1 MB or has more than 2,000 changed and cancelled dates; left out",
  calendar_full: "does not fit, because the calendar of the household is full; left out",
  large_attachments: "{count} large attachments were left out",
} as const;

export type RemarkCode = keyof typeof texts;

export const remarkCodes = Object.keys(texts) as RemarkCode[];

export function isRemarkCode(code: string): code is RemarkCode {
  return Object.hasOwn(texts, code);
}

export type RemarkValues = Readonly<Record<string, string | number>>;

export type Remark = {
  readonly uid: string | null;
  readonly title: string | null;
  /** Date as `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly code: RemarkCode;
  readonly text: string;
  readonly values?: RemarkValues;
};

type Subject = Pick<Remark, "uid" | "title" | "date">;

const longestText = 200;

const nothing: Subject = { uid: null, title: null, date: null };

/** Returns a remark about an event, or about the whole file if `about` is omitted. */
export function remark(code: RemarkCode, given?: RemarkValues, about = nothing): Remark {
  const values =
    given &&
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        typeof value === "string" ? shorten(value, longestText) : value,
      ]),
    );
  const { uid, date } = about;
  const title = about.title && shorten(about.title, longestText);
  const text = texts[code].replace(/\{(\w+)\}/g, (_, name: string) => String(values?.[name] ?? ""));
  return { uid, title, date, code, text, ...(values && { values }) };
}

/** Shortens a text to at most `most` code points. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = [...text.slice(0, 2 * most + 2)];
  return start.length <= most
    ? text
    : `${start
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

export type ShownRemark = Remark & { readonly values: RemarkValues };

export function showRemark(remark: Remark): ShownRemark {
  return { ...remark, values: remark.values ?? {} };
}
