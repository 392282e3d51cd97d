/** The languages. Another one is a folder beside `en` and `de`, and a line here. */
import type { TypedWords } from "./typed-words.ts";

/** Texts that are loaded from the start. */
export type FirstTexts = typeof import("./en/index.ts");
/** Texts that are loaded with the other screens. */
export type LaterTexts = typeof import("./en/later.ts");
/** All texts of the app; functions make sentences of names and numbers. English gives the type. */
export type Catalogue = FirstTexts & LaterTexts;

type Loaders = {
  readonly first: () => Promise<FirstTexts>;
  readonly later: () => Promise<LaterTexts>;
  readonly typed: () => Promise<{ readonly typed: TypedWords }>;
};

const folders = {
  en: {
    first: () => import("./en/index.ts"),
    later: () => import("./en/later.ts"),
    typed: () => import("./en/typed.ts"),
  },
  de: {
    first: () => import("./de/index.ts"),
    later: () => import("./de/later.ts"),
    typed: () => import("./de/typed.ts"),
  },
};

export type Language = keyof typeof folders;
export const loaders: Readonly<Record<Language, Loaders>> = folders;
export const languages = Object.keys(folders) as readonly Language[];
