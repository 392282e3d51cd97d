/** Where the words are: those of Today by themselves, the others with the other screens. English is the shape of all. */
import type { en } from "./en.ts";
import type { enLater } from "./en-later.ts";

/** What is there from the start. */
export type FirstAreas = typeof en;
/** What comes with the other screens. */
export type LaterAreas = typeof enLater;
/** All of the app's text; functions make sentences of names and numbers. */
export type Catalogue = FirstAreas & LaterAreas;

type Loaders = { readonly first: () => Promise<FirstAreas>; readonly later: () => Promise<LaterAreas> };

/** The languages there are. */
export const languages = ["en", "de"] as const;
/** One of them. */
export type Language = (typeof languages)[number];

/** Of each language. */
export const loaders: Readonly<Record<Language, Loaders>> = {
  en: {
    first: () => import("./en.ts").then(({ en }) => en),
    later: () => import("./en-later.ts").then(({ enLater }) => enLater),
  },
  de: {
    first: () => import("./de.ts").then(({ de }) => de),
    later: () => import("./de-later.ts").then(({ deLater }) => deLater),
  },
};
