import type { Environment } from "./environment.ts";
import type { Tables } from "./idb-table.ts";
import { randomId } from "./ids.ts";

const pageKey = "inglenook-page";
/**
 * Time in milliseconds after which a page that has not renewed its lease counts as closed. Other pages then take over
 * the queued writes of that page.
 */
const leaseMs = 6_000;

/** A queued write, as plain JSON. */
export type Entry = {
  /** Id of the queued write, which is also its idempotency key. */
  readonly id: string;
  readonly name: string;
  readonly variables: unknown;
  /** Time of the write in milliseconds since 1970. Queued writes are sent in the order of these times. */
  readonly at: number;
  /**
   * Owner of the cached data at the time of the write: a member or a tablet. The write is sent only while the same
   * owner is signed in. Null if there was no owner.
   */
  readonly holder: string | null;
  /** Member who made the write on a shared tablet. Null elsewhere. */
  readonly actingMember: string | null;
  /** Number of attempts so far. After the first attempt, the server may have received the write. */
  readonly attempts: number;
};

type Owned = { readonly entry: Entry; readonly page: string };

export function createOutboxStore({ storage, broadcast, now, timers }: Environment, table: Tables) {
  /**
   * Id of this tab. The session storage contains the id only while the tab reloads. So a reloaded tab keeps its id and
   * gets its own queued writes back at once. A duplicated tab finds no id in the copied session storage, and gets a new
   * one.
   */
  const page = readPageId() ?? randomId();

  broadcast.addEventListener("pagehide", () => tried(() => storage.session().setItem(pageKey, page)));
  broadcast.addEventListener("pageshow", (event) => {
    if ((event as PageTransitionEvent).persisted) readPageId();
  });

  function readPageId(): string | null {
    return tried(() => {
      const id = storage.session().getItem(pageKey);
      storage.session().removeItem(pageKey);
      return id;
    });
  }

  const entries = table<Owned>("outbox");
  const leases = table<{ readonly page: string; readonly at: number }>("leases");
  const names = table<[string, string]>("names");

  /** Ids of those queued writes of this page that are stored in the browser. */
  const kept = new Set<string>();

  /**
   * Maps provisional ids of records to the ids from the server. Also maps the id of a sent write to the id of the
   * write's entry in the activity feed.
   */
  const realIds = new Map<string, string>();

  async function keep(entry: Entry): Promise<void> {
    if (await entries.put(entry.id, { entry, page })) kept.add(entry.id);
  }

  async function deleteEntry(id: string): Promise<void> {
    kept.delete(id);
    await entries.remove(id);
  }

  /** Whether this page still owns the queued write. False if another page has taken the write over or deleted it. */
  async function isOurs(id: string): Promise<boolean> {
    if (!kept.has(id)) return true;
    return (await entries.get(id))?.page === page;
  }

  function setRealId(made: string, real: string): void {
    realIds.set(made, real);
    void names.put(made, [made, real]);
  }

  /**
   * Returns the unsent writes of this tab and of closed tabs, oldest first. If another tab closes later, calls `onLeft`
   * with the unsent writes of that tab.
   */
  async function restore(onLeft: (left: readonly Entry[]) => void): Promise<readonly Entry[]> {
    await renew();
    timers.every(leaseMs / 3, async () => {
      await renew();
      const left = await takeOver((owner) => owner !== page);
      if (left.length > 0) onLeft(left);
    });
    const [known, left] = await Promise.all([names.all(), takeOver(() => true)]);
    for (const [from, to] of known) realIds.set(from, to);
    if (known.length > 0 && (await entries.all()).length === 0)
      await Promise.all([...realIds.keys()].map((key) => names.remove(key)));
    return left;
  }

  function renew(): Promise<unknown> {
    return leases.put(page, { page, at: now() });
  }

  /**
   * Takes over the queued writes of closed pages. A transaction for each write ensures that only one page gets the
   * write.
   */
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

  /** Returns the ids of the open pages, and deletes expired leases. */
  async function findPresent(): Promise<ReadonlySet<string>> {
    const all = await leases.all();
    const isOver = ({ at }: { at: number }) => Math.abs(now() - at) >= leaseMs;
    for (const lease of all.filter(isOver)) await leases.remove(lease.page);
    return new Set(all.filter((lease) => !isOver(lease)).map((lease) => lease.page));
  }

  async function clear(): Promise<void> {
    for (const { entry } of await entries.all()) await deleteEntry(entry.id);
    for (const [from] of await names.all()) await names.remove(from);
    realIds.clear();
  }

  return { realIds, setRealId, keep, deleteEntry, isOurs, restore, clear };
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** Runs a function that uses storage. Returns null if the function throws, because storage may be forbidden. */
function tried<Answer>(run: () => Answer): Answer | null {
  try {
    return run();
  } catch {
    return null;
  }
}
