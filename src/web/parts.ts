/** Parts of the app that are loaded when they are first shown, with their words and styles. */
import type { ComponentType } from "preact";
import { lazy } from "preact/compat";
import { bringText } from "./i18n/catalogue.ts";
import { loadPart } from "./shell/shell.ts";

type Others = typeof import("./shell/screens.ts");
type SignedOut = typeof import("./signed-out.ts");

const fetchOthers = async (): Promise<Others> =>
  (await Promise.all([import("./shell/screens.ts"), bringText("later"), bringText("signedOut"), bringStyles()]))[0];
const fetchSignedOut = async (): Promise<SignedOut> =>
  (await Promise.all([import("./signed-out.ts"), bringText("signedOut")]))[0];

let styles: Promise<void> | undefined;

/** Loads the styles of the other screens. The page notes their address, which contains a hash, at its script. */
function bringStyles(): Promise<void> {
  styles ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = document.querySelector<HTMLElement>("script[data-later-styles]")?.dataset.laterStyles ?? "";
    link.onload = () => resolve();
    link.onerror = () => {
      styles = undefined;
      link.remove();
      reject(new Error("The styles could not be loaded"));
    };
    document.head.append(link);
  });
  return styles;
}

/** Loads the frame of the screens, and with it Today where that is shown: one after the other would take longer. */
export async function fetchSignedIn(): Promise<typeof import("./routes.tsx")> {
  const today = location.pathname === "/" ? import("./features/today/screen.tsx") : null;
  const [routes] = await loadPart(() => Promise.all([import("./routes.tsx"), today]));
  return routes;
}

/** Loads the writes of all screens, for entries that an earlier page left in the queue. */
export const loadWrites = () => loadPart(() => import("./writes.ts"));

/** One of the other screens, or a sheet; fetched when it is first shown, with its words. */
export function later<Props extends object>(choose: (others: Others) => ComponentType<Props>) {
  return lazy(async () => ({ default: choose(await loadPart(fetchOthers)) }));
}

/** A page before signing in; fetched without the other screens. */
export function signedOut<Props extends object>(choose: (pages: SignedOut) => ComponentType<Props>) {
  return lazy(async () => ({ default: choose(await loadPart(fetchSignedOut)) }));
}

/** Fetches what comes later while nothing else is to be done: it then opens at once, and without the server too. */
export async function fetchAhead(): Promise<void> {
  await Promise.allSettled([fetchOthers(), import("./writes.ts")]); // Tried again when it is wanted.
}
