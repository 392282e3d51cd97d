/**
 * Fetches pages with their pictures, and reads recipes from the pages. Never call this inside a transaction, because it
 * waits for the network.
 */

import { Semaphore } from "#lib/concurrency.ts";
import { ApiError, invalid, rateLimited, unprocessable } from "#lib/errors.ts";
import type { Timers } from "#lib/timers.ts";
import type { Config } from "#platform/config.ts";
import { encodeCover } from "#platform/images/to-webp.ts";
import { createOutbound, type Guard, lanGuard, type Outbound, OutboundError } from "#platform/net/outbound.ts";
import { workerAddress } from "#platform/version.ts";
import type { ReadJob, ReadResult } from "./page-worker.ts";

const maxPageBytes = 5 * 1_048_576;
const maxPageMs = 10_000;
const maxPictureBytes = 8 * 1_048_576;
/** The maximum time in milliseconds for fetching a picture of a recipe, even if several addresses are tried. */
const maxPicturesMs = 8_000;

export type Picture = { readonly webp: Uint8Array; readonly source: string };

/** Settings of the network that tests replace. */
export type Network = Partial<Pick<Guard, "lookup" | "ca" | "timeoutMs">>;

export const noAnswer = () => new ApiError(502, "upstream_failed", null, "The page did not answer");
export const noRecipe = () =>
  unprocessable(null, "The page holds no recipe that can be read: copy its text and paste it", "no_recipe");
const noPage = () => unprocessable(null, "There is no such page", "no_page");
const tooLarge = () => unprocessable(null, "The page is larger than 5 MB", "page_too_large");
const pageClosed = () =>
  unprocessable(null, "The page does not let this server in: copy the recipe there and paste its text", "page_closed");

const closedStatuses = [401, 403, 406, 429, 451, 503];

export class PageFetcher {
  private readonly outbound: Outbound;
  private readonly origins: readonly string[];

  constructor({ recipeOrigins }: Pick<Config, "recipeOrigins">, timers: Timers, network: Network = {}) {
    this.origins = recipeOrigins;
    this.outbound = createOutbound({
      ...lanGuard(recipeOrigins, "RECIPE_ORIGINS"),
      userAgent: "Mozilla/5.0 (compatible; Inglenook)",
      timers,
      ...network,
    });
  }

  /** Returns the address to fetch, with https unless the operator allows its origin with http. @throws ApiError 400 */
  addressOf(typed: string): string {
    const text = typed.trim();
    const url = URL.parse(/^[\w-]+(\.[\w-]+)+(?:[:/?#]|$)/.test(text) ? `https://${text}` : text);
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
      throw invalid("url", "must be an https address");
    if (!this.origins.includes(url.origin)) url.protocol = "https:";
    url.hash = "";
    return url.href;
  }

  /** Fetches a page. @throws ApiError 422; 502 */
  async fetch(address: string): Promise<{ bytes: Uint8Array; contentType: string; url: string }> {
    const headers = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1" };
    const request = { headers, maxBytes: maxPageBytes, decodesAll: true, timeoutMs: maxPageMs };
    const page = await this.outbound(address, request).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw error.kind === "too_large" ? tooLarge() : noAnswer();
    });
    if (closedStatuses.includes(page.status)) throw pageClosed();
    if (page.status === 404 || page.status === 410) throw noPage();
    if (page.status !== 200) throw noAnswer();
    return { bytes: page.bytes, contentType: page.headers.get("content-type") ?? "", url: page.url };
  }

  /** Returns the first picture of `candidates` that can be shown, or null if none is found in time. */
  async fetchPicture(candidates: readonly string[]): Promise<Picture | null> {
    const signal = AbortSignal.timeout(maxPicturesMs);
    for (const candidate of candidates) {
      try {
        const source = this.addressOf(candidate);
        const { status, bytes } = await this.outbound(source, { maxBytes: maxPictureBytes, signal });
        if (status === 200 && bytes.length > 0) return { webp: await encodeCover(bytes), source };
      } catch (error) {
        if (!(error instanceof OutboundError || error instanceof ApiError)) throw error;
      }
      if (signal.aborted) return null;
    }
    return null;
  }
}

/** Milliseconds without work after which the worker ends itself. A timer in the server would keep the process alive. */
const workerIdleMs = 20_000;

/** The largest time in milliseconds for reading one page. Normally the parser in the worker stops earlier by itself. */
const maxReadMs = 3_000;
/** The largest number of reads that may wait, for all households together. The last one waits for at most a minute. */
const maxQueued = 20;
/** Bytes above which a page counts as large. The worker is then ended, because it would keep the memory. */
const largeBytes = 1_048_576;

/** Reads pages one after another in a worker, which is ended if a page takes too long or there is nothing to do. */
export class RecipeReader {
  private readonly queue = new Semaphore(1, { maxLoad: maxQueued, refuse: () => rateLimited(30) });
  private worker: Worker | null = null;
  private usedAt = 0;
  /** The number of pages that took too long or crashed the worker. */
  failures = 0;

  constructor(private readonly timers: Timers) {}

  /** Reads a page or a text. Null if no recipe is found, or if reading takes too long. @throws ApiError 429 */
  read(job: ReadJob): Promise<ReadResult> {
    return this.queue.run(() => this.run(job));
  }

  private async run(job: ReadJob): Promise<ReadResult> {
    if (performance.now() - this.usedAt > workerIdleMs / 2) this.end();
    const worker = this.worker ?? this.start();
    const { promise, resolve } = Promise.withResolvers<ReadResult | "failed">();
    const cancel = this.timers.after(maxReadMs, () => resolve("failed"));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve("failed");
    worker.postMessage({ ...job, idleMs: workerIdleMs });
    const result = await promise;
    cancel();
    this.usedAt = performance.now();
    if (result === "failed") this.failures++;
    if (result === "failed" || ("bytes" in job && job.bytes.length > largeBytes)) this.end();
    return result === "failed" ? null : result;
  }

  private start(): Worker {
    this.worker = new Worker(workerAddress("kitchen/recipe-import/page-worker.ts"), { smol: true, ref: false });
    return this.worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
