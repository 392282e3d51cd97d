/**
 * The texts in the shown language. Ours, because typed modules need no more than this: i18next is about 15 kB compressed, and
 * Lingui about 3 kB with a compiler.
 */
import { getPreference, setPreference } from "../preferences.ts";
import { createStore, useStore } from "../sync/store.ts";
import { type Catalogue, type Language, languages, loaders, type Part } from "./loaders.ts";
import { setNumberLocale } from "./plural.ts";
import type { TypedWords } from "./typed-words.ts";

export type { Catalogue, Language, Texts } from "./loaders.ts";

/** The shown language comes first. */
type AllTypedWords = readonly [TypedWords, ...TypedWords[]];
type Shown = { readonly language: Language; readonly text: Catalogue };

const current = createStore<Shown | null>(null);
const parts = new Set<Part>(["first"]);
/** Loaded with the part `later`. */
let typed: AllTypedWords | null = null;

/** Null follows the browser. */
export function chosenLanguage(): Language | null {
  return languages.find((each) => each === getPreference("language")) ?? null;
}

/** Without a choice, uses the first of the browser's languages that the app has. */
export async function startText(): Promise<void> {
  const tags = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const language = tags.flatMap((tag) => languages.find((each) => each === tag) ?? [])[0] ?? "en";
  const loaded = await Promise.all([...parts].map((part) => load(language, part)));
  const text = Object.assign({}, ...loaded) as Catalogue;
  document.documentElement.lang = language;
  document.documentElement.dir = text.direction;
  setNumberLocale(localeOf(language));
  current.set({ language, text });
}

/** Null follows the browser. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  setPreference("language", language);
  await startText();
}

/** Await it before rendering what uses these texts. */
export async function bringText(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const { language } = shown();
  const loaded = await load(language, part);
  parts.add(part);
  if (shown().language !== language) return startText();
  // Mutates, because a new object would render the whole page again, and nothing on it uses these texts yet.
  Object.assign(shown().text, loaded);
}

async function load(language: Language, part: Part) {
  if (part !== "later") return loaders[language][part]();
  const others = languages.filter((each) => each !== language);
  const [texts, own, ...rest] = await Promise.all([
    loaders[language].later(),
    loaders[language].typed(),
    ...others.map((each) => loaders[each].typed()),
  ]);
  typed = [own.typed, ...rest.map((each) => each.typed)];
  return texts;
}

function shown(): Shown {
  const now = current.get();
  if (!now) throw new Error("Text is used before it is loaded");
  return now;
}

/** For use outside of components. */
export function currentText(): Catalogue {
  return shown().text;
}

/** Renders again when the language changes. */
export function useText(): Catalogue {
  return useStore(current)?.text ?? shown().text;
}

/** For all languages. @throws Error before `bringText` */
export function typedWords(): AllTypedWords {
  if (!typed) throw new Error("Typed words are used before they are loaded");
  return typed;
}

export function currentLanguage(): Language {
  return shown().language;
}

/** A tag for `Intl`: the browser's variant of the shown language, if there is one. */
export function currentLocale(): string {
  return localeOf(shown().language);
}

function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === language && isTag(tag)) ?? language;
}

/** Some browsers report tags that `Intl` refuses, such as `en-US@posix`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
