/** The entries of the outbox on the device, which page owns each, and the real ids of created records. */
import { idbTable } from "./idb-table.ts";
import { randomId } from "./ids.ts";

const pageKey = "inglenook-page";

/**
 * Identifies this tab among those of the browser. It survives a reload, so that the tab takes up its own entries at once. It is
 * stored only while the page changes: a tab that is a copy of this one gets an id of its own.
 */
const page = readPageId() ?? randomId();

window.addEventListener("pagehide", () => tried(() => sessionStorage.setItem(pageKey, page)));
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) readPageId();
});

function readPageId(): string | null {
  return tried(() => {
    const id = sessionStorage.getItem(pageKey);
    sessionStorage.removeItem(pageKey);
    return id;
  });
}

/** Some windows forbid storage. */
function tried<Answer>(run: () => Answer): Answer | null {
  try {
    return run();
  } catch {
    return null;
  }
}

/** A queued write as it is stored: plain JSON. */
export type Entry = {
  /** Also its idempotency key. */
  readonly id: string;
  /** The name of the write. */
  readonly name: string;
  readonly variables: unknown;
  /** When it was queued, in ms since 1970; gives the order. */
  readonly at: number;
  /** The cache owner then: it is sent for nobody else. */
  readonly holder: string | null;
  /** The member who acts, on a shared tablet. */
  readonly actingMember: string | null;
  /** How often it was sent; if it was, it may have arrived. */
  readonly attempts: number;
};

type Owned = { readonly entry: Entry; readonly page: string };

const entries = idbTable<Owned>("outbox");
const leases = idbTable<{ readonly page: string; readonly at: number }>("leases");
const names = idbTable<[string, string]>("names");

/** If a page has not renewed its lease for so long, it is closed, and other pages take over its entries. */
const leaseMs = 6_000;
/** The ids of this page's entries that are stored on the device. */
const kept = new Set<string>();

/** The server's ids by our own: of records by provisional ids, of entries of the feed by the ids of writes. */
export const realIds = new Map<string, string>();

export async function keep(entry: Entry): Promise<void> {
  if (await entries.put(entry.id, { entry, page })) kept.add(entry.id);
}

export async function forget(id: string): Promise<void> {
  kept.delete(id);
  await entries.remove(id);
}

/** False if another page has taken the entry over because this one seemed to be closed, or has deleted it. */
export async function isOurs(id: string): Promise<boolean> {
  if (!kept.has(id)) return true;
  return (await entries.get(id))?.page === page;
}

export function setRealId(made: string, real: string): void {
  realIds.set(made, real);
  void names.put(made, [made, real]);
}

/**
 * Returns the entries that this tab and closed tabs left unsent, oldest first. From now on it renews this tab's lease, and
 * passes to `onLeft` the entries of tabs that close later.
 */
export async function restore(onLeft: (left: readonly Entry[]) => void): Promise<readonly Entry[]> {
  await renew();
  setInterval(async () => {
    await renew();
    const left = await takeOver((owner) => owner !== page);
    if (left.length > 0) onLeft(left);
  }, leaseMs / 3);
  const [known, left] = await Promise.all([names.all(), takeOver(() => true)]);
  for (const [from, to] of known) realIds.set(from, to);
  if (known.length > 0 && (await entries.all()).length === 0)
    await Promise.all([...realIds.keys()].map((key) => names.remove(key)));
  return left;
}

function renew(): Promise<unknown> {
  return leases.put(page, { page, at: Date.now() });
}

/** Takes over entries of this page and of closed ones, if `isWanted`. Each entry is taken by one page only. */
async function takeOver(isWanted: (owner: string) => boolean): Promise<readonly Entry[]> {
  const left = (await entries.all()).filter((owned) => isWanted(owned.page));
  const present = await findPresent();
  const taken: Entry[] = [];
  for (const { entry, page: owner } of left) {
    if (owner !== page && present.has(owner)) continue;
    const own = await entries.change(entry.id, (now) => (now?.page === owner ? { ...now, page } : undefined));
    if (!own) continue;
    kept.add(entry.id);
    taken.push(own.entry);
  }
  if (taken.length > 0) for (const [from, to] of await names.all()) realIds.set(from, to);
  return taken.sort((a, b) => a.at - b.at);
}

/** Returns the pages with a valid lease, and deletes expired leases. */
async function findPresent(): Promise<ReadonlySet<string>> {
  const all = await leases.all();
  const isOver = ({ at }: { at: number }) => Math.abs(Date.now() - at) >= leaseMs;
  for (const lease of all.filter(isOver)) await leases.remove(lease.page);
  return new Set(all.filter((lease) => !isOver(lease)).map((lease) => lease.page));
}

export async function clear(): Promise<void> {
  for (const { entry } of await entries.all()) await forget(entry.id);
  for (const [from] of await names.all()) await names.remove(from);
  realIds.clear();
}
