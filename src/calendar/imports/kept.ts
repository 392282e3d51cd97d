import { notFound } from "#lib/errors.ts";
import { ExpiringStore } from "#lib/expiring-store.ts";
import { hour } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import type { CalendarDefaults, Span } from "../ical/read.ts";

const lifetimeMs = hour;
const maxEach = 4;
/** The compressed files of all households. */
const maxBytes = 32 * 1_048_576;

export type KeptImport = {
  readonly name: string;
  readonly home: CalendarDefaults;
  readonly span: Span;
  readonly total: number;
  readonly bytes: Uint8Array;
};

/** Compressed: what is read from a file takes up to 60 times its size. */
export class KeptImports {
  private readonly store: ExpiringStore<KeptImport>;

  constructor(
    private readonly clock: () => Date,
    timers: Timers,
  ) {
    const sizeOf = ({ bytes }: KeptImport) => bytes.byteLength;
    this.store = new ExpiringStore({ clock, timers, lifetimeMs, maxEach, maxSize: maxBytes, sizeOf });
  }

  async add(householdId: string, file: KeptImport): Promise<string> {
    const bytes = new Uint8Array(await Bun.zstdCompress(file.bytes));
    const id = Bun.randomUUIDv7("hex", this.clock());
    this.store.add(householdId, id, { ...file, bytes });
    return id;
  }

  /** @throws ApiError 404 */
  async find(householdId: string, id: string): Promise<KeptImport> {
    const file = this.require(householdId, id);
    return { ...file, bytes: new Uint8Array(await Bun.zstdDecompress(file.bytes)) };
  }

  /** @throws ApiError 404 */
  totalOf(householdId: string, id: string): number {
    return this.require(householdId, id).total;
  }

  delete(householdId: string, id: string): void {
    this.store.delete(householdId, id);
  }

  /** @throws ApiError 404 */
  cancel(householdId: string, id: string): void {
    this.require(householdId, id);
    this.delete(householdId, id);
  }

  private require(householdId: string, id: string): KeptImport {
    const found = this.store.find(householdId, id);
    if (!found) throw notFound("Import");
    return found;
  }
}
