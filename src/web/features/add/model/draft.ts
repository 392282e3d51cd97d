/** Turns a read phrase, and what the user has corrected in it, into the record that will be added. */

import { addDays } from "#lib/days.ts";
import type { PhraseKind, PhraseReading, SpanKind } from "#lib/phrases/model.ts";
import type { MealType } from "#lib/wire.ts";
import { type Fitting, hasTime, lengthOf, momentsOf, startOf, unheldBy } from "#web/forms/phrase-moment.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { firstDay, readRepeat, repeatError } from "#web/recurrence/repeat.ts";
import { hasLines, pastedItems } from "../../lists/model/paste.ts";

/** Corrections of a read phrase. What is absent is as it was read. Null removes what was read. */
export type Corrections = {
  readonly kind?: PhraseKind;
  /** Chosen reading, as `2026-12-04` or `2026-12-04T19:00`, if the phrase has several. */
  readonly moment?: string;
  /** Chosen member, if the phrase may mean several. */
  readonly person?: string;
  readonly day?: string | null;
  readonly time?: string | null;
  readonly minutes?: number;
  readonly memberIds?: readonly string[];
  readonly rule?: string | null;
  readonly reminders?: readonly number[];
  readonly listId?: string;
  readonly mealType?: MealType;
};

/** Facts about the screen and the viewer. */
export type Setting = {
  /** Current day, and local time as `2026-11-27T16:00`. */
  readonly today: string;
  readonly now: string;
  /** Kind of the records of the screen, or null if the screen shows several kinds. */
  readonly kind: PhraseKind | null;
  /** Day that the screen shows. */
  readonly day: string;
  /** Only member whose records the screen shows, or null. */
  readonly memberId: string | null;
  readonly viewerId: string | null;
  readonly isAdult: boolean;
  /** List to which items are added if the phrase names none. Null if there is no grocery list yet, so that it is created. */
  readonly listId: string | null;
};

/** Question that the user has to answer before the record can be saved. The first choice is the likeliest. */
export type Question =
  | { readonly about: "moment"; readonly choices: readonly string[] }
  | { readonly about: "person"; readonly choices: readonly string[] }
  | { readonly about: "kind"; readonly choices: readonly ["event", "task"] };

export type AddDraft = {
  readonly kind: PhraseKind;
  readonly title: string;
  /** Items of a list. One text for the other kinds. */
  readonly items: readonly string[];
  readonly day: string | null;
  /** Last of several whole days. */
  readonly lastDay: string | null;
  /** Start as `HH:MM`. */
  readonly time: string | null;
  /** Length of a timed event. */
  readonly minutes: number;
  readonly memberIds: readonly string[];
  readonly rule: string | null;
  readonly reminders: readonly number[];
  readonly listId: string | null;
  readonly mealType: MealType;
  readonly question: Question | null;
  /** Whether the day or the time has passed. */
  readonly isPast: boolean;
  /** Whether this is a chore only because it repeats without a time of its own. */
  readonly isChoreByRepeat: boolean;
  /** Whether a repetition was read, but the record happens only once. */
  readonly isOnceOnly: boolean;
  /** Time in the likelier half of the day and in the other one, if the phrase leaves the half open. */
  readonly halves: readonly string[];
};

/** Returns the kinds of words that the draft of a reading cannot hold. A reminder needs a day. */
export function unheldIn(reading: Fitting, corrections: Corrections, setting: Setting): readonly SpanKind[] {
  const { kind, day } = draftOf(reading, corrections, setting);
  return kind === "task" && day === null ? [...unheldBy.task, "reminder"] : unheldBy[kind];
}

export function draftOf(reading: Fitting, corrections: Corrections, setting: Setting): AddDraft {
  const { kind, question: kindQuestion } = kindOf(reading, corrections, setting);
  const repeats = (kind === "event" || kind === "chore") && reading.rule !== undefined;
  const rule = corrections.rule !== undefined ? corrections.rule : repeats ? (reading.rule ?? null) : null;
  const when = whenOf(reading, corrections, kind, rule, setting);
  const people = peopleOf(reading, corrections, kind, setting);
  const { title } = reading;
  return {
    kind,
    title,
    items: kind === "list" ? itemsOf(reading) : [title],
    ...when.values,
    rule: kind === "event" || kind === "chore" ? rule : null,
    memberIds: people.memberIds,
    reminders: corrections.reminders ?? reading.reminders ?? [],
    listId: corrections.listId ?? reading.list ?? setting.listId,
    mealType: corrections.mealType ?? mealTypeOf(reading),
    question: kindQuestion ?? when.question ?? people.question,
    isPast: isPast(when.values, kind, rule, setting),
    isChoreByRepeat: kind === "chore" && repeats && corrections.kind === undefined && when.values.time === null,
    isOnceOnly: reading.rule !== undefined && (kind === "task" || kind === "meal"),
    halves: halvesOf(reading, when.values.time),
  };
}

/**
 * Returns the kind of the record. A task that repeats becomes an event if it has a time of its own, and a chore if not.
 * Only adults may make chores, so the others are asked what they want instead.
 */
function kindOf(
  reading: PhraseReading,
  corrections: Corrections,
  { kind: shown, isAdult }: Setting,
): { readonly kind: PhraseKind; readonly question: Question | null } {
  if (corrections.kind !== undefined) return { kind: corrections.kind, question: null };
  const isPlain = reading.kind === "task" || (reading.kind === "list" && reading.list === undefined);
  const read = shown === "meal" && isPlain && reading.rule === undefined ? "meal" : reading.kind;
  const repeated = hasTime(reading) && !reading.assumed.includes("part") ? "event" : "chore";
  const kind = read === "task" && reading.rule !== undefined ? repeated : read;
  if (kind !== "chore" || isAdult) return { kind, question: null };
  if (reading.rule === undefined) return { kind: "task", question: null };
  return { kind: "event", question: { about: "kind", choices: ["event", "task"] } };
}

type When = Pick<AddDraft, "day" | "lastDay" | "time" | "minutes">;

function whenOf(
  reading: Fitting,
  corrections: Corrections,
  kind: PhraseKind,
  rule: string | null,
  setting: Setting,
): { readonly values: When; readonly question: Question | null } {
  if (kind === "list") return { values: { day: null, lastDay: null, time: null, minutes: 0 }, question: null };
  const choices = momentsOf(reading);
  const chosen = choices.find((each) => each === corrections.moment);
  const start = startOf(reading, chosen ?? choices[0]);
  const isOpen = choices.length > 0 && chosen === undefined && corrections.day === undefined;
  const time = corrections.time !== undefined ? corrections.time : start.time;
  const needsDay = kind !== "task" || time !== null || reading.rule !== undefined;
  // A time without a day is on the day of the screen.
  const isOfScreen = start.day !== null && !reading.saysDay && !isOpen && setting.day !== setting.today;
  const given = corrections.day !== undefined ? corrections.day : isOfScreen ? setting.day : start.day;
  const unaligned = given ?? (needsDay ? (kind === "chore" ? setting.today : setting.day) : null);
  const repeated = rule ?? reading.rule ?? null;
  const day =
    unaligned !== null && repeated !== null ? firstDay(readRepeat(repeated, unaligned, "UTC"), unaligned) : unaligned;
  const length = lengthOf(reading, start);
  const isWhole = time === null && kind === "event";
  return {
    values: {
      day,
      time: kind === "meal" ? null : time,
      lastDay: isWhole && day !== null && length.days > 0 ? addDays(day, length.days) : null,
      minutes: corrections.minutes ?? length.minutes,
    },
    question: isOpen ? { about: "moment", choices } : null,
  };
}

function peopleOf(
  { members = [], possibleMembers = [] }: PhraseReading,
  corrections: Corrections,
  kind: PhraseKind,
  { memberId, viewerId }: Setting,
): { readonly memberIds: readonly string[]; readonly question: Question | null } {
  const { person, memberIds } = corrections;
  if (kind === "meal") return { memberIds: [], question: null };
  if (memberIds !== undefined)
    return { memberIds: kind === "list" ? memberIds.slice(0, 1) : memberIds, question: null };
  const chosen = possibleMembers.find((id) => id === person);
  const isOpen = possibleMembers.length > 1 && chosen === undefined;
  const also = chosen ?? possibleMembers[0];
  const named = also === undefined || members.includes(also) ? members : [...members, also];
  const usual = kind === "task" ? (memberId ?? viewerId) : kind === "event" ? memberId : null;
  return {
    memberIds: named.length > 0 || usual === null ? named : [usual],
    question: isOpen ? { about: "person", choices: possibleMembers } : null,
  };
}

/** Returns the items of a list. A text with lines is a pasted list. A text without items was too long to read. */
function itemsOf({ items, title, text: typed }: Fitting): readonly string[] {
  const lines = hasLines(title) ? title : typed;
  const pasted = () => pastedItems(lines).map(({ content }) => content);
  const texts = hasLines(lines) ? pasted() : (items?.map(({ text }) => text.trim()) ?? title.split(/,\s+/));
  return texts.filter((text) => text !== "");
}

function mealTypeOf({ meal }: PhraseReading): MealType {
  return meal === "snack" ? "afternoon_snack" : (meal ?? "dinner");
}

function isPast({ day, lastDay, time }: When, kind: PhraseKind, rule: string | null, { today, now }: Setting): boolean {
  if (day === null || kind === "list" || rule !== null) return false;
  return time === null || kind === "task" ? (lastDay ?? day) < today : `${day}T${time}` < now;
}

function halvesOf(reading: PhraseReading, chosen: string | null): readonly string[] {
  const { time } = startOf(reading, momentsOf(reading)[0]);
  if (time === null || !reading.assumed.includes("half")) return [];
  const hour = (Number(time.slice(0, 2)) + 12) % 24;
  const halves = [time, `${String(hour).padStart(2, "0")}${time.slice(2)}`];
  return chosen !== null && halves.includes(chosen) ? halves : [];
}

/** Returns the corrections that answer a question with one of its choices. */
export function answerOf(question: Question, choice: string): Corrections {
  if (question.about === "moment") return { moment: choice };
  if (question.about === "person") return { person: choice };
  return { kind: question.choices.find((each) => each === choice) ?? "event" };
}

/** Maximum lengths of the titles, in code points; the server's limits. */
const limits: Readonly<Record<PhraseKind, number>> = { event: 200, task: 300, chore: 100, list: 2_000, meal: 100 };

const maxReminders = 10;
const maxReminderMinutes = 40_320;

export type Problem = "empty" | "reminders" | NonNullable<ReturnType<typeof repeatError>> | { readonly over: number };

/** Returns why a draft cannot be saved: for example, by how many characters its title is too long. */
export function problemOf({ kind, items, title, rule, day, reminders }: AddDraft): Problem | null {
  const texts = kind === "list" ? items : [title.trim()];
  if (texts.join("") === "") return "empty";
  const over = Math.max(...texts.map((text) => [...text].length)) - limits[kind];
  if (over > 0) return { over };
  const isFar = reminders.length > maxReminders || reminders.some((each) => each < 0 || each > maxReminderMinutes);
  if (isFar && (kind === "event" || kind === "task")) return "reminders";
  return rule === null || day === null ? null : repeatError(readRepeat(rule, day, "UTC"), day);
}

export function problemText(problem: Problem, { addField, repeat }: Catalogue): string {
  if (typeof problem === "object") return addField.tooLong(problem.over);
  if (problem === "empty") return addField.needsText;
  return problem === "reminders" ? addField.farReminders : repeat.errors[problem];
}
