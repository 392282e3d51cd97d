import { Semaphore } from "#lib/concurrency.ts";
import { rateLimited } from "#lib/errors.ts";
import { lazy } from "#lib/lazy.ts";
import type { Format } from "./formats.ts";
import { boundHeap } from "./heap.ts";

export type SharpModule = typeof import("sharp").default;

/** The largest number of pixels by format. An AVIF takes four times the work and memory of other formats. */
export const maxPixels: Readonly<Record<Format, number>> = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 50_000_000,
  gif: 50_000_000,
  avif: 12_000_000,
};

/**
 * Queue of pictures that wait to be decoded. Weights are in bytes, because a waiting picture keeps its file in memory.
 */
export const decodeQueue = new Semaphore(1, {
  maxLoad: 128 * 1_048_576,
  refuse: () => rateLimited(5),
});

const loaders: Readonly<Record<Format, string>> = {
  jpeg: "VipsForeignLoadJpeg",
  png: "VipsForeignLoadPng",
  webp: "VipsForeignLoadWebp",
  gif: "VipsForeignLoadNsgif",
  avif: "VipsForeignLoadHeif",
};

/** Loads sharp when the first picture is decoded, because loading takes 30 ms and 20 MB. */
export const loadSharp = lazy(
  (): Promise<SharpModule> =>
    import("sharp").then(({ default: sharp }) => {
      boundHeap();
      sharp.block({ operation: ["VipsForeignLoad"] });
      sharp.unblock({ operation: Object.values(loaders) });
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    }),
);
