/** The outbox on the device: its entries, whose they are, and the real ids of what was made. */
import { shelf } from "./idb-table.ts";
import { page } from "./page-id.ts";

/** A write on its way, as it is kept: plain JSON. */
export type Entry = {
  /** Also its idempotency key. */
  readonly id: string;
  /** Of the write. */
  readonly name: string;
  readonly variables: unknown;
  /** When it was made, in ms since 1970: its place in the order. */
  readonly at: number;
  /** Who held this browser then: it is sent for nobody else. */
  readonly holder: string | null;
  /** On a shared tablet, whom it is done for. */
  readonly actingMember: string | null;
  /** How often it was sent; above 0 it may have arrived. */
  readonly attempts: number;
};

type Owned = { readonly entry: Entry; readonly page: string };

const entries = shelf<Owned>("outbox");
const leases = shelf<{ readonly page: string; readonly at: number }>("leases");
const names = shelf<[string, string]>("names");

/** A page that has not renewed its lease for so long is gone, and what it left is for others. */
const leaseMs = 6_000;
/** The entries of this page that the device has indeed. */
const kept = new Set<string>();

/** Ids of the server by those that this app made: of records by provisional ids, of the feed's entries by writes' ids. */
export const realIds = new Map<string, string>();

/** Keeps an entry, or what has changed of it. */
export async function keep(entry: Entry): Promise<void> {
  if (await entries.put(entry.id, { entry, page })) kept.add(entry.id);
}

/** Forgets an entry that has arrived, or never will. */
export async function forget(id: string): Promise<void> {
  kept.delete(id);
  await entries.remove(id);
}

/** False where another page has taken the entry over meanwhile, because this one seemed to be gone, or has forgotten it. */
export async function isOurs(id: string): Promise<boolean> {
  if (!kept.has(id)) return true;
  return (await entries.get(id))?.page === page;
}

/** Notes the server's id for one that this app made. */
export function setRealId(made: string, real: string): void {
  realIds.set(made, real);
  void names.put(made, [made, real]);
}

/**
 * All that this tab left unsent, and what tabs left that are gone; oldest first. Keeps this tab's lease from here on, and
 * gives `onLeft` what other tabs leave later.
 */
export async function restore(onLeft: (left: readonly Entry[]) => void): Promise<readonly Entry[]> {
  await renew();
  setInterval(async () => {
    await renew();
    const left = await takeOver((owner) => owner !== page);
    if (left.length > 0) onLeft(left);
  }, leaseMs / 3);
  for (const [from, to] of await names.all()) realIds.set(from, to);
  const left = await takeOver(() => true);
  if ((await entries.all()).length === 0) await Promise.all([...realIds.keys()].map((key) => names.remove(key)));
  return left;
}

function renew(): Promise<unknown> {
  return leases.put(page, { page, at: Date.now() });
}

/** Takes over the entries of pages that `isWanted` and are this one, or gone; each is taken by one page alone. */
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

/** The pages whose leases hold; those that have ended are forgotten. */
async function findPresent(): Promise<ReadonlySet<string>> {
  const all = await leases.all();
  const isOver = ({ at }: { at: number }) => Math.abs(Date.now() - at) >= leaseMs;
  for (const lease of all.filter(isOver)) await leases.remove(lease.page);
  return new Set(all.filter((lease) => !isOver(lease)).map((lease) => lease.page));
}

/** Forgets everything that is kept. */
export async function clear(): Promise<void> {
  for (const { entry } of await entries.all()) await forget(entry.id);
  for (const [from] of await names.all()) await names.remove(from);
  realIds.clear();
}
