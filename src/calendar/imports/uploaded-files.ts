import { notFound } from "#lib/errors.ts";
import { ExpiringStore } from "#lib/expiring-store.ts";
import { hour } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import type { CalendarDefaults, Span } from "../ical/read.ts";

const lifetimeMs = hour;
const maxEach = 4;
/** Maximum size of the compressed files of all households, in bytes. */
const maxBytes = 32 * 1_048_576;

export type UploadedFile = {
  readonly name: string;
  readonly home: CalendarDefaults;
  readonly span: Span;
  readonly total: number;
  readonly bytes: Uint8Array;
};

/** Stores uploaded files in compressed form. The parsed events would take up to 60 times the size of the file. */
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

  /** Returns an uploaded file. @throws ApiError 404 if the household has no such upload */
  async find(householdId: string, id: string): Promise<UploadedFile> {
    const file = this.require(householdId, id);
    return { ...file, bytes: new Uint8Array(await Bun.zstdDecompress(file.bytes)) };
  }

  totalOf(householdId: string, id: string): number {
    return this.require(householdId, id).total;
  }

  delete(householdId: string, id: string): void {
    this.store.delete(householdId, id);
  }

  /** Discards an uploaded file before the import. @throws ApiError 404 if the household has no such upload */
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
