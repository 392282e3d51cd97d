import type { GroceryLanguage } from "#lib/grocery-list.ts";
import type { TypedWords } from "./typed-words.ts";

/**
 * Texts in three groups. The app loads `first` when it starts, and `signedOut` before it shows a page that needs no
 * sign-in. If a user is signed in, the app loads `signedOut` and `later` together with the screens other than Today.
 */
export type Texts = {
  readonly first: typeof import("./en/index.ts");
  readonly signedOut: typeof import("./en/signed-out.ts");
  readonly later: typeof import("./en/later.ts");
};
export type Part = keyof Texts;
/** All texts of a language. The English texts define the type. */
export type Catalogue = Texts["first"] & Texts["signedOut"] & Texts["later"];

type Entry = { readonly [Name in Part]: () => Promise<Texts[Name]> } & {
  /** Name of the language in the language itself. */
  readonly name: string;
  /**
   * Language of the texts that the server writes for users of this language. The server may support fewer languages
   * than the app.
   */
  readonly server: GroceryLanguage;
  readonly typed: () => Promise<{ readonly typed: TypedWords }>;
};

/**
 * Table of the languages. To add a language to the app and its service worker, add a row to this table and a folder of
 * texts.
 */
const table = {
  en: {
    name: "English",
    server: "en",
    first: () => import("./en/index.ts"),
    signedOut: () => import("./en/signed-out.ts"),
    later: () => import("./en/later.ts"),
    typed: () => import("./en/typed.ts"),
  },
  de: {
    name: "Deutsch",
    server: "de",
    first: () => import("./de/index.ts"),
    signedOut: () => import("./de/signed-out.ts"),
    later: () => import("./de/later.ts"),
    typed: () => import("./de/typed.ts"),
  },
} as const;

export type Language = keyof typeof table;
export const languages: Readonly<Record<Language, Entry>> = table;
export const languageCodes = Object.keys(table) as readonly Language[];
