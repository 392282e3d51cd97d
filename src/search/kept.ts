/** Cache of what searches look through, because a person who types searches again with each letter. */
import type { Work } from "../actor.ts";
import type { Db } from "../db/client.ts";
import { readRevision } from "../households/store.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { folded } from "./folded.ts";

/** What something says: its title, and all else. */
export type Texts = { readonly title: string; readonly more: readonly (string | null)[] };

/** Something that can be searched, with its texts as they are compared. */
export type Searchable<Row = unknown> = { readonly row: Row; readonly title: string; readonly more: string };

/** Things made ready to be searched. */
export function searchable<Row>(rows: readonly Row[], textsOf: (row: Row) => Texts): Searchable<Row>[] {
  return rows.map((row) => {
    const { title, more } = textsOf(row);
    return { row, title: folded(title), more: folded(more.filter(Boolean).join("\n")) };
  });
}

/** What one household's searches have read, at one revision. */
type Shelf = { readonly revision: number; readonly texts: Map<string, readonly Searchable[]>; size: number };
type Shelves = BoundedCache<string, Shelf>;

/** In UTF-16 units of text, for all households of a connection. They take a few times as much memory. */
const maxSize = 6_000_000;
/** The size of a row besides its texts. */
const perRow = 100;

const shelvesOf = new WeakMap<Db, Shelves>();

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
  const shelves = shelvesOf.get(work.db) ?? createShelves(work.db);
  const shelf = shelfOf(shelves, work);
  const known = shelf.texts.get(name) as readonly Searchable<Row>[] | undefined;
  if (known) return known;
  const made = searchable(read(work), textsOf);
  shelf.texts.set(name, made);
  for (const { title, more } of made) shelf.size += 2 * (title.length + more.length) + perRow;
  shelves.set(work.householdId, shelf);
  return made;
}

function createShelves(db: Db): Shelves {
  const shelves: Shelves = new BoundedCache({
    eviction: "lru",
    maxSize,
    maxEntrySize: maxSize / 2,
    sizeOf: ({ size }) => size,
  });
  shelvesOf.set(db, shelves);
  return shelves;
}

function shelfOf(shelves: Shelves, work: Work): Shelf {
  const revision = readRevision(work);
  const known = shelves.get(work.householdId);
  return known?.revision === revision ? known : { revision, texts: new Map(), size: 0 };
}
