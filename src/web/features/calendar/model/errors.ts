/** What is wrong with a draft, at the field where it is to be mended. */

import type { Catalogue } from "../../../i18n/catalogue.ts";
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
export function errorsOf({ title, span, repeat, location, notes }: Draft, { calendar }: Catalogue): Errors {
  const { wrong } = calendar;
  const length = (text: string) => [...text.trim()].length;
  const isEndless = repeat.ending.kind === "count" && !(repeat.ending.count >= 1 && repeat.ending.count <= 1_000);
  const isOver = repeat.ending.kind === "until" && repeat.ending.day < dayOf(span.start);
  const isYearOff = (minute: number) => dayOf(minute) < "1900-01-02" || dayOf(minute) > "2199-12-30";
  const found: readonly (readonly [keyof Errors, boolean, string])[] = [
    ["title", length(title) === 0, wrong.noTitle],
    ["title", length(title) > 200, wrong.long(200)],
    ["start", isYearOff(span.start), wrong.year],
    ["end", span.end < span.start || (span.allDay && span.end === span.start), wrong.endFirst],
    [
      "repeat",
      repeat.kind !== "none" && repeat.kind !== "own" && (isEndless || isOver),
      isOver ? wrong.over : wrong.count,
    ],
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

/** The server's own words, at the field that they name. */
export function fieldOfRefusal({ message, field }: Failure): Errors {
  const [name = ""] = field?.split("[") ?? [];
  const place = fields[name];
  return place ? { [place]: message.slice(`${field}: `.length) } : { whole: message };
}
