/** Household directories in memory, for callers that need one at nearly every request. */

import { changeCount, detectWrites } from "../db/change-counter.ts";
import { type Db, snapshot } from "../db/client.ts";
import { readHousehold } from "../households/store.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { systemWork } from "../work.ts";
import { readDirectory } from "./store.ts";

type Directory = ReturnType<typeof readDirectory>;

/** A directory takes about 1 KB. */
const mostHouseholds = 1_000;

/** Caches the directory of each household until something is written there, by any process. */
export class Directories {
  private readonly byHousehold = new BoundedCache<string, { readonly state: number; readonly directory: Directory }>({
    eviction: "lru",
    maxSize: mostHouseholds,
  });

  constructor(private readonly db: Db) {}

  /** The household and its members in display order. */
  read(householdId: string, now: Date): Directory {
    const { db, byHousehold } = this;
    detectWrites(db);
    const state = changeCount(db, householdId);
    const cached = byHousehold.get(householdId);
    if (cached?.state === state) return cached.directory;
    const directory = snapshot(db, () => readDirectory(systemWork(db, readHousehold(db, householdId), now)));
    byHousehold.set(householdId, { state, directory });
    return directory;
  }
}
