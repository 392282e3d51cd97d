import { and, desc, lt, sql } from "drizzle-orm";
import { invalidCursor, noSuch } from "#lib/errors.ts";
import { type Sentence, type SentenceParts, say } from "#lib/sentence.ts";
import { toUtc } from "#lib/time.ts";
import { fields, prepared } from "../db/prepare.ts";
import { byId, equal, ofHousehold, param, selectFrom } from "../db/statements.ts";
import { activity } from "../db/tables.ts";
import type { Actor, Work } from "../work.ts";
import { actorsOf } from "./actors.ts";
import { areUndoable, imageFacts } from "./image-bounds.store.ts";
import { type Changes, type Entry, feedColumns } from "./record.ts";

/** Selects an entry if the viewer can see it. Entries about another member's personal list are invisible. */
export const isVisibleEntry = and(
  ofHousehold(activity),
  byId(activity),
  sql`(${activity.viewerId} is null or ${activity.viewerId} = ${param("viewerId")})`,
);

const columns = ["seq", "undoneBy", ...feedColumns] as const;

/** Selects the newest entries with one `viewerId`, so that SQLite can use the index. Null means everybody. */
const newestFirst = selectFrom(activity, columns, {
  where: [sql`${activity.viewerId} is ${param("viewerId")}`, lt(activity.seq, param("below"))],
  computed: imageFacts,
  orderBy: [desc(activity.seq)],
  limit: param("limit"),
});

const entryById = selectFrom(activity, columns, { where: byId(activity), computed: imageFacts });

const actorAt = selectFrom(activity, ["actorId"], {
  where: [equal(activity.subjectType, "type"), equal(activity.subjectId, "id"), equal(activity.createdAt, "createdAt")],
  orderBy: [desc(activity.seq)],
  limit: 1,
});

const seqOfEntry = prepared((db) => db.select(fields(activity, "seq")).from(activity).where(isVisibleEntry));

export function seqOf({ db, householdId, viewerId }: Work, id: string): number | null {
  return seqOfEntry.get(db, { householdId, viewerId, id })?.seq ?? null;
}

type PageOptions = { readonly cursor?: string; readonly limit: number };

export function listActivity(work: Work, options: PageOptions) {
  return readPage(work, options, (row, actorOf) => toEntry(row, actorOf, work.viewerId));
}

/** Returns a page with summaries in parts, so that the app can translate them. @throws ApiError 400 `Invalid cursor` */
export function listActivityInParts(work: Work, options: PageOptions) {
  return readPage(work, options, (row, actorOf) => ({
    ...toEntry(row, actorOf, work.viewerId),
    isUndone: row.undoneBy !== null,
    sentence: sentenceOf(row, work.viewerId),
  }));
}

export function listActivityDetails(work: Work, options: PageOptions) {
  return readPage(work, options, (row, actorOf) => ({
    ...toEntry(row, actorOf, work.viewerId),
    isUndone: row.undoneBy !== null,
    items: isBatch(row) ? itemsOf(work, row.id) : [],
  }));
}

/** Whether an entry is about several changes of a list. The summary of such an entry contains only numbers of items. */
const isBatch = ({ subjectType, sentence }: EntryRow) =>
  subjectType === "list" &&
  sentence !== null &&
  (JSON.parse(sentence) as SentenceParts).args.some((arg) => typeof arg === "object" && "series" in arg);

const maxItems = 5;

const changedItems = selectFrom(activity, [], {
  where: byId(activity),
  computed: {
    names: sql<string>`(
      select json_group_array(content) from (
        select value ->> 'content' as content
        from json_each(coalesce(${activity.after}, ${activity.before}), '$.block')
        where content <> '' limit ${sql.raw(String(maxItems))}
      )
    )`,
  },
});

function itemsOf(work: Work, id: string): string[] {
  return JSON.parse(changedItems.get(work, { id })?.names ?? "[]") as string[];
}

type ActorOf = (id: number) => Actor;

function readPage<Shown extends { id: string }>(
  work: Work,
  { cursor, limit }: PageOptions,
  present: (row: EntryRow, actorOf: ActorOf) => Shown,
) {
  const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : seqOf(work, cursor);
  if (below === null) throw invalidCursor();
  const rows = newestVisible(work, below, limit + 1);
  const actorOf = actorsOf(work);
  const entries = rows.slice(0, limit).map((row) => present(row, actorOf));
  return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/** Reads the newest entries that the caller sees, at most `limit` of everybody and `limit` of the caller alone. */
function newestVisible(work: Work, below: number, limit: number): EntryRow[] {
  const { viewerId } = work;
  const rows = newestFirst.all(work, { below, limit, viewerId: null });
  if (viewerId === null) return rows;
  return [...rows, ...newestFirst.all(work, { below, limit, viewerId })].sort((one, other) => other.seq - one.seq);
}

/** Returns an entry of the feed. Does not check whether the caller may see the entry. */
export function readEntry(work: Work, id: string): FeedEntry {
  const row = entryById.get(work, { id });
  if (!row) throw new Error(`Entry ${id} is missing`);
  return toEntry(row, actorsOf(work), work.viewerId);
}

/**
 * Returns the actor of the last entry about the subject that was made at an instant. Null if no such entry exists. Does
 * not check whether the caller may see the entry.
 */
export function findActorAt(work: Work, subject: { type: string; id: string }, createdAt: string): Actor | null {
  const row = actorAt.get(work, { ...subject, createdAt });
  return row ? actorsOf(work)(row.actorId) : null;
}

export type Since = { readonly since: string } | { readonly sinceId: string };

/**
 * Returns the caller's own entries since a start, newest first. Null if more than `limit` entries were made since then.
 * Entries of other actors count too.
 * @throws ApiError 422 for an unknown id
 */
export function ownEntriesSince(work: Work, since: Since, limit: number) {
  const first = "sinceId" in since ? seqOf(work, since.sinceId) : 0;
  if (first === null) throw noSuch("sinceId", "activity entry");
  const latest = newestVisible(work, Number.MAX_SAFE_INTEGER, limit + 1);
  const instant = "since" in since ? toUtc(since.since) : "";
  const found = latest.filter(({ seq, createdAt }) => seq >= first && createdAt >= instant);
  if (found.length > limit) return null;
  const actorOf = actorsOf(work);
  return found.filter(({ actorId }) => {
    const by = actorOf(actorId);
    return by.kind === work.actor.kind && by.id === work.actor.id;
  });
}

type EntryRow = NonNullable<ReturnType<typeof entryById.get>>;
export type FeedEntry = ReturnType<typeof toEntry>;

function toEntry(whole: EntryRow, actorOf: ActorOf, viewerId: string | null) {
  const row = isMaskedFor(whole, viewerId)
    ? { ...whole, subjectLabel: busy.english, summary: maskedSummary(whole).english, changes: null }
    : whole;
  return {
    id: row.id,
    createdAt: row.createdAt,
    actor: actorOf(row.actorId),
    action: row.action as Entry["action"],
    subject: { type: row.subjectType as Entry["subject"]["type"], id: row.subjectId, label: row.subjectLabel },
    summary: row.summary,
    changes: row.changes === null ? null : (JSON.parse(row.changes) as Changes),
    canUndo: row.undoneBy === null && areUndoable(row) && row === whole,
  };
}

export function isMaskedFor({ privateTo }: Pick<EntryRow, "privateTo">, viewerId: string | null): boolean {
  return privateTo !== null && privateTo !== viewerId;
}

function sentenceOf(row: EntryRow, viewerId: string | null): SentenceParts | null {
  if (isMaskedFor(row, viewerId)) return maskedSummary(row).arg;
  return row.sentence === null ? null : (JSON.parse(row.sentence) as SentenceParts);
}

const busy = say`Busy`;

function maskedSummary({ action }: EntryRow): Sentence {
  if (action === "created") return say`added the event “${busy}”`;
  if (action === "deleted") return say`deleted the event “${busy}”`;
  return say`changed the event “${busy}”`;
}
