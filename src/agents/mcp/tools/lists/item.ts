import { Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import { flag, text } from "../../input/parameters.ts";
import { clockOf, instantAt, maxDateLength, readLocalTime } from "../../input/times.ts";
import { bare, dayLine, instantLine, quoted, wallOf } from "../../output/format.ts";
import { estimateTokens } from "../../output/token-estimate.ts";
import type { Context, Viewer } from "../../tool.ts";
import type { Block } from "./list-lookup.ts";

/** Schema of an item. `due` is in the household's local time. */
export const Item = closed({
  id: text,
  text,
  type: text,
  done: flag,
  due: Type.Optional(text),
  member: Type.Optional(text),
  under: Type.Optional(text),
});

export const NamedItem = closed({ id: text, text });

/** Parameter for an item's text or id. Its limit allows 2,000 characters of up to two UTF-16 code units. */
export const itemParameter = (description: string) => Type.String({ maxLength: 4000, description });

/**
 * Minimum and maximum number of items in one call, equal to the limits of the REST API. With the minimum, the error
 * message states both limits.
 */
export const itemsPerCall = { minItems: 1, maxItems: 50 };

export const itemsRepair = {
  "out_of_range items": "Parameter items: nothing was changed. Name 1 to 50, and send the rest in another call.",
};

export const dueParameter = Type.String({
  maxLength: maxDateLength,
  description: "2026-11-27 or a weekday; a time may follow",
});

export function itemView(block: Block, { members, timeZone, shortId }: Viewer, maxLength = 2000) {
  const id = shortId("block", block.id);
  const { type, content, done, dueDate, memberId, parentId } = block;
  const member = memberId === null ? null : (members.find((each) => each.id === memberId)?.name ?? "a former member");
  const what =
    type === "divider" ? "a divider" : maxLength < 2000 ? quoted(shorten(content, maxLength)) : quoted(content);
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
      text: shorten(content, maxLength),
      type,
      done,
      ...(dueDate === null ? {} : { due: dueField(dueDate, timeZone) }),
      ...(member === null ? {} : { member }),
      ...(parentId === null ? {} : { under: shortId("block", parentId) }),
    },
  };
}

export function namedItemFields({ id, content }: Pick<Block, "id" | "content">, { shortId }: Viewer) {
  return { id: shortId("block", id), text: shorten(content, maxEchoed) };
}

/**
 * Maximum number of characters of an item's text that the result of a change contains. The caller already knows the
 * text.
 */
export const maxEchoed = 60;

/** Maximum number of tokens of an item's text. Fifty such texts with ids fit in one result. */
const maxTextTokens = 100;

function shorten(content: string, maxLength: number): string {
  const points = [...content];
  let end = points.length > maxLength ? maxLength - 1 : points.length;
  if (maxLength <= maxEchoed) while (estimateTokens(points.slice(0, end).join("")) > maxTextTokens) end -= 4;
  return end < points.length ? `${points.slice(0, end).join("")}…` : content;
}

/** Reads a due time. A date without a time of day means the beginning of that day. */
export async function dueInstant(context: Context, dueText: string, parameter: string): Promise<string> {
  const clock = await clockOf(context);
  const { date, time } = readLocalTime(dueText, clock, parameter);
  return instantAt(date, time ?? "00:00", clock.timeZone);
}

/** Formats a due time. Omits the time at the beginning of a day, even if the clocks skip midnight. */
function dueField(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  return instantAt(date, "00:00", timeZone) === instant ? date : `${date}T${time}`;
}

function dueLine(instant: string, timeZone: string): string {
  const due = dueField(instant, timeZone);
  return due.length === 10 ? dayLine(due) : instantLine(instant, timeZone);
}
