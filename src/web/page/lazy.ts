import type { ComponentType } from "preact";
import { lazy } from "preact/compat";
import type { Reader } from "#web/features/offline/read-ahead.ts";
import { loadOnce } from "#web/lib/load-once.ts";
import { loadChunk } from "./service-worker.ts";
import { bringText } from "./text.ts";

type SignedInChunk = typeof import("#web/screens.ts");
type SignedOutChunk = typeof import("#web/signed-out.ts");

const fetchSignedInChunk = async (): Promise<SignedInChunk> =>
  (await Promise.all([import("#web/screens.ts"), bringText("later"), bringText("signedOut"), loadStyles()]))[0];
const fetchSignedOutChunk = async (): Promise<SignedOutChunk> =>
  (await Promise.all([import("#web/signed-out.ts"), bringText("signedOut")]))[0];

/**
 * Loads the style sheet of the screens other than Today. The address of this style sheet contains a hash, so the
 * address is read from an attribute of the script element in the page.
 */
const loadStyles = loadOnce(
  () =>
    new Promise<void>((resolve, reject) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = document.querySelector<HTMLElement>("script[data-later-styles]")?.dataset.laterStyles ?? "";
      link.onload = () => resolve();
      link.onerror = () => {
        link.remove();
        reject(new Error("The styles could not be loaded"));
      };
      document.head.append(link);
    }),
);

export const fetchSignedIn = () => loadChunk(() => import("#web/routes.tsx"));

/**
 * Loads the declarations of all writes, because the queue that is restored when a page opens may contain any of them.
 */
export const loadWrites = async () => (await loadChunk(() => import("#web/writes.ts"))).writes;

export function later<Props extends object>(choose: (others: SignedInChunk) => ComponentType<Props>) {
  return lazy(async () => ({ default: choose(await loadChunk(fetchSignedInChunk)) }));
}

export function signedOut<Props extends object>(choose: (pages: SignedOutChunk) => ComponentType<Props>) {
  return lazy(async () => ({ default: choose(await loadChunk(fetchSignedOutChunk)) }));
}

const aheadMs = 2_000;

/**
 * Loads what the first screen did not need: the code of the other screens, and the data of all screens. Call this after
 * the first screen is shown. `reader` says for whom and for which day the data are loaded. Returns a function that
 * stops the loading.
 */
export function fetchAhead(reader: Reader): () => void {
  let isCurrent = true;
  const fetchAll = async () => {
    const others = await fetchSignedInChunk().catch(() => null); // Retried on first use.
    if (!isCurrent || !others) return;
    if (!reader.isTablet) void others.keepCurrent();
    await others.readScreensAhead(reader, () => isCurrent);
  };
  const timer = setTimeout(() => void fetchAll(), aheadMs);
  return () => {
    isCurrent = false;
    clearTimeout(timer);
  };
}
