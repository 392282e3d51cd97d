/** Caches the case-folded texts of a household, because the app searches again after each typed letter. */

import { readRevision } from "#accounts/households/store.ts";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { lazyFor } from "#lib/lazy.ts";
import type { Db } from "#platform/db/client.ts";
import type { Work } from "#platform/work.ts";
import { foldCached } from "./fold-cache.ts";

export type Texts = { readonly title: string; readonly more?: readonly (string | null)[] };

export type Searchable<Row = unknown> = { readonly row: Row; readonly title: string; readonly more: string };

export function toSearchable<Row>(rows: readonly Row[], textsOf: (row: Row) => Texts): Searchable<Row>[] {
  return rows.map((row) => {
    const { title, more = [] } = textsOf(row);
    return { row, title: foldCached(title), more: foldCached(more.filter(Boolean).join("\n")) };
  });
}

type Index = { readonly revision: number; readonly parts: Map<string, readonly Searchable[]>; size: number };
type Indexes = BoundedCache<string, Index>;

/** Maximum size of the cache in UTF-16 units. The memory used is a few times larger. */
const maxSize = 6_000_000;
const perRow = 100;

const indexesOf = lazyFor<Db, Indexes>(
  () => new BoundedCache({ eviction: "lru", maxSize, maxEntrySize: maxSize / 2, sizeOf: ({ size }) => size }),
);

/**
 * Caches rows until the household changes. If they depend on the caller, `name` must differ between callers. Never call
 * this after a write in the same transaction: a rollback would leave wrong rows in the cache.
 */
export function cachedIndex<Row>(
  work: Work,
  name: string,
  read: (work: Work) => readonly Row[],
  textsOf: (row: Row) => Texts,
) {
  const indexes = indexesOf(work.db);
  const index = currentIndex(indexes, work);
  const known = index.parts.get(name) as readonly Searchable<Row>[] | undefined;
  if (known) return known;
  const made = toSearchable(read(work), textsOf);
  index.parts.set(name, made);
  for (const { title, more } of made) index.size += 2 * (title.length + more.length) + perRow;
  indexes.set(work.householdId, index);
  return made;
}

function currentIndex(indexes: Indexes, work: Work): Index {
  const revision = readRevision(work);
  const known = indexes.get(work.householdId);
  return known?.revision === revision ? known : { revision, parts: new Map(), size: 0 };
}
