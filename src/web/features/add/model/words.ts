/** Texts that describe a draft, for the preview, the chips, the toast and screen readers. */
import { addDays } from "#lib/days.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { readRepeat } from "#web/recurrence/repeat.ts";
import { repeatInWords } from "#web/recurrence/words.ts";
import type { Member } from "#web/sync/session.ts";
import { formatDay, formatNames, formatRelativeDay, formatTime } from "#web/time/format.ts";
import { dayOf, minuteAt, timeOf } from "../../calendar/model/span.ts";
import type { AddDraft, Question } from "./draft.ts";

export type Facts = {
  readonly text: Catalogue;
  readonly today: string;
  readonly members: readonly Member[];
  readonly lists: readonly { readonly id: string; readonly name: string }[];
  readonly groceryListName: string;
};

/** Says what the user is asked. `words` is the mention that may mean several members. */
export function questionInWords({ about }: Question, words: string, { text: { addField } }: Facts): string {
  return { moment: addField.whichWhen, person: addField.whichWho(words), kind: addField.whatInstead }[about];
}

export function choiceInWords({ about }: Question, choice: string, facts: Facts): string {
  const { addField } = facts.text;
  if (about === "moment") return momentInWords(choice, facts);
  if (about === "kind") return choice === "event" ? addField.insteadEvent : addField.insteadTask;
  return facts.members.find(({ id }) => id === choice)?.name ?? "";
}

/** Formats a day or a moment: “Tomorrow, 15:00”. */
export function momentInWords(moment: string, { today, text }: Pick<Facts, "today" | "text">): string {
  const [day = "", time] = moment.split("T");
  const isNear = day.slice(0, 4) === today.slice(0, 4);
  const shown = formatRelativeDay(day, today, text.common, isNear ? "short" : "dateMonthYear");
  return time === undefined ? shown : `${shown}, ${formatTime(time)}`;
}

/** Formats the times of a draft. An event that lasts longer than until the next noon has its last day. */
export function timesInWords({ kind, time, minutes, day }: AddDraft): string {
  if (time === null) return "";
  if (kind !== "event" || minutes === 0 || day === null) return formatTime(time);
  const end = minuteAt({ day, time }) + minutes;
  const isLong = end > minuteAt({ day: addDays(day, 1), time: "12:00" });
  return `${formatTime(time)} – ${isLong ? `${formatDay(dayOf(end))}, ` : ""}${formatTime(timeOf(end))}`;
}

function dayInWords({ day, lastDay }: AddDraft, facts: Pick<Facts, "today" | "text">): string {
  if (day === null) return "";
  const first = momentInWords(day, facts);
  return lastDay === null ? first : `${first} – ${formatDay(lastDay)}`;
}

export function ruleInWords(rule: string, day: string, text: Catalogue): string {
  return repeatInWords(readRepeat(rule, day, "UTC"), day, text);
}

/** Describes when the record takes place, in one line. Empty if it has no day. */
export function whenInWords(draft: AddDraft, facts: Pick<Facts, "today" | "text">): string {
  const { rule, day, kind, mealType } = draft;
  const { text } = facts;
  if (kind === "meal") return `${text.meals.types[mealType]}, ${dayInWords(draft, facts)}`;
  const times = timesInWords(draft);
  if (rule === null || day === null) return [dayInWords(draft, facts), times].filter(Boolean).join(", ");
  const first = text.addField.startsOn(formatDay(day));
  return [ruleInWords(rule, day, text), times, first].filter(Boolean).join(", ");
}

/** Names of the people of the record. Empty if it has none. */
export function whoInWords({ kind, memberIds }: AddDraft, { text, members }: Facts): string {
  if (kind === "chore" && memberIds.length === 0) return text.addField.anyone;
  return formatNames(members.filter(({ id }) => memberIds.includes(id)).map(({ name }) => name));
}

/** Returns the name of the list. A grocery list that does not exist yet is created. */
export function listName({ listId }: AddDraft, { lists, groceryListName }: Facts): string {
  return listId === null ? groceryListName : (lists.find(({ id }) => id === listId)?.name ?? "");
}

/** Says in one line what will be added: “Event: Dentist, Tomorrow, 15:00 – 16:00, Mia”. */
export function inWords(draft: AddDraft, facts: Facts): string {
  const { kinds } = facts.text.addField;
  return `${kinds[draft.kind]}: ${[titleOf(draft), factsInWords(draft, facts)].filter(Boolean).join(", ")}`;
}

/** Text of the toast: what was added, and when or where. */
export function addedMessage(draft: AddDraft, facts: Facts): string {
  return facts.text.addField.added(titleOf(draft), factsInWords(draft, facts));
}

export function titleOf({ kind, items, title }: AddDraft): string {
  return kind === "list" ? items.join(", ") : title.trim();
}

function factsInWords(draft: AddDraft, facts: Facts): string {
  const where = draft.kind === "list" ? listName(draft, facts) : whenInWords(draft, facts);
  return [where, whoInWords(draft, facts)].filter(Boolean).join(", ");
}
