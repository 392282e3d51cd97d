/** Reads pages and texts in a worker, so that requests do not have to wait: a page of 5 MB takes half a second. */
import { type FittedRecipe, fitRecipe } from "./fit.ts";
import { readMhtml } from "./page/mhtml.ts";
import { decodePage, readPage } from "./page/read.ts";
import { recipeOf, type SplitText, splitText } from "./text.ts";

declare const self: Worker;

export type ReadJob =
  | { readonly bytes: Uint8Array; readonly contentType: string; readonly address: string | null }
  | { readonly text: string };

/** The recipe that was read. Null if the page or text contains none. */
export type ReadResult =
  | (FittedRecipe & { readonly images: readonly string[]; readonly split: SplitText | null })
  | null;

let idle: Timer | undefined;

self.onmessage = ({ data }: MessageEvent<ReadJob & { readonly idleMs: number }>) => {
  clearTimeout(idle);
  self.postMessage("text" in data ? readText(data.text) : readBytes(data));
  Bun.gc(true);
  idle = setTimeout(() => process.exit(), data.idleMs);
};

function readText(text: string): ReadResult {
  const split = splitText(text);
  const read = recipeOf(split.lines);
  if (read.name === "" || read.ingredients.length === 0 || read.steps.length === 0) return null;
  const fitted = fitRecipe(read);
  return fitted && { ...fitted, images: [], split };
}

function readBytes(job: Extract<ReadJob, { bytes: Uint8Array }>): ReadResult {
  const { bytes, contentType, address } = (job.address === null && readMhtml(job.bytes)) || job;
  const read = readPage(decodePage(bytes, contentType), address);
  const fitted = read && fitRecipe(read);
  return fitted && { ...fitted, images: read.images, split: null };
}
