/** The outbox on the device: its entries, whose they are, and the real ids of what was made. */
import { randomId } from "./ids.ts";
import { shelf } from "./kept.ts";

/** A write on its way, as it is kept: plain JSON. */
export type Entry = {
  /** Also its idempotency key. */
  readonly id: string;
  /** Of the write. */
  readonly name: string;
  readonly variables: unknown;
  /** When it was made, in ms since 1970: its place in the order. */
  readonly at: number;
  /** On a shared tablet, whom it is done for. */
  readonly actingMember: string | null;
  /** How often it was sent; above 0 it may have arrived. */
  readonly attempts: number;
};

type Owned = { readonly entry: Entry; readonly page: string };

const entries = shelf<Owned>("outbox");
const leases = shelf<number>("pages");
const names = shelf<[string, string]>("names");

/** A page that has not renewed its lease for so long is gone, and what it left is for others. */
const leaseMs = 6_000;
const page = pageId();

/** Ids of the server by those that this app made: of records by provisional ids, of the feed's entries by writes' ids. */
export const realIds = new Map<string, string>();

/** Survives a reload of this tab, so that it takes up its own at once. */
function pageId(): string {
  try {
    const id = sessionStorage.getItem("inglenook-page") ?? randomId();
    sessionStorage.setItem("inglenook-page", id);
    return id;
  } catch {
    return randomId();
  }
}

/** Keeps an entry, or what has changed of it. */
export function keep(entry: Entry): Promise<void> {
  return entries.put(entry.id, { entry, page });
}

/** Forgets an entry that has arrived, or never will. */
export function forget(id: string): Promise<void> {
  return entries.remove(id);
}

/** Notes the server's id for one that this app made. */
export function noteRealId(made: string, real: string): void {
  realIds.set(made, real);
  void names.put(made, [made, real]);
}

/** All that this tab left unsent, and what tabs left that are gone; oldest first. Keeps this tab's lease from here on. */
export async function restore(): Promise<readonly Entry[]> {
  await renew();
  setInterval(() => void renew(), leaseMs / 3);
  for (const [from, to] of await names.all()) realIds.set(from, to);
  const left: Entry[] = [];
  const all = await entries.all();
  for (const { entry, page: owner } of all) {
    const renewed = (await leases.get(owner)) ?? 0;
    // A clock that was put back must not keep a page alive that is gone.
    if (owner !== page && Math.abs(Date.now() - renewed) < leaseMs) continue;
    await keep(entry);
    left.push(entry);
  }
  // Other tabs' entries may still speak of what they made.
  if (all.length === 0) await Promise.all([...realIds.keys()].map((key) => names.remove(key)));
  return left.sort((a, b) => a.at - b.at);
}

function renew(): Promise<void> {
  return leases.put(page, Date.now());
}

/** Forgets everything that is kept. */
export async function clear(): Promise<void> {
  for (const { entry } of await entries.all()) await forget(entry.id);
  for (const [from] of await names.all()) await names.remove(from);
  realIds.clear();
}
