/** How lists themselves are shown, and what tools take to describe one. */

import { Type } from "@sinclair/typebox";
import { invalid } from "../../../errors.ts";
import type { List } from "../../../lists/model.ts";
import { colorKeys, lengthOf, oneOf } from "../../../wire.ts";
import { text, textParameter, writeFields } from "../../input/parameters.ts";
import { quoted, quotedShort } from "../../output/format.ts";
import { toToolError } from "../../output/tool-error.ts";

/** What names a list or a section, as a parameter: at most 200 characters, which may be two units each. */
export const nameParameter = (description = "Name or id") => Type.String({ maxLength: 400, description });

/** REST's names for what {@link lookParameters} and their like are called here. */
export const headNames = { colorKey: "color", sectionId: "section" };

/** How a list looks, and who sees it. */
export const lookParameters = {
  icon: Type.Optional(textParameter(60, "Emoji")),
  color: Type.Optional(oneOf(colorKeys, { description: "Colour" })),
  visibility: Type.Optional(oneOf(["shared", "personal"], { description: "Who sees it" })),
};

/** What a write of a list answers. One that took several changes has the others' entries in `earlierActivityIds`. */
export const headWriteFields = { ...writeFields, earlierActivityIds: Type.Array(text), name: text, visibility: text };

/** `List “Groceries” in “Home” · 3 open, 9 done · shared · id …`. */
export function headLine(list: List, section: string, done: number): string {
  const parts = [
    `List ${quoted(list.name)} in ${quoted(section)}`,
    `${list.remainingCount} open, ${done} done`,
    ...(list.favorite ? ["favourite"] : []),
    list.visibility,
    `id ${list.id}`,
  ];
  return parts.join(" · ");
}

/** What a write that may have taken several changes answers: the entries, newest first. */
export function toldHead(did: string, head: List, entries: readonly (string | null)[]) {
  const [activityId = null, ...earlier] = entries.filter((id) => id !== null);
  const parts = [
    `${did} the list ${quoted(head.name)}`,
    head.visibility,
    `icon ${quotedShort(head.icon)}`,
    ...(head.colorKey === null ? [] : [head.colorKey]),
    ...(head.favorite ? ["favourite"] : []),
    ...(head.hideDone ? ["hides what is done"] : []),
    `id ${head.id}`,
    ...(activityId === null ? [] : [`activityId ${activityId}`]),
    ...(earlier.length === 0 ? [] : [`${earlier.length + 1} changes; to undo all, go on with ${earlier.join(", ")}`]),
  ];
  const data = { id: head.id, activityId, earlierActivityIds: earlier, name: head.name, visibility: head.visibility };
  return { text: parts.join(" · "), data };
}

/**
 * Where one call needs several operations, refuses what a later one would, so that nothing is half done.
 * @throws ToolError in REST's words.
 */
export function requireLengths(given: {
  readonly name?: string | undefined;
  readonly icon?: string | undefined;
}): void {
  for (const [field, most] of [
    ["name", 200],
    ["icon", 60],
  ] as const) {
    const said = given[field];
    if (said === undefined) continue;
    const length = lengthOf(said.trim());
    if (length < 1 || length > most)
      throw toToolError(invalid(field, `must be 1 to ${most} characters`, "out_of_range"));
  }
}
