import { eq, sql } from "drizzle-orm";
import { readRevision } from "#accounts/households/store.ts";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { calendarFull } from "#lib/errors.ts";
import { minute } from "#lib/time.ts";
import { type Db, mainConnectionOf } from "#platform/db/client.ts";
import { prepared } from "#platform/db/prepare.ts";
import { calendarObject } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

export const capacity = { bytes: 50 * 1_048_576, objects: 40_000 };

/** `octet_length` does not read the texts, but 40,000 rows take 70 ms. */
const usedByHousehold = prepared((db) =>
  db
    .select({
      objects: sql<number>`count(*)`.as("objects"),
      bytes: sql<number>`ifnull(sum(octet_length(${calendarObject.ics})), 0)`.as("bytes"),
    })
    .from(calendarObject)
    .where(eq(calendarObject.householdId, sql.placeholder("householdId"))),
);

export type Growth = { readonly objects: number; readonly bytes: number };

/** An upper bound: nothing is subtracted. */
type Use = { objects: number; bytes: number; isExact: boolean; readonly revision: number; readonly readAt: number };

const maxHouseholds = 10_000;
/** Undo and imports of whole households add rows unseen. */
const maxAgeMs = minute;
const uses = new WeakMap<Db, BoundedCache<string, Use>>();

export function growthOf(before: { readonly ics: string } | null, after: { readonly ics: string }): Growth {
  const bytes = Buffer.byteLength(after.ics) - (before ? Buffer.byteLength(before.ics) : 0);
  return { objects: before ? 0 : 1, bytes: Math.max(0, bytes) };
}

/** Takes the room for a write of the same transaction, if there is enough. */
export function takeRoom(work: Work, { objects, bytes }: Growth): boolean {
  if (objects === 0 && bytes === 0) return true;
  const known = cacheOf(work.db);
  const { householdId } = work;
  const revision = readRevision(work);
  const fits = (use: Use) => use.objects + objects <= capacity.objects && use.bytes + bytes <= capacity.bytes;
  let use = known.get(householdId);
  const isRecent = use && Math.abs(work.now.getTime() - use.readAt) < maxAgeMs;
  const isCurrent = use?.isExact && use.revision === revision;
  if (!use || !(isRecent && (fits(use) || isCurrent))) {
    const read = usedByHousehold.get(work.db, { householdId }) ?? { objects: 0, bytes: 0 };
    use = { ...read, isExact: true, revision, readAt: work.now.getTime() };
    known.set(householdId, use);
  }
  if (!fits(use)) return false;
  use.objects += objects;
  use.bytes += bytes;
  use.isExact = false;
  return true;
}

/** @throws ApiError 507 */
export function requireRoom(work: Work, growth: Growth): void {
  if (!takeRoom(work, growth)) throw calendarFull();
}

export function roomLeft({ db, householdId }: Work): Growth {
  const used = usedByHousehold.get(db, { householdId }) ?? { objects: 0, bytes: 0 };
  return { objects: capacity.objects - used.objects, bytes: capacity.bytes - used.bytes };
}

/** One for both connections, which each take room. */
function cacheOf(connection: Db): BoundedCache<string, Use> {
  const db = mainConnectionOf(connection);
  const known = uses.get(db);
  if (known) return known;
  const made = new BoundedCache<string, Use>({ eviction: "lru", maxSize: maxHouseholds });
  uses.set(db, made);
  return made;
}
