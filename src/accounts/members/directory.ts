import { BoundedCache } from "#lib/bounded-cache.ts";
import { KnownShortIds, ShortIds } from "#lib/short-ids.ts";
import { changeCount, detectWrites } from "#platform/db/change-counter.ts";
import { type Db, snapshot } from "#platform/db/client.ts";
import { systemWork } from "#platform/work.ts";
import { readHousehold } from "../households/store.ts";
import { idsByTails } from "./ids-by-tail.store.ts";
import { readDirectory } from "./store.ts";

type Directory = ReturnType<typeof readDirectory>;

/** The number of households whose members are cached. The members of one household take about 1 KB. */
const maxHouseholds = 1_000;
/** The number of households whose short ids are cached. Those of one household take up to 1 MB. */
const maxHouseholdsWithIds = 30;

/** Cache of the members and short ids of each household, valid until any process writes data of that household. */
export class DirectoryCache {
  private readonly shortIdsByHousehold = new BoundedCache<
    string,
    { readonly state: number; readonly ids: KnownShortIds }
  >({ eviction: "lru", maxSize: maxHouseholdsWithIds });
  private readonly byHousehold = new BoundedCache<string, { readonly state: number; readonly directory: Directory }>({
    eviction: "lru",
    maxSize: maxHouseholds,
  });

  constructor(private readonly db: Db) {}

  read(householdId: string, now: Date): Directory {
    const { db, byHousehold } = this;
    detectWrites(db);
    const state = changeCount(db, householdId);
    const cached = byHousehold.get(householdId);
    if (cached?.state === state) return cached.directory;
    const directory = snapshot(db, () => readDirectory(systemWork(db, readHousehold({ db, householdId }), now)));
    byHousehold.set(householdId, { state, directory });
    return directory;
  }

  /** Returns a lookup of records by short ids for one request. */
  shortIds(householdId: string): ShortIds {
    const { db } = this;
    return new ShortIds((kind, tails) => idsByTails({ db, householdId }, kind, tails), this.knownShortIds(householdId));
  }

  private knownShortIds(householdId: string): KnownShortIds {
    const { db, shortIdsByHousehold } = this;
    detectWrites(db);
    const state = changeCount(db, householdId);
    const cached = shortIdsByHousehold.get(householdId);
    if (cached?.state === state && !cached.ids.isFull) return cached.ids;
    const ids = new KnownShortIds();
    shortIdsByHousehold.set(householdId, { state, ids });
    return ids;
  }
}
