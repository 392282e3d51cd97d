/**
 * Limits the disk space of images: the rows from before and after a change that the activity feed stores. Deletes large
 * images after 25 hours. If a household has more than 200 MB of images, deletes the oldest of them.
 */
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hour } from "#lib/time.ts";
import type { Db } from "../db/client.ts";
import { nextRevision } from "../db/numbers/revision.ts";
import { fields, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { byId, type HouseholdScope, param, selectFrom, updateIn } from "../db/statements.ts";
import { activity, household, member } from "../db/tables.ts";
import { imageTraitsOf } from "../traits.ts";

const maxImageBytes = 200_000_000;
const largeImageBytes = 65_536;
const largeKeptMs = 25 * hour;

/** The value of `after` of an entry whose images were deleted. The column `before` is then null. */
const deletedImages = "{}";

const beforeBytes = sql<number>`ifnull(octet_length(${activity.before}), 0)`;
const afterBytes = sql<number>`ifnull(octet_length(${activity.after}), 0)`;
const areKept = sql`(${beforeBytes} > 0 or ${afterBytes} > ${sql.raw(String(deletedImages.length))})`;
const keptBytes = sql<number>`iif(${areKept}, ${beforeBytes} + ${afterBytes}, 0)`;

/**
 * Whether an entry has a large image. SQLite uses the index `activity_large_images` only if this SQL text equals the
 * condition of the index.
 */
const isLarge = sql`(length(cast(${activity.before} as blob)) > 65536 or length(cast(${activity.after} as blob)) > 65536)`;

export function areImagesDeleted(images: { readonly before: string | null; readonly after: string | null }): boolean {
  return images.before === null && images.after === deletedImages;
}

const startOf = (image: SQLiteColumn) =>
  sql<string | null>`iif(octet_length(${image}) <= ${sql.raw(String(largeImageBytes))}, substr(${image}, 1, 40), null)`;

export const imageFacts = {
  hasImages: sql<number>`${areKept}`,
  beforeStart: startOf(activity.before),
  afterStart: startOf(activity.after),
};

type ImageFacts = {
  readonly hasImages: number;
  readonly beforeStart: string | null;
  readonly afterStart: string | null;
};

export function areUndoable({ hasImages, beforeStart, afterStart }: ImageFacts): boolean {
  const names = [beforeStart, afterStart].flatMap((start) => /^\{"(\w+)"/.exec(start ?? "")?.[1] ?? []);
  return hasImages === 1 && names.every((name) => (imageTraitsOf(name)?.undo ?? null) !== null);
}

const theHousehold = eq(household.id, param("householdId"));

const deleteImages = updateIn(activity, [], byId(activity), { before: null, after: deletedImages });

const firstWithImages = prepared((db) =>
  db.select(fields(household, "imagesFrom")).from(household).where(theHousehold),
);

const setUsage = preparedWrite((db) =>
  db.update(household).set(updateParams("imageBytes", "imagesFrom")).where(theHousehold),
);

const membersEver = selectFrom(member, ["id"]);

/** Selects the oldest entries with one `viewerId`, so that SQLite can use the index. */
const oldest = selectFrom(activity, ["id", "seq"], {
  where: [sql`${activity.viewerId} is ${param("viewerId")}`, gte(activity.seq, param("from"))],
  computed: { bytes: keptBytes },
  orderBy: [asc(activity.seq)],
  limit: param("limit"),
});

const entriesAtATime = 50;
const maxRounds = 40;

/** Deletes the oldest images if their total size, `bytes`, exceeds `maxBytes`. Must run in a transaction. */
export function limitImages(scope: HouseholdScope, bytes: number, maxBytes = maxImageBytes): void {
  if (bytes <= maxBytes) return;
  const { db, householdId } = scope;
  let imageBytes = bytes;
  let imagesFrom = firstWithImages.get(db, { householdId })?.imagesFrom ?? 0;
  const viewers = [null, ...membersEver.all(scope).map(({ id }) => id)];
  for (let round = 0; round < maxRounds && imageBytes > maxBytes; round++) {
    const found = viewers
      .flatMap((viewerId) => oldest.all(scope, { viewerId, from: imagesFrom, limit: entriesAtATime }))
      .sort((one, other) => one.seq - other.seq)
      .slice(0, entriesAtATime);
    if (found.length === 0) imageBytes = 0;
    for (const entry of found) {
      if (imageBytes <= maxBytes) break;
      if (entry.bytes > 0) deleteImages(scope, { id: entry.id });
      imageBytes -= entry.bytes;
      imagesFrom = entry.seq + 1;
    }
  }
  setUsage(db, { householdId, imageBytes: Math.max(imageBytes, 0), imagesFrom });
}

const expired = prepared((db) =>
  db
    .select({ ...fields(activity, "id", "householdId"), bytes: keptBytes.as("bytes") })
    .from(activity)
    .where(and(isLarge, lt(activity.createdAt, param("largeEnd"))))
    .limit(param("limit")),
);

const lowerUsage = preparedWrite((db) =>
  db
    .update(household)
    .set({
      imageBytes: sql`max(${household.imageBytes} - ${param("bytes")}, 0)`,
      revision: sql.raw(nextRevision),
    })
    .where(theHousehold),
);

/**
 * Deletes large images (rows from before and after a change) after 25 hours, at most 50 in one call. Returns the number
 * of deleted images. Raises the revisions of their households, because cached pages of the activity feed contain
 * `canUndo`. Must run in a transaction.
 */
export function deleteExpiredImages(db: Db, now: Date): number {
  const found = expired.all(db, {
    largeEnd: new Date(now.getTime() - largeKeptMs).toISOString(),
    limit: entriesAtATime,
  });
  for (const { householdId, id, bytes } of found) {
    deleteImages({ db, householdId }, { id });
    lowerUsage(db, { householdId, bytes });
  }
  return found.length;
}

const allImages = prepared((db) =>
  db.select({ bytes: sql<number>`ifnull(sum(${household.imageBytes}), 0)`.as("bytes") }).from(household),
);

export const imageBytesOfAll = (db: Db): number => allImages.get(db)?.bytes ?? 0;
