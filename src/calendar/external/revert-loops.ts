/**
 * Detects revert loops. In a revert loop, a server repeatedly replaces a change from the app by the earlier content of
 * the event.
 */

import { day, hour, minute } from "#lib/time.ts";
import { backoff } from "#lib/timers.ts";
import type { Event } from "../events/event.ts";

const withinMs = 10 * minute;
const maxReturns = 4;
const pauseLengths = { firstMs: 15 * minute, maxMs: 6 * hour };
const maxEntries = 40;

/**
 * Entry of an event's history, as stored. `replaced`: a change in the app replaced this content. `new`: the server
 * replaced a change in the app by new content. `returned`: the server replaced a change in the app by earlier content.
 * `rest`: the synchronisation of the event was paused.
 */
type Entry = {
  readonly at: string;
  readonly kind: "replaced" | "new" | "returned" | "rest";
  readonly content: string;
};

type RecordedReturn = {
  readonly history: string;
  readonly pausedUntil: string | null;
};

const contentOf = (events: readonly Event[]): string => Bun.hash(JSON.stringify(events)).toString(36);

/** Returns entries recent enough to detect a loop. Ignores entries of earlier versions, as these are only times. */
function recentEntries(history: string, now: Date): Entry[] {
  const all = (JSON.parse(history) as (Entry | string)[]).filter((each) => typeof each === "object");
  return all
    .filter(({ at, kind }) => now.getTime() - Date.parse(at) <= (kind === "rest" ? day : withinMs))
    .slice(-maxEntries);
}

export function recordReplaced(history: string, events: readonly Event[], now: Date): string {
  const entry: Entry = { at: now.toISOString(), kind: "replaced", content: contentOf(events) };
  return JSON.stringify([...recentEntries(history, now), entry]);
}

/**
 * Records that the server replaced the app's change by the content `events`. Pauses the synchronisation of the event if
 * the server has restored earlier content too often.
 */
export function recordReturned(history: string, syncedAt: string, events: readonly Event[], now: Date): RecordedReturn {
  const known = recentEntries(history, now);
  const incoming = known.filter(({ kind }) => kind === "new" || kind === "returned");
  const last = incoming.at(-1);
  const isAnswer = now.getTime() - Date.parse(syncedAt) <= withinMs && (last === undefined || last.at < syncedAt);
  if (!isAnswer) return { history: history, pausedUntil: null };
  const content = contentOf(events);
  const kind = known.some((each) => each.content === content) ? "returned" : "new";
  const at = now.toISOString();
  const returns = incoming.filter((each) => each.kind === "returned").length + Number(kind === "returned");
  if (returns < maxReturns) return { history: JSON.stringify([...known, { at, kind, content }]), pausedUntil: null };
  const pauses = known.filter((each) => each.kind === "rest");
  const pauseMs = backoff(pauseLengths, pauses.length + 1);
  const pause: Entry = { at, kind: "rest", content: "" };
  return { history: JSON.stringify([...pauses, pause]), pausedUntil: new Date(now.getTime() + pauseMs).toISOString() };
}
