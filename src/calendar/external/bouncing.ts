/** Recognises content that returns again and again to what it was before our change. */

import { day, hour, minute } from "#lib/time.ts";
import type { Event } from "../events/event.ts";

const withinMs = 10 * minute;
const maxReturns = 4;
const firstRestMs = 15 * minute;
const longestRestMs = 6 * hour;
const maxEntries = 40;

/** `replaced`: by our change. */
type Entry = {
  readonly at: string;
  readonly kind: "replaced" | "new" | "returned" | "rest";
  readonly content: string;
};

type Noted = {
  readonly bounces: string;
  /** Null: it goes on. */
  readonly restsUntil: string | null;
};

function contentOf(events: readonly Event[]): string {
  return Bun.hash(JSON.stringify(events)).toString(36);
}

/** Earlier versions kept times alone. */
function recentEntries(bounces: string, now: Date): Entry[] {
  const all = (JSON.parse(bounces) as (Entry | string)[]).filter((each) => typeof each === "object");
  return all
    .filter(({ at, kind }) => now.getTime() - Date.parse(at) <= (kind === "rest" ? day : withinMs))
    .slice(-maxEntries);
}

/** Our change took the place of `events`. */
export function noteReplaced(bounces: string, events: readonly Event[], now: Date): string {
  const entry: Entry = { at: now.toISOString(), kind: "replaced", content: contentOf(events) };
  return JSON.stringify([...recentEntries(bounces, now), entry]);
}

/** `events` took the place of our change. */
export function noteReturned(bounces: string, syncedAt: string, events: readonly Event[], now: Date): Noted {
  const known = recentEntries(bounces, now);
  const came = known.filter(({ kind }) => kind === "new" || kind === "returned");
  const last = came.at(-1);
  const isAnswer = now.getTime() - Date.parse(syncedAt) <= withinMs && (last === undefined || last.at < syncedAt);
  if (!isAnswer) return { bounces, restsUntil: null };
  const content = contentOf(events);
  const kind = known.some((each) => each.content === content) ? "returned" : "new";
  const at = now.toISOString();
  const returns = came.filter((each) => each.kind === "returned").length + Number(kind === "returned");
  if (returns < maxReturns) return { bounces: JSON.stringify([...known, { at, kind, content }]), restsUntil: null };
  const rests = known.filter((each) => each.kind === "rest");
  const restMs = Math.min(firstRestMs * 2 ** rests.length, longestRestMs);
  const rest: Entry = { at, kind: "rest", content: "" };
  return { bounces: JSON.stringify([...rests, rest]), restsUntil: new Date(now.getTime() + restMs).toISOString() };
}
