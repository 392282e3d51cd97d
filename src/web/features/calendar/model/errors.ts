/** What is wrong with a draft, at the field where it is to be mended. */

import type { Catalogue } from "../../../i18n/catalogue.ts";
import { repeatError } from "../../../recurrence/repeat.ts";
import { errorText } from "../../../sync/api/error-text.ts";
import type { Failure } from "../../../sync/api/failures.ts";
import type { Draft } from "./draft.ts";
import { dayOf } from "./span.ts";

/** By field; `whole` is what belongs to none. */
export type Errors = {
  readonly [field in
    | "title"
    | "start"
    | "end"
    | "memberIds"
    | "repeat"
    | "location"
    | "reminders"
    | "notes"
    | "whole"]?: string | undefined;
};

/** What can be said before the server is asked. */
export function errorsOf({ title, span, repeat, location, notes }: Draft, text: Catalogue): Errors {
  const { wrong } = text.calendar;
  const length = (value: string) => [...value.trim()].length;
  const wrongRepeat = repeatError(repeat, dayOf(span.start));
  const isYearOff = (minute: number) => dayOf(minute) < "1900-01-02" || dayOf(minute) > "2199-12-30";
  const found: readonly (readonly [keyof Errors, boolean, string])[] = [
    ["title", length(title) === 0, wrong.noTitle],
    ["title", length(title) > 200, wrong.long(200)],
    ["start", isYearOff(span.start), wrong.year],
    ["end", span.end < span.start || (span.allDay && span.end === span.start), wrong.endFirst],
    ["repeat", wrongRepeat !== null, wrongRepeat ? text.repeat.errors[wrongRepeat] : ""],
    ["location", length(location) > 500, wrong.long(500)],
    ["notes", length(notes) > 2_000, wrong.long(2_000)],
  ];
  return Object.fromEntries(
    found
      .filter(([, isWrong]) => isWrong)
      .reverse()
      .map(([field, , words]) => [field, words]),
  );
}

const fields: Readonly<Record<string, keyof Errors>> = {
  title: "title",
  startsAt: "start",
  endsAt: "end",
  allDay: "start",
  memberIds: "memberIds",
  isGeneral: "memberIds",
  recurrenceRule: "repeat",
  location: "location",
  notes: "notes",
  reminderMinutes: "reminders",
  reminderMinutesList: "reminders",
};

/** Puts the reason of a refusal at the field that it names. */
export function fieldOfRefusal(failure: Failure): Errors {
  const [name = ""] = failure.field?.split("[") ?? [];
  return { [fields[name] ?? "whole"]: errorText(failure) };
}
