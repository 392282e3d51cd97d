/** The image library: loaded at the first picture, bounded, and used for one picture at a time. */
import { rateLimited } from "../errors.ts";
import { Semaphore } from "../lib/concurrency.ts";
import type { Format } from "./formats.ts";
import { boundHeap } from "./heap.ts";

/** What the library exports. */
export type Library = typeof import("sharp").default;

/** Pictures of more pixels than these are not decoded (contract section 6). An AVIF takes four times the work and memory of others. */
export const mostPixels: Readonly<Record<Format, number>> = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 50_000_000,
  gif: 50_000_000,
  avif: 12_000_000,
};

/** One picture at a time in the whole process, weighed in bytes: a waiting picture holds its file in memory. */
export const decoding = new Semaphore(1, {
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

let loading: Promise<Library> | null = null;

/** At the first picture, not at the start: it takes some 30 ms and 20 MB, and many a household has no covers. */
export function loadSharp(): Promise<Library> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    boundHeap();
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: Object.values(loaders) });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
