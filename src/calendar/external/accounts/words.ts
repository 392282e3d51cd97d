import { type Said, type Sentence, say, sayFields, sayTime } from "#lib/sentence.ts";
import { isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import type { Changes } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import type { Event } from "../../events/event.ts";
import { addedSummary, changedSummary } from "../../events/summary.ts";
import type { LostChanges, Side } from "../../ical/merge.ts";

type Reader = Pick<Work, "timeZone" | "now">;

export function addedFrom(event: Event, account: string, reader: Reader): Sentence {
  return say`${addedSummary(event, reader)}, from ${account}`;
}

export function deletedFrom({ title }: Event, account: string): Sentence {
  return say`deleted “${title}”, gone from ${account}`;
}

export function keptHere({ title }: Event, account: string): Sentence {
  return say`kept “${title}”, which was deleted in ${account}`;
}

export function notCopied({ title }: Event, account: string): Sentence {
  return say`stopped copying “${title}” to ${account}, where it was deleted`;
}

const fieldWords: Readonly<Record<string, Said>> = {
  title: say`title`,
  times: say`start`,
  location: say`place`,
  notes: say`notes`,
  recurrenceRule: say`repetition`,
  reminders: say`reminder`,
  cancelled: say`dates`,
};

/** What both sides had changed, and whose change counts. */
export type Decided = { readonly lost: LostChanges; readonly later: Side };

/** The field of `title`, or of `2026-11-27 title`. */
function fieldOf(key: string): string {
  return key.split(" ").at(-1) ?? key;
}

export function changedFrom(
  before: Event,
  after: Event,
  changes: Changes,
  { lost, later }: Decided,
  account: string,
  reader: Reader,
): Sentence {
  const keys = Object.keys(lost);
  if (keys.length === 0) return say`${changedSummary(before, after, changes, "all", null, reader)}, from ${account}`;
  const fields = sayFields(keys.map(fieldOf), fieldWords);
  const [only, another] = keys;
  const loser = another === undefined && only !== undefined ? sayLoser(only, lost, reader) : null;
  if (later === "ours") return say`kept the ${fields} of “${after.title}” from here, not from ${account}`;
  const kept = say`kept the ${fields} of “${after.title}” from ${account}`;
  return loser ? say`${kept}; here it was ${loser}` : kept;
}

function sayLoser(key: string, lost: LostChanges, { timeZone }: Reader): Said | null {
  const from = lost[key]?.from;
  if (key === "title" || key === "location") return typeof from === "string" ? say`“${from}”` : null;
  if (key !== "times" || typeof from !== "object" || from === null || !("startAt" in from)) return null;
  const { startAt } = from;
  if (typeof startAt !== "number" || ("allDay" in from && from.allDay === true)) return null;
  return sayTime(isoOf(toLocalMs(timeZone, startAt)).slice(11, 16));
}
