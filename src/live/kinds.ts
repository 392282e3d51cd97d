/** What a change is told as: the kinds of what it touched, and nothing else of it. */
import type { Entry, Image } from "../activity/record.ts";
import { imageTraitsOf, type SubjectType } from "../traits.ts";

/** A kind of what changed, as subjects of the feed are called; `all` where anything may have. */
export type Kind = SubjectType | "all";

/**
 * The kinds that an entry's change touched. Of a personal list everybody hears `list` alone: what was done in it shows no
 * more than the household's revision does.
 */
export function kindsOf({ subject, action, before, after, audience }: Entry): readonly Kind[] {
  if (audience?.viewerId) return ["list"];
  if (subject.type === "member" && action === "deleted") return ["all"]; // With whatever hung on them.
  return [subject.type, ...kindsIn(before), ...kindsIn(after)];
}

function kindsIn(image: Image | null): Kind[] {
  return Object.keys(image ?? {}).map((name) => imageTraitsOf(name)?.live ?? "all");
}
