import { yieldToEventLoop } from "./concurrency.ts";

/** In characters of texts that were read. */
const perCollection = 512 * 1_024;

/**
 * Collects the garbage of long texts, which is thirty times as large: the engine itself would let it grow by as much as
 * the whole server uses.
 */
export class Garbage {
  #length = 0;

  async add(length: number): Promise<void> {
    this.#length += length;
    if (this.#length < perCollection) return;
    this.#length = 0;
    Bun.gc(true);
    await yieldToEventLoop();
  }
}
