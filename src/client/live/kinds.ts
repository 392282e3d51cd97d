import type { Entry, Image } from "#platform/activity/record.ts";
import { imageTraitsOf, type SubjectType } from "#platform/traits.ts";

export type Kind = SubjectType | "all";

/** Returns the kinds of data that an entry changed. For a personal list, returns only `list`, to reveal no more. */
export function kindsOf({ subject, action, before, after, audience }: Entry): readonly Kind[] {
  if (audience?.viewerId) return ["list"];
  if (subject.type === "member" && action === "deleted") return ["all"]; // Removing a member changes many kinds.
  return [subject.type, ...kindsIn(before), ...kindsIn(after)];
}

function kindsIn(image: Image | null | undefined): Kind[] {
  return Object.keys(image ?? {}).map((name) => imageTraitsOf(name)?.live ?? "all");
}
