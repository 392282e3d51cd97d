/**
 * Limits the disk space of images: the rows from before and after a change that the activity feed stores. Deletes large
 * images after 25 hours. If a household has more than 200 MB of images, deletes the oldest of them.
 */
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hour } from "#lib/time.ts";
import type { Db } from "../db/client.ts";
import { nextRevision } from "../db/numbers/revision.ts";
import { fields, prepared, preparedWrite } from "../db/prepare.ts";
import { activity, household, member } from "../db/tables.ts";
import { imageTraitsOf } from "../traits.ts";
import type { Work } from "../work.ts";

const maxImageBytes = 200_000_000;
const largeImageBytes = 65_536;
const largeKeptMs = 25 * hour;

/**
 * The value of the column `after` of an entry whose images (rows from before and after the change) were deleted. The
 * column `before` is then null.
 */
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
  hasImages: sql<number>`${areKept}`.as("hasImages"),
  beforeStart: startOf(activity.before).as("beforeStart"),
  afterStart: startOf(activity.after).as("afterStart"),
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

const ofHousehold = eq(activity.householdId, sql.placeholder("householdId"));
const theHousehold = eq(household.id, sql.placeholder("householdId"));

const deleteImages = preparedWrite((db) =>
  db
    .update(activity)
    .set({ before: null, after: sql.raw(`'${deletedImages}'`) })
    .where(and(ofHousehold, eq(activity.id, sql.placeholder("id")))),
);

const firstWithImages = prepared((db) =>
  db.select(fields(household, "imagesFrom")).from(household).where(theHousehold),
);

const setUsage = preparedWrite((db) =>
  db
    .update(household)
    .set({ imageBytes: sql`${sql.placeholder("imageBytes")}`, imagesFrom: sql`${sql.placeholder("imagesFrom")}` })
    .where(theHousehold),
);

const membersEver = prepared((db) =>
  db
    .select(fields(member, "id"))
    .from(member)
    .where(eq(member.householdId, sql.placeholder("householdId"))),
);

/**
 * Reads the oldest entries of the activity feed from the sequence number `from` on, with the size of their images. Each
 * query reads only entries for one viewer, so that SQLite can use the index.
 */
const oldest = prepared((db) =>
  db
    .select({ ...fields(activity, "id", "seq"), bytes: keptBytes.as("bytes") })
    .from(activity)
    .where(
      and(
        ofHousehold,
        sql`${activity.viewerId} is ${sql.placeholder("viewerId")}`,
        gte(activity.seq, sql.placeholder("from")),
      ),
    )
    .orderBy(asc(activity.seq))
    .limit(sql.placeholder("limit")),
);

const entriesAtATime = 50;
const maxRounds = 40;

/**
 * Deletes the oldest images in a household's activity feed (rows from before and after a change) if their total size,
 * `bytes`, exceeds `maxBytes`. Must run in a transaction.
 */
export function limitImages(
  { db, householdId }: Pick<Work, "db" | "householdId">,
  bytes: number,
  maxBytes = maxImageBytes,
): void {
  if (bytes <= maxBytes) return;
  let imageBytes = bytes;
  let imagesFrom = firstWithImages.get(db, { householdId })?.imagesFrom ?? 0;
  const viewers = [null, ...membersEver.all(db, { householdId }).map(({ id }) => id)];
  for (let round = 0; round < maxRounds && imageBytes > maxBytes; round++) {
    const found = viewers
      .flatMap((viewerId) => oldest.all(db, { householdId, viewerId, from: imagesFrom, limit: entriesAtATime }))
      .sort((one, other) => one.seq - other.seq)
      .slice(0, entriesAtATime);
    if (found.length === 0) imageBytes = 0;
    for (const entry of found) {
      if (imageBytes <= maxBytes) break;
      if (entry.bytes > 0) deleteImages(db, { householdId, id: entry.id });
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
    .where(and(isLarge, lt(activity.createdAt, sql.placeholder("largeEnd"))))
    .limit(sql.placeholder("limit")),
);

const lowerUsage = preparedWrite((db) =>
  db
    .update(household)
    .set({
      imageBytes: sql`max(${household.imageBytes} - ${sql.placeholder("bytes")}, 0)`,
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
    deleteImages(db, { householdId, id });
    lowerUsage(db, { householdId, bytes });
  }
  return found.length;
}

const allImages = prepared((db) =>
  db.select({ bytes: sql<number>`ifnull(sum(${household.imageBytes}), 0)`.as("bytes") }).from(household),
);

export function imageBytesOfAll(db: Db): number {
  return allImages.get(db)?.bytes ?? 0;
}
