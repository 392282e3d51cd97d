import { sql } from "drizzle-orm";
import { readRevision } from "#accounts/households/store.ts";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { calendarFull } from "#lib/errors.ts";
import { lazyFor } from "#lib/lazy.ts";
import { minute } from "#lib/time.ts";
import { type Db, mainConnectionOf } from "#platform/db/client.ts";
import { selectFrom } from "#platform/db/statements.ts";
import { calendarObject } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

export const capacity = { bytes: 50 * 1_048_576, objects: 40_000 };

/**
 * Counts the iCalendar objects of a household and their bytes. The count takes 70 ms for 40,000 rows, although
 * `octet_length` does not read the texts.
 */
const usedByHousehold = selectFrom(calendarObject, [], {
  computed: {
    objects: sql<number>`count(*)`,
    bytes: sql<number>`ifnull(sum(octet_length(${calendarObject.ics})), 0)`,
  },
});

export type Growth = { readonly objects: number; readonly bytes: number };

/**
 * Numbers of objects and bytes that a household stores. If `isExact` is false, the numbers are an upper bound:
 * additions were counted, but deletions were not.
 */
type Usage = { objects: number; bytes: number; isExact: boolean; readonly revision: number; readonly readAt: number };

const maxHouseholds = 10_000;
/**
 * Maximum age of a cached count in milliseconds. An older count is made again in the database. The cache does not count
 * rows that undo and imports of whole households add.
 */
const maxAgeMs = minute;
const cacheOf = lazyFor((_: Db) => new BoundedCache<string, Usage>({ eviction: "lru", maxSize: maxHouseholds }));

export function growthOf(before: { readonly ics: string } | null, after: { readonly ics: string }): Growth {
  const bytes = Buffer.byteLength(after.ics) - (before ? Buffer.byteLength(before.ics) : 0);
  return { objects: before ? 0 : 1, bytes: Math.max(0, bytes) };
}

/**
 * Reserves capacity for objects that the same transaction writes. Returns false if the household has too little
 * capacity left.
 */
export function reserveCapacity(work: Work, { objects, bytes }: Growth): boolean {
  if (objects === 0 && bytes === 0) return true;
  // The two connections to the database share one cache, because both connections reserve capacity.
  const known = cacheOf(mainConnectionOf(work.db));
  const { householdId } = work;
  const revision = readRevision(work);
  const fits = (usage: Usage) => usage.objects + objects <= capacity.objects && usage.bytes + bytes <= capacity.bytes;
  let usage = known.get(householdId);
  const isRecent = usage && Math.abs(work.now.getTime() - usage.readAt) < maxAgeMs;
  const isCurrent = usage?.isExact && usage.revision === revision;
  if (!usage || !(isRecent && (fits(usage) || isCurrent))) {
    usage = { ...readUsage(work), isExact: true, revision, readAt: work.now.getTime() };
    known.set(householdId, usage);
  }
  if (!fits(usage)) return false;
  usage.objects += objects;
  usage.bytes += bytes;
  usage.isExact = false;
  return true;
}

/** Reserves capacity for objects that the same transaction writes. @throws ApiError 507 */
export function requireCapacity(work: Work, growth: Growth): void {
  if (!reserveCapacity(work, growth)) throw calendarFull();
}

export function remainingCapacity(work: Work): Growth {
  const used = readUsage(work);
  return { objects: capacity.objects - used.objects, bytes: capacity.bytes - used.bytes };
}

const readUsage = (work: Work): Growth => usedByHousehold.get(work) ?? { objects: 0, bytes: 0 };
