/** How items of lists are shown, and when they are due. */
import { Type } from "@sinclair/typebox";
import type { Member } from "../../../members/model.ts";
import { closed } from "../../../wire.ts";
import { flag, text } from "../../input/parameters.ts";
import { dayHint, instantAt, readMoment } from "../../input/times.ts";
import { bare, dayLine, momentLine, quoted, wallOf } from "../../output/format.ts";
import { estimateTokens } from "../../output/token-estimate.ts";
import type { Context } from "../../tool.ts";
import type { Block } from "./list-lookup.ts";

/** An item of {@link shownItem}. `due` is household time; what it has not is left out. */
export const Item = closed({
  id: text,
  text,
  type: text,
  done: flag,
  due: Type.Optional(text),
  member: Type.Optional(text),
  under: Type.Optional(text),
});

/** An item in an answer that tells it by its id and the beginning of its text alone. */
export const NamedItem = closed({ id: text, text });

/** What names an item, as a parameter: at most 2,000 characters, which may be two units each. */
export const itemParameter = (description: string) => Type.String({ maxLength: 4000, description });

/** How many items one call takes, as REST's batch does; `minItems` too, so that a refusal of more says it right. */
export const itemsPerCall = { minItems: 1, maxItems: 50 };

/** What is to be done about more, or none. */
export const itemsRepair = {
  "out_of_range items": "Parameter items: nothing was changed. Name 1 to 50, and send the rest in another call.",
};

/** When an item is due, as a parameter. */
export const dueParameter = Type.String({
  maxLength: 40,
  description: `${dayHint}; a time may follow`,
});

/** What is needed to show items as the household has them. */
export type Household = { readonly members: readonly Member[]; readonly timeZone: string };

/** Reads {@link Household}; both for no token. */
export async function householdOf(context: Context): Promise<Household> {
  const { household } = await context.present();
  return { members: await context.members(), timeZone: household.timeZone };
}

/** An item's line, subtasks indented, and the same as fields. `most` cuts its text to so many characters. */
export function shownItem(block: Block, { members, timeZone }: Household, most = 2000) {
  const { id, type, content, done, dueDate, memberId, parentId } = block;
  const member = memberId === null ? null : (members.find((each) => each.id === memberId)?.name ?? "a former member");
  const what = type === "divider" ? "a divider" : most < 2000 ? quoted(cut(content, most)) : quoted(content);
  const mark = type === "task" ? (done ? "[x] " : "[ ] ") : type === "divider" ? "" : `${type} `;
  const parts = [
    `${parentId === null ? "" : "  "}- ${mark}${what}`,
    ...(dueDate === null ? [] : [`due ${dueLine(dueDate, timeZone)}`]),
    ...(member === null ? [] : [bare(member)]),
    `id ${id}`,
  ];
  return {
    line: parts.join(" · "),
    fields: {
      id,
      text: cut(content, most),
      type,
      done,
      ...(dueDate === null ? {} : { due: dueField(dueDate, timeZone) }),
      ...(member === null ? {} : { member }),
      ...(parentId === null ? {} : { under: parentId }),
    },
  };
}

/** An item by its id and the beginning of its text. */
export function namedItem({ id, content }: Pick<Block, "id" | "content">) {
  return { id, text: cut(content, shortest) };
}

/** So many characters of an item's text come back from a change: its caller knows it. */
export const shortest = 60;

/** Fifty texts of as many tokens leave room for their ids in an answer that can be read. */
const mostTokens = 100;

function cut(content: string, most: number): string {
  const points = [...content];
  let end = points.length > most ? most - 1 : points.length;
  if (most <= shortest) while (estimateTokens(points.slice(0, end).join("")) > mostTokens) end -= 4;
  return end < points.length ? `${points.slice(0, end).join("")}…` : content;
}

/** The instant that a due date means: without a time the day's beginning, as the app has it. */
export async function dueInstant(context: Context, said: string, parameter: string): Promise<string> {
  const { household, now } = await context.present();
  const { date, time } = readMoment(said, now.date, household.timeZone, parameter);
  return instantAt(date, time ?? "00:00", household.timeZone);
}

/** The day alone, where it is due at the day's beginning: also where the clocks skip midnight. */
function dueField(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  return instantAt(date, "00:00", timeZone) === instant ? date : `${date}T${time}`;
}

function dueLine(instant: string, timeZone: string): string {
  const due = dueField(instant, timeZone);
  return due.length === 10 ? dayLine(due) : momentLine(instant, timeZone);
}
