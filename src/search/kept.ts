/** What searches look through, folded, and kept while its household does not change: who types asks again and again. */
import type { Work } from "../actor.ts";
import type { Db } from "../db/client.ts";
import { readRevision } from "../households/store.ts";
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

type Shelf = { readonly revision: number; readonly kept: Map<string, readonly Searchable[]>; size: number };

/** In UTF-16 units of text for all households of a connection; what is in memory is a few times as much. */
const mostKept = 6_000_000;
/** What something takes beside its texts. */
const perRow = 100;

const shelves = new WeakMap<Db, Map<string, Shelf>>();

/**
 * The same of what `read` reads, or read since the household last changed; `name` tells it from others. It must be the same for
 * every caller. The households that were searched longest ago make room. Never call it where something has been written in the
 * same transaction: that could still be taken back.
 */
export function kept<Row>(
  work: Work,
  name: string,
  read: (work: Work) => readonly Row[],
  textsOf: (row: Row) => Texts,
) {
  const all = shelves.get(work.db) ?? new Map<string, Shelf>();
  shelves.set(work.db, all);
  const shelf = shelfOf(all, work);
  const known = shelf.kept.get(name) as readonly Searchable<Row>[] | undefined;
  if (known) return known;
  const made = searchable(read(work), textsOf);
  shelf.kept.set(name, made);
  for (const { title, more } of made) shelf.size += 2 * (title.length + more.length) + perRow;
  // One that is too large for the shelves is none of them, rather than push all others off.
  if (shelf.size > mostKept / 2) all.delete(work.householdId);
  makeRoom(all);
  return made;
}

function shelfOf(all: Map<string, Shelf>, work: Work): Shelf {
  const revision = readRevision(work);
  const known = all.get(work.householdId);
  const shelf = known?.revision === revision ? known : { revision, kept: new Map(), size: 0 };
  all.delete(work.householdId);
  all.set(work.householdId, shelf);
  return shelf;
}

function makeRoom(all: Map<string, Shelf>): void {
  let size = 0;
  for (const shelf of all.values()) size += shelf.size;
  for (const [householdId, oldest] of all) {
    if (size <= mostKept) return;
    size -= oldest.size;
    all.delete(householdId);
  }
}
