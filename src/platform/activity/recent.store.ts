import { and, asc, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { byId, equal, ofHousehold, param, selectFrom } from "../db/statements.ts";
import { activity, actor } from "../db/tables.ts";
import type { Work } from "../work.ts";
import type { Image } from "./record.ts";

const maxEntries = 200;

/**
 * Reads the ids of the newest 200 entries that everybody sees. Other queries search only these entries: no index
 * contains the times of entries, so a search of all entries could read the whole feed.
 */
const newestIds = (db: Db) =>
  db
    .select(fields(activity, "id"))
    .from(activity)
    .where(and(ofHousehold(activity), isNull(activity.viewerId)))
    .orderBy(desc(activity.seq))
    .limit(maxEntries);

const recentDeletion = prepared((db) =>
  db
    .select(fields(activity, "before"))
    .from(activity)
    .where(
      and(
        ofHousehold(activity),
        sql`${activity.id} in ${newestIds(db)}`,
        equal(activity.subjectId, "subjectId"),
        eq(activity.action, "deleted"),
      ),
    )
    .orderBy(desc(activity.seq))
    .limit(1),
);

const recentEntries = prepared((db) =>
  db
    .select({
      ...fields(
        activity,
        "id",
        "createdAt",
        "action",
        "subjectType",
        "subjectId",
        "subjectLabel",
        "listId",
        "privateTo",
      ),
      actorKind: sql<string>`${actor.kind}`.as("actorKind"),
      actorSubjectId: sql<string | null>`${actor.subjectId}`.as("actorSubjectId"),
      actorName: sql<string>`${actor.name}`.as("actorName"),
      ...fields(actor, "agentName"),
    })
    .from(activity)
    .innerJoin(actor, and(ofHousehold(actor), eq(actor.id, activity.actorId)))
    .where(
      and(
        ofHousehold(activity),
        sql`${activity.id} in ${newestIds(db)}`,
        isNull(activity.undoneBy),
        gt(activity.createdAt, param("from")),
        lte(activity.createdAt, param("to")),
      ),
    )
    .orderBy(asc(activity.seq)),
);

const entryImages = selectFrom(activity, ["before", "after"], { where: byId(activity) });

export type EntryImages = NonNullable<ReturnType<typeof entryImages.get>>;

export type RecentEntry = ReturnType<typeof recentEntries.all>[number];

/**
 * Returns entries after `from` and up to `to` that nobody undid, the oldest first. Searches only the newest 200
 * entries.
 */
export function entriesBetween({ db, householdId }: Work, from: string, to: string): RecentEntry[] {
  return recentEntries.all(db, { householdId, from, to });
}

/**
 * Returns the rows from before and after the change that an entry records. These rows can have 4 MB, so {@link
 * entriesBetween} does not return the rows.
 */
export function imagesOfEntry(work: Work, id: string): EntryImages {
  return entryImages.get(work, { id }) ?? { before: null, after: null };
}

/**
 * Returns the rows that were removed when a record was deleted. Null if the deletion is not among the newest entries of
 * the activity feed, or if the entry of the deletion holds no rows.
 */
export function findRecentDeletion({ db, householdId }: Work, subjectId: string): Image | null {
  const before = recentDeletion.get(db, { householdId, subjectId })?.before ?? null;
  return before === null ? null : (JSON.parse(before) as Image);
}
