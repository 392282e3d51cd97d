import { dav } from "#lib/xml/xml.ts";
import { DavError } from "../errors.ts";

const maxInstances = 5_000;
const maxBytes = 16 * 1_024 * 1_024;

export const tooMany = () => new DavError(403, { uri: dav, local: "number-of-matches-within-limits" });

export class Budget {
  #instances = maxInstances;
  #bytes = maxBytes;

  takeInstance(): void {
    if (--this.#instances < 0) throw tooMany();
  }

  take(text: string): void {
    this.#bytes -= Buffer.byteLength(text);
    this.requireRoom(0);
  }

  requireRoom(bytes: number): void {
    if (bytes > this.#bytes) throw tooMany();
  }
}
