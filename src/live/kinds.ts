/** What a change is told as: the kinds of what it touched, and nothing else of it. */
import { type Entry, type Image, subjectTypes } from "../activity/record.ts";

/** A kind of what changed, as subjects of the feed are called; `all` where anything may have. */
export type Kind = (typeof subjectTypes)[number] | "all";

/** The tables and parts of an image that are called otherwise than the subject they belong to. */
const kindOfPart: Readonly<Record<string, Kind>> = {
  listSection: "section",
  choreCompletion: "chore",
  checkIn: "check_in",
  checkInAnswer: "check_in",
  instance: "event",
  apiKey: "api_key",
  profile: "member",
  directory: "member",
  signIn: "member",
  settings: "household",
  plan: "household",
};

/**
 * The kinds that an entry's change touched. Of a personal list everybody hears `list` alone: what was done in it shows no
 * more than the household's revision does.
 */
export function kindsOf({ subject, action, before, after, audience }: Entry): readonly Kind[] {
  if (audience?.viewerId) return ["list"];
  if (subject.type === "member" && action === "deleted") return ["all"]; // With whatever hung on them.
  return [subject.type, ...partsOf(before), ...partsOf(after)];
}

function partsOf(image: Image | null): Kind[] {
  return Object.keys(image ?? {}).map(
    (name) => kindOfPart[name] ?? subjectTypes.find((type) => type === name) ?? "all",
  );
}
