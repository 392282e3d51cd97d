/** The kinds of data that a change touched: all that open apps learn about it. */
import type { Entry, Image } from "../activity/record.ts";
import { imageTraitsOf, type SubjectType } from "../traits.ts";

/** A subject type of the feed; `all` if any data may have changed. */
export type Kind = SubjectType | "all";

/**
 * The kinds of data that an entry's change touched. For a personal list only `list` is sent, which reveals no more than the
 * household's revision does.
 */
export function kindsOf({ subject, action, before, after, audience }: Entry): readonly Kind[] {
  if (audience?.viewerId) return ["list"];
  if (subject.type === "member" && action === "deleted") return ["all"]; // Removing a member changes many kinds.
  return [subject.type, ...kindsIn(before), ...kindsIn(after)];
}

function kindsIn(image: Image | null): Kind[] {
  return Object.keys(image ?? {}).map((name) => imageTraitsOf(name)?.live ?? "all");
}
