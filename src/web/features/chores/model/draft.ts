import { weekdayOf } from "#lib/days.ts";
import type { Suggestion } from "#web/forms/phrase-suggestion.tsx";
import type { Errors } from "#web/forms/use-draft.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { firstDay, following, type Repeat, readRepeat, repeatError, ruleOf } from "#web/recurrence/repeat.ts";
import type { Chore } from "./source.ts";
import type { ChoreInput } from "./writes.ts";

export type Draft = Omit<ChoreInput, "recurrenceRule" | "dueTime"> & {
  readonly repeat: Repeat;
  /**
   * Due time as `HH:MM`. Null means no due time. An empty text means that the user wants a due time, but has not chosen
   * one yet.
   */
  readonly dueTime: string | null;
};

/** Returns a draft of the chore. If `chore` is null, this is the draft of a new chore. A new chore starts today. */
export function draftOf(chore: Chore | null, today: string): Draft {
  if (chore) {
    const { name, emoji, stars, recurrenceRule, startDate, dueTime, assignment, memberIds, active } = chore;
    const repeat = readRepeat(recurrenceRule, startDate, "UTC");
    return { name, emoji, stars, repeat, startDate, dueTime, assignment, memberIds, active };
  }
  const repeat = readRepeat("FREQ=DAILY", today, "UTC");
  return {
    name: "",
    emoji: "🧹",
    stars: 1,
    repeat,
    startDate: today,
    dueTime: null,
    assignment: "each",
    memberIds: [],
    active: true,
  };
}

export function errorsOf(draft: Draft, { choreBoard, repeat: { errors } }: Catalogue): Errors<keyof Draft> {
  const { form } = choreBoard;
  const wrongRepeat = repeatError(draft.repeat, draft.startDate);
  return {
    name: draft.name.trim() ? null : form.nameMissing,
    memberIds: draft.memberIds.length > 0 ? null : form.membersMissing,
    repeat: wrongRepeat && errors[wrongRepeat],
    startDate: draft.startDate ? null : form.startMissing,
    dueTime: draft.dueTime === "" ? form.time : null,
  };
}

/**
 * Returns the body of the request that saves the chore. Moves the start date to the first date on which the chore is
 * due.
 */
export function inputOf({ repeat, ...draft }: Draft): ChoreInput {
  const startDate = firstDay(repeat, draft.startDate);
  return { ...draft, name: draft.name.trim(), startDate, recurrenceRule: ruleOf(repeat, startDate) };
}

/**
 * Moves the start date of a draft to `day`. If the chore repeats only on the weekday of the old start date, this
 * weekday is replaced by the weekday of `day`. Otherwise, the chosen weekdays stay the same.
 */
export function startingOn({ repeat, startDate }: Draft, day: string): Pick<Draft, "repeat" | "startDate"> {
  if (!startDate || !day) return { repeat, startDate: day };
  const moved = following(repeat, startDate, day);
  const isOwn = repeat.weekdays.length === 1 && repeat.weekdays[0] === weekdayOf(startDate);
  return { repeat: isOwn ? moved : { ...moved, weekdays: repeat.weekdays }, startDate: day };
}

/**
 * Returns the ids of the `chosen` members in the order in which they take turns. `before` has the ids that were chosen
 * earlier. Members who are in both lists come first, in the order of `before`. Newly chosen members follow.
 */
export function inTurns(before: readonly string[], chosen: readonly string[]): string[] {
  return [...before.filter((id) => chosen.includes(id)), ...chosen.filter((id) => !before.includes(id))];
}

/** Returns the changes of the draft that its name suggests: the recurrence, the first day, the time and the members. */
export function suggested(draft: Draft, suggestion: Suggestion): Partial<Draft> {
  const { title, day, time, rule, memberIds } = suggestion;
  const startDate = day ?? draft.startDate;
  return {
    name: title,
    ...(rule !== null ? { startDate, repeat: readRepeat(rule, startDate, "UTC") } : day && startingOn(draft, day)),
    ...(time === null ? {} : { dueTime: time }),
    ...(memberIds.length > 0 ? { memberIds: inTurns(draft.memberIds, [...draft.memberIds, ...memberIds]) } : {}),
  };
}
