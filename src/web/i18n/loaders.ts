/** Where the words are: those of Today by themselves, the others with their screens. English is the type of all. */
import type { en } from "./en.ts";
import type { enLater } from "./en-later.ts";
import type { enSignedOut } from "./en-signed-out.ts";

/** The words by when they are loaded: at the start, with the pages before signing in, with the other screens. */
export type Areas = {
  readonly first: typeof en;
  readonly signedOut: typeof enSignedOut;
  readonly later: typeof enLater;
};
export type Part = keyof Areas;
/** All of the app's text; functions make sentences of names and numbers. */
export type Catalogue = Areas["first"] & Areas["signedOut"] & Areas["later"];

type Loaders = { readonly [Name in Part]: () => Promise<Areas[Name]> };

/** The languages there are. */
export const languages = ["en", "de"] as const;
/** One of them. */
export type Language = (typeof languages)[number];

/** Of each language. */
export const loaders: Readonly<Record<Language, Loaders>> = {
  en: {
    first: () => import("./en.ts").then(({ en }) => en),
    signedOut: () => import("./en-signed-out.ts").then(({ enSignedOut }) => enSignedOut),
    later: () => import("./en-later.ts").then(({ enLater }) => enLater),
  },
  de: {
    first: () => import("./de.ts").then(({ de }) => de),
    signedOut: () => import("./de-signed-out.ts").then(({ deSignedOut }) => deSignedOut),
    later: () => import("./de-later.ts").then(({ deLater }) => deLater),
  },
};
