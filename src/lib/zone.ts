/** Wall clocks: between instants and what the clocks of a zone show, from tables kept by zone. Pure, but for those tables. */
import { day } from "./time.ts";

/**
 * What a zone's clocks show at an instant (epoch milliseconds), as milliseconds as if those clocks were set to UTC. Holds for
 * 1900 to 2201; beyond, the offset of the nearest of those years goes on. @throws RangeError for an unknown zone.
 */
export function toWall(timeZone: string, instant: number): number {
  if (timeZone === "UTC") return instant;
  const zone = zoneNamed(timeZone);
  const { shown } = zone;
  if (instant < shown.from || instant >= shown.to) zone.shown = stretchAt(zone, instant, "at");
  return instant + zone.shown.offset;
}

/**
 * The instant at which a zone's clocks show a time (milliseconds as if UTC, as {@link toWall} gives them). A time that is
 * skipped moves forward by what the clocks were put forward; of one that is shown twice it is the first (RFC 5545 §3.3.5).
 */
export function toInstant(timeZone: string, wall: number): number {
  if (timeZone === "UTC") return wall;
  const zone = zoneNamed(timeZone);
  const { read } = zone;
  if (wall < read.from || wall >= read.to) zone.read = stretchAt(zone, wall, "wall");
  return wall - zone.read.offset;
}

/** The midnight that a wall time's date begins with. */
export function midnightOf(wall: number): number {
  return Math.floor(wall / day) * day;
}

/** A time, by either clock, from which an offset holds; all in milliseconds. */
type Change = { readonly at: number; readonly wall: number; readonly offset: number };
/** `from` inclusive, `to` exclusive, on one of the two clocks. */
type Stretch = { readonly from: number; readonly to: number; readonly offset: number };
/** `shown` and `read` are the stretches last asked for, by instant and by wall time: the next question is mostly about those. */
type Zone = { readonly name: string; readonly blocks: (readonly Change[])[]; shown: Stretch; read: Stretch };

const first = Date.UTC(1900, 0, 1);
/** About 17 years: a table is made in blocks, so that no question pays for three centuries at once. */
const blockLength = 2 ** 39;
const lastBlock = Math.floor((Date.UTC(2201, 0, 1) - first) / blockLength);
/** No clock is ever put forward or back by more than a day. */
const margin = 2 * day;
const nowhere: Stretch = { from: 0, to: 0, offset: 0 };

const zones = new Map<string, Zone>();
let latest: Zone | undefined;

function zoneNamed(name: string): Zone {
  if (latest?.name === name) return latest;
  latest = zones.get(name) ?? addZone(name);
  return latest;
}

function addZone(name: string): Zone {
  const zone: Zone = { name, blocks: [], shown: nowhere, read: nowhere };
  blockAt(zone, lastBlock >> 1); // Refuses an unknown zone before it is kept.
  zones.set(name, zone);
  return zone;
}

function stretchAt(zone: Zone, time: number, clock: "at" | "wall"): Stretch {
  const index = Math.min(Math.max(Math.floor((time - first) / blockLength), 0), lastBlock);
  const block = blockAt(zone, index);
  const from = index === 0 ? -Infinity : first + index * blockLength;
  const to = index === lastBlock ? Infinity : first + (index + 1) * blockLength;
  let next = block.length; // The first change that is still to come.
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

/** The changes that matter within a block, by either clock; the first entry is the offset that holds before them all. */
function blockAt(zone: Zone, index: number): readonly Change[] {
  const known = zone.blocks[index];
  if (known) return known;
  const from = first + index * blockLength - margin;
  const to = from + blockLength + 2 * margin;
  let zoned = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone.name);
  let offset = offsetOf(zoned);
  const block: Change[] = [{ at: -Infinity, wall: -Infinity, offset }];
  for (;;) {
    const transition = zoned.getTimeZoneTransition("next");
    if (!transition || transition.epochMilliseconds >= to) break;
    const after = offsetOf(transition);
    const at = transition.epochMilliseconds;
    // Times that are skipped, and the first pass of those shown twice, are read by the offset before.
    if (after !== offset) block.push({ at, wall: at + Math.max(offset, after), offset: after });
    offset = after;
    zoned = transition;
  }
  zone.blocks[index] = block;
  return block;
}

function offsetOf(zoned: Temporal.ZonedDateTime): number {
  return Math.round(zoned.offsetNanoseconds / 1_000_000);
}
