/** Languages of the app. To add a language, add a folder beside `en` and `de`, and a line in this file. */
import type { TypedWords } from "./typed-words.ts";

/**
 * Texts by the time at which they are loaded: at the start, with the pages before signing in, and with the screens
 * other than Today.
 */
export type Texts = {
  readonly first: typeof import("./en/index.ts");
  readonly signedOut: typeof import("./en/signed-out.ts");
  readonly later: typeof import("./en/later.ts");
};
export type Part = keyof Texts;
/** All texts of a language. The English texts define the type. */
export type Catalogue = Texts["first"] & Texts["signedOut"] & Texts["later"];

type Loaders = { readonly [Name in Part]: () => Promise<Texts[Name]> } & {
  readonly typed: () => Promise<{ readonly typed: TypedWords }>;
};

const folders = {
  en: {
    first: () => import("./en/index.ts"),
    signedOut: () => import("./en/signed-out.ts"),
    later: () => import("./en/later.ts"),
    typed: () => import("./en/typed.ts"),
  },
  de: {
    first: () => import("./de/index.ts"),
    signedOut: () => import("./de/signed-out.ts"),
    later: () => import("./de/later.ts"),
    typed: () => import("./de/typed.ts"),
  },
};

export type Language = keyof typeof folders;
export const loaders: Readonly<Record<Language, Loaders>> = folders;
export const languages = Object.keys(folders) as readonly Language[];
