/** Cache of what searches look through, because a person who types searches again with each letter. */
import type { Db } from "../db/client.ts";
import { readRevision } from "../households/store.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import type { Work } from "../work.ts";
import { folded } from "./fold-cache.ts";

/** The texts of a record. */
export type Texts = { readonly title: string; readonly more: readonly (string | null)[] };

/** A record with its case-folded texts. */
export type Searchable<Row = unknown> = { readonly row: Row; readonly title: string; readonly more: string };

/** Folds the texts of records. */
export function searchable<Row>(rows: readonly Row[], textsOf: (row: Row) => Texts): Searchable<Row>[] {
  return rows.map((row) => {
    const { title, more } = textsOf(row);
    return { row, title: folded(title), more: folded(more.filter(Boolean).join("\n")) };
  });
}

/** What searches of a household have read at one revision, by name. */
type Index = { readonly revision: number; readonly parts: Map<string, readonly Searchable[]>; size: number };
type Indexes = BoundedCache<string, Index>;

/** In UTF-16 units of text, for all households of a connection. They take a few times as much memory. */
const maxSize = 6_000_000;
/** The size of a row besides its texts. */
const perRow = 100;

const indexesOf = new WeakMap<Db, Indexes>();

/**
 * Returns what `read` returns, ready to be searched; cached until the household changes. `name` identifies what is read and must
 * not depend on the caller. Never call it after a write in the same transaction: a rollback would leave the cache wrong.
 */
export function kept<Row>(
  work: Work,
  name: string,
  read: (work: Work) => readonly Row[],
  textsOf: (row: Row) => Texts,
) {
  const indexes = indexesOf.get(work.db) ?? createIndexes(work.db);
  const index = currentIndex(indexes, work);
  const known = index.parts.get(name) as readonly Searchable<Row>[] | undefined;
  if (known) return known;
  const made = searchable(read(work), textsOf);
  index.parts.set(name, made);
  for (const { title, more } of made) index.size += 2 * (title.length + more.length) + perRow;
  indexes.set(work.householdId, index);
  return made;
}

function createIndexes(db: Db): Indexes {
  const indexes: Indexes = new BoundedCache({
    eviction: "lru",
    maxSize,
    maxEntrySize: maxSize / 2,
    sizeOf: ({ size }) => size,
  });
  indexesOf.set(db, indexes);
  return indexes;
}

function currentIndex(indexes: Indexes, work: Work): Index {
  const revision = readRevision(work);
  const known = indexes.get(work.householdId);
  return known?.revision === revision ? known : { revision, parts: new Map(), size: 0 };
}
