import { notFound } from "../errors.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { hour } from "../lib/time.ts";
import type { Known } from "./known.store.ts";
import type { ReadFile } from "./read.ts";

const lifetimeMs = hour;
const maxEach = 4;
const maxHouseholds = 8;

export type KeptImport = {
  readonly id: string;
  readonly name: string;
  readonly file: ReadFile;
  readonly known: Known;
};

type Timed = KeptImport & { readonly expiresAt: number };

/** Files that were read and not yet imported, in memory. */
export class KeptImports {
  private readonly byHousehold = new BoundedCache<string, readonly Timed[]>({
    eviction: "lru",
    maxSize: maxHouseholds,
  });

  constructor(private readonly clock: () => Date) {}

  add(householdId: string, read: Omit<KeptImport, "id">): string {
    const now = this.clock();
    const id = Bun.randomUUIDv7("hex", now);
    const all = [...this.list(householdId), { ...read, id, expiresAt: now.getTime() + lifetimeMs }];
    this.byHousehold.set(householdId, all.slice(-maxEach));
    return id;
  }

  /** @throws ApiError 404 */
  find(householdId: string, id: string): KeptImport {
    const found = this.list(householdId).find((each) => each.id === id);
    if (!found) throw notFound("Import");
    return found;
  }

  delete(householdId: string, id: string): void {
    this.byHousehold.set(
      householdId,
      this.list(householdId).filter((each) => each.id !== id),
    );
  }

  private list(householdId: string): readonly Timed[] {
    const now = this.clock().getTime();
    return (this.byHousehold.get(householdId) ?? []).filter(({ expiresAt }) => expiresAt > now);
  }
}
