import { BoundedCache } from "#lib/bounded-cache.ts";
import { ShortIds } from "#lib/short-ids.ts";
import { changeCount, detectWrites } from "#platform/db/change-counter.ts";
import { type Db, snapshot } from "#platform/db/client.ts";
import { systemWork } from "#platform/work.ts";
import { readHousehold } from "../households/store.ts";
import { idsByTails } from "./ids-by-tail.store.ts";
import { readDirectory } from "./store.ts";

type Directory = ReturnType<typeof readDirectory>;

/** The number of households whose members are cached. The members of one household take about 1 KB. */
const maxHouseholds = 1_000;

/** Cache of the members of each household, valid until any process writes data of that household. */
export class DirectoryCache {
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

  /** Returns a lookup of records by short ids. Use it for one request only, because it caches results. */
  shortIds(householdId: string): ShortIds {
    return new ShortIds((kind, tails) => idsByTails({ db: this.db, householdId }, kind, tails));
  }
}
