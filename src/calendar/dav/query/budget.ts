import { dav } from "#lib/xml/xml.ts";
import { DavError } from "../errors.ts";

const maxInstances = 5_000;
const maxBytes = 16 * 1_024 * 1_024;

export const tooMany = () => new DavError(403, { uri: dav, local: "number-of-matches-within-limits" });

export class Budget {
  #instances = maxInstances;
  #bytes = maxBytes;

  /** Counts one instance of the result. @throws DavError 403 if the result has too many instances */
  takeInstance(): void {
    if (--this.#instances < 0) throw tooMany();
  }

  /** Counts a text of the result. @throws DavError 403 if the result is too long */
  take(text: string): void {
    this.#bytes -= Buffer.byteLength(text);
    this.requireRoom(0);
  }

  /** Requires that the result may grow by `bytes`. @throws DavError 403 if the result would become too long */
  requireRoom(bytes: number): void {
    if (bytes > this.#bytes) throw tooMany();
  }
}
