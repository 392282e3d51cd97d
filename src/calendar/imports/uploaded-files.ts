import { notFound } from "#lib/errors.ts";
import { ExpiringStore } from "#lib/expiring-store.ts";
import { hour } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import type { CalendarDefaults, Span } from "../ical/read.ts";

const lifetimeMs = hour;
const maxEach = 4;
/** Limit of the compressed files of all households. */
const maxBytes = 32 * 1_048_576;

export type UploadedFile = {
  readonly name: string;
  readonly home: CalendarDefaults;
  readonly span: Span;
  readonly total: number;
  readonly bytes: Uint8Array;
};

/** Stores uploaded files compressed. Their parsed events would take up to 60 times the size of the file. */
export class UploadedFiles {
  private readonly store: ExpiringStore<UploadedFile>;

  constructor(
    private readonly clock: () => Date,
    timers: Timers,
  ) {
    const sizeOf = ({ bytes }: UploadedFile) => bytes.byteLength;
    this.store = new ExpiringStore({ clock, timers, lifetimeMs, maxEach, maxSize: maxBytes, sizeOf });
  }

  async add(householdId: string, file: UploadedFile): Promise<string> {
    const bytes = new Uint8Array(await Bun.zstdCompress(file.bytes));
    const id = Bun.randomUUIDv7("hex", this.clock());
    this.store.add(householdId, id, { ...file, bytes });
    return id;
  }

  /** @throws ApiError 404 */
  async find(householdId: string, id: string): Promise<UploadedFile> {
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

  private require(householdId: string, id: string): UploadedFile {
    const found = this.store.find(householdId, id);
    if (!found) throw notFound("Import");
    return found;
  }
}
