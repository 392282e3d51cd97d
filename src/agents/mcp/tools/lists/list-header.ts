import { Type } from "@sinclair/typebox";
import { invalid } from "#lib/errors.ts";
import { colorKeys, lengthOf, oneOf } from "#lib/wire.ts";
import type { List } from "#lists/model.ts";
import { text, textParameter, writeFields } from "../../input/parameters.ts";
import { quoted, quotedShort } from "../../output/format.ts";
import { toToolError } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";

/** Parameter for a list's name or id. Its limit allows 200 characters of up to two UTF-16 code units. */
export const nameParameter = (description = "Name or id") => Type.String({ maxLength: 400, description });

export const listRestNames = { colorKey: "color", sectionId: "section" };

export const lookParameters = {
  icon: Type.Optional(textParameter(60, "Emoji")),
  color: Type.Optional(oneOf(colorKeys, { description: "Colour" })),
  visibility: Type.Optional(oneOf(["shared", "personal"], { description: "Who sees it" })),
};

export const listWriteFields = { ...writeFields, earlierActivityIds: Type.Array(text), name: text, visibility: text };

/** Formats a list: `List “Groceries” in “Home” · 3 open, 9 done · shared · id …` */
export function listLine(list: List, section: string, done: number, id: string): string {
  const parts = [
    `List ${quoted(list.name)} in ${quoted(section)}`,
    `${list.remainingCount} open, ${done} done`,
    ...(list.favorite ? ["favourite"] : []),
    list.visibility,
    `id ${id}`,
  ];
  return parts.join(" · ");
}

/** Returns the result for a changed list. `entries` contains ids of entries of activity, the newest first. */
export function savedListResult(
  { shortId }: Pick<Context, "shortId">,
  outcome: string,
  list: List,
  entries: readonly (string | null)[],
) {
  const id = shortId("list", list.id);
  const [activityId = null, ...earlier] = entries.filter((id) => id !== null);
  const parts = [
    `${outcome} the list ${quoted(list.name)}`,
    list.visibility,
    `icon ${quotedShort(list.icon)}`,
    ...(list.colorKey === null ? [] : [list.colorKey]),
    ...(list.favorite ? ["favourite"] : []),
    ...(list.hideDone ? ["hides what is done"] : []),
    `id ${id}`,
    ...(activityId === null ? [] : [`activityId ${activityId}`]),
    ...(earlier.length === 0 ? [] : [`${earlier.length + 1} changes; to undo all, go on with ${earlier.join(", ")}`]),
  ];
  const data = { id, activityId, earlierActivityIds: earlier, name: list.name, visibility: list.visibility };
  return { text: parts.join(" · "), data };
}

/**
 * Checks the lengths of texts before the first of several requests. A call therefore never saves only a part of the
 * changes.
 */
export function requireLengths(input: {
  readonly name?: string | undefined;
  readonly icon?: string | undefined;
}): void {
  for (const [field, max] of [
    ["name", 200],
    ["icon", 60],
  ] as const) {
    const value = input[field];
    if (value === undefined) continue;
    const length = lengthOf(value.trim());
    if (length < 1 || length > max) throw toToolError(invalid(field, `must be 1 to ${max} characters`, "out_of_range"));
  }
}

export function countText(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
