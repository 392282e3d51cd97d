import { yieldToEventLoop } from "./concurrency.ts";

const perCollection = 512 * 1_024;

/** Collects the garbage of long texts, which the engine would let grow by hundreds of megabytes. */
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
