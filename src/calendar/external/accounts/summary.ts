import { type Phrase, type Sentence, say, sayFields, sayTime } from "#lib/sentence.ts";
import { isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import type { Changes } from "#platform/activity/record.ts";
import type { Work } from "#platform/work.ts";
import type { Event } from "../../events/event.ts";
import { addedSummary, changedSummary } from "../../events/summary.ts";
import type { LostChanges, Side } from "../../ical/merge.ts";

type Reader = Pick<Work, "timeZone" | "now">;

export function addedInAccountSummary(event: Event, account: string, reader: Reader): Sentence {
  return say`${addedSummary(event, reader)}, from ${account}`;
}

export function deletedInAccountSummary({ title }: Event, account: string): Sentence {
  return say`deleted “${title}”, gone from ${account}`;
}

export function keptHereSummary({ title }: Event, account: string): Sentence {
  return say`kept “${title}”, which was deleted in ${account}`;
}

export function stoppedCopyingSummary({ title }: Event, account: string): Sentence {
  return say`stopped copying “${title}” to ${account}, where it was deleted`;
}

const fieldWords: Readonly<Record<string, Phrase>> = {
  title: say`title`,
  times: say`start`,
  location: say`place`,
  notes: say`notes`,
  recurrenceRule: say`repetition`,
  reminders: say`reminder`,
  cancelled: say`dates`,
};

/**
 * Result of a merge. `discarded` contains the discarded values of the fields that both sides changed. `later` is the
 * side that changed the event later; this side wins.
 */
export type MergeDecision = { readonly discarded: LostChanges; readonly later: Side };

export const noConflict: MergeDecision = { discarded: {}, later: "theirs" };

/** Returns the name of the field from a key such as `title` or `2026-11-27 title`. */
const fieldOf = (key: string): string => key.split(" ").at(-1) ?? key;

export function changedInAccountSummary(
  before: Event,
  after: Event,
  changes: Changes,
  { discarded, later }: MergeDecision,
  account: string,
  reader: Reader,
): Sentence {
  const keys = Object.keys(discarded);
  if (keys.length === 0) return say`${changedSummary(before, after, changes, "all", null, reader)}, from ${account}`;
  const fields = sayFields(keys.map(fieldOf), fieldWords);
  const [only, another] = keys;
  const discardedValue =
    another === undefined && only !== undefined ? sayDiscardedValue(only, discarded, reader) : null;
  if (later === "ours") return say`kept the ${fields} of “${after.title}” from here, not from ${account}`;
  const kept = say`kept the ${fields} of “${after.title}” from ${account}`;
  return discardedValue ? say`${kept}; here it was ${discardedValue}` : kept;
}

function sayDiscardedValue(key: string, discarded: LostChanges, { timeZone }: Reader): Phrase | null {
  const from = discarded[key]?.from;
  if (key === "title" || key === "location") return typeof from === "string" ? say`“${from}”` : null;
  if (key !== "times" || typeof from !== "object" || from === null || !("startAt" in from)) return null;
  const { startAt } = from;
  if (typeof startAt !== "number" || ("allDay" in from && from.allDay === true)) return null;
  return sayTime(isoOf(toLocalMs(timeZone, startAt)).slice(11, 16));
}
