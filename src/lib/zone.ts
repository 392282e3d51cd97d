import { day, isoOf } from "./time.ts";

/** Converts an instant to local milliseconds, as if the time were UTC. @throws RangeError for an unknown zone */
export function toLocalMs(timeZone: string, instant: number): number {
  if (timeZone === "UTC") return instant;
  const zone = zoneNamed(timeZone);
  const { lastByInstant } = zone;
  if (instant < lastByInstant.from || instant >= lastByInstant.to) zone.lastByInstant = intervalAt(zone, instant, "at");
  return instant + zone.lastByInstant.offset;
}

/** Converts local time to UTC. A skipped time moves forward; a repeated one means the first (RFC 5545 §3.3.5). */
export function toInstant(timeZone: string, localMs: number): number {
  if (timeZone === "UTC") return localMs;
  const zone = zoneNamed(timeZone);
  const { lastByWall } = zone;
  if (localMs < lastByWall.from || localMs >= lastByWall.to) zone.lastByWall = intervalAt(zone, localMs, "localMs");
  return localMs - zone.lastByWall.offset;
}

/** Returns the date of an instant in a time zone. Faster than `dateIn` for many instants. */
export function localDate(timeZone: string, instant: number): string {
  return isoOf(midnightOf(toLocalMs(timeZone, instant))).slice(0, 10);
}

/** A change of a time zone's offset from UTC. The offsets are in milliseconds. */
export type Transition = { readonly at: number; readonly before: number; readonly after: number };

export function transitionsOf(timeZone: string, from: number, to: number): Transition[] {
  if (timeZone === "UTC") return [];
  const zone = zoneNamed(timeZone);
  const found: Transition[] = [];
  for (let index = blockIndexOf(from); index <= blockIndexOf(to); index++) {
    let before = 0;
    for (const { at, offset } of blockAt(zone, index)) {
      if (at >= from && at < to && at > (found.at(-1)?.at ?? -Infinity)) found.push({ at, before, after: offset });
      before = offset;
    }
  }
  return found;
}

export function midnightOf(localMs: number): number {
  return Math.floor(localMs / day) * day;
}

type Change = { readonly at: number; readonly localMs: number; readonly offset: number };
type Interval = { readonly from: number; readonly to: number; readonly offset: number };
type Zone = {
  readonly name: string;
  readonly blocks: (readonly Change[])[];
  lastByInstant: Interval;
  lastByWall: Interval;
};

const first = Date.UTC(1900, 0, 1);
/**
 * The length of a block of time in milliseconds, about 17 years. Clock changes are computed by block, so that no call
 * computes three centuries.
 */
const blockMs = 2 ** 39;
const lastBlock = Math.floor((Date.UTC(2201, 0, 1) - first) / blockMs);
/** Milliseconds before and after a block in which clock changes are also computed. Longer than any clock change. */
const margin = 2 * day;
const emptyInterval: Interval = { from: 0, to: 0, offset: 0 };

const zones = new Map<string, Zone>();
let latest: Zone | undefined;

function zoneNamed(name: string): Zone {
  if (latest?.name === name) return latest;
  latest = zones.get(name) ?? addZone(name);
  return latest;
}

function addZone(name: string): Zone {
  const zone: Zone = { name, blocks: [], lastByInstant: emptyInterval, lastByWall: emptyInterval };
  blockAt(zone, lastBlock >> 1); // This throws for an unknown zone before the zone is cached.
  zones.set(name, zone);
  return zone;
}

function intervalAt(zone: Zone, time: number, clock: "at" | "localMs"): Interval {
  const index = blockIndexOf(time);
  const block = blockAt(zone, index);
  const from = index === 0 ? -Infinity : first + index * blockMs;
  const to = index === lastBlock ? Infinity : first + (index + 1) * blockMs;
  let next = block.length;
  for (let low = 1; low < next; ) {
    const middle = (low + next) >> 1;
    if (time < (block[middle]?.[clock] ?? Infinity)) next = middle;
    else low = middle + 1;
  }
  const current = block[next - 1];
  return {
    from: Math.max(from, current?.[clock] ?? from),
    to: Math.min(to, block[next]?.[clock] ?? to),
    offset: current?.offset ?? 0,
  };
}

function blockIndexOf(time: number): number {
  return Math.min(Math.max(Math.floor((time - first) / blockMs), 0), lastBlock);
}

/** Returns a block's clock changes. The first element holds the offset that is valid before the first clock change. */
function blockAt(zone: Zone, index: number): readonly Change[] {
  const known = zone.blocks[index];
  if (known) return known;
  const from = first + index * blockMs - margin;
  const to = from + blockMs + 2 * margin;
  let zoned = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone.name);
  let offset = offsetOf(zoned);
  const block: Change[] = [{ at: -Infinity, localMs: -Infinity, offset }];
  for (;;) {
    const transition = zoned.getTimeZoneTransition("next");
    if (!transition || transition.epochMilliseconds >= to) break;
    const after = offsetOf(transition);
    const at = transition.epochMilliseconds;
    // The offset before the change applies to skipped times, and to the first occurrence of repeated times.
    if (after !== offset) block.push({ at, localMs: at + Math.max(offset, after), offset: after });
    offset = after;
    zoned = transition;
  }
  zone.blocks[index] = block;
  return block;
}

function offsetOf(zoned: Temporal.ZonedDateTime): number {
  return Math.round(zoned.offsetNanoseconds / 1_000_000);
}
