/** The app's texts in the shown language. */
import { recall, remember } from "../sync/remembered.ts";
import { createStore, useStore } from "../sync/store.ts";
import { type Catalogue, type Language, languages, loaders } from "./loaders.ts";
import { setNumberLocale } from "./plural.ts";
import type { TypedWords } from "./typed-words.ts";

export type { Catalogue, FirstTexts, Language } from "./loaders.ts";

/** The reader's own language comes first. */
type AllTypedWords = readonly [TypedWords, ...TypedWords[]];
type Shown = { readonly language: Language; readonly text: Catalogue; readonly typed: AllTypedWords | null };

const current = createStore<Shown | null>(null);
/** True once a screen other than Today was wanted. A change of language then loads all texts. */
let wantsAll = false;

/** The language chosen on this device; null follows the browser. */
export function chosenLanguage(): Language | null {
  return languages.find((each) => each === recall("language")) ?? null;
}

/** Loads and shows the chosen language, or the first of the browser's languages that the app has. */
export async function startText(): Promise<void> {
  const tags = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const language = tags.flatMap((tag) => languages.find((each) => each === tag) ?? [])[0] ?? "en";
  const [first, later] = await Promise.all([loaders[language].first(), wantsAll ? fetchLater(language) : null]);
  document.documentElement.lang = language;
  document.documentElement.dir = first.direction;
  setNumberLocale(localeOf(language));
  current.set({ language, text: { ...first, ...later?.text } as Catalogue, typed: later?.typed ?? null });
}

/** Keeps a choice on this device and shows it; null follows the browser again. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  remember("language", language);
  await startText();
}

/** Loads the texts of the other screens; they must be there before a screen is shown. */
export async function bringText(): Promise<void> {
  if (wantsAll) return;
  const { language } = shown();
  const { text, typed } = await fetchLater(language);
  wantsAll = true;
  if (shown().language !== language) return startText();
  current.set({ language, text: { ...shown().text, ...text }, typed });
}

async function fetchLater(language: Language) {
  const others = languages.filter((each) => each !== language);
  const [text, own, ...rest] = await Promise.all([
    loaders[language].later(),
    loaders[language].typed(),
    ...others.map((each) => loaders[each].typed()),
  ]);
  const typed: AllTypedWords = [own.typed, ...rest.map((each) => each.typed)];
  return { text, typed };
}

function shown(): Shown {
  const now = current.get();
  if (!now) throw new Error("Text is used before it is loaded");
  return now;
}

/** The texts, outside of components. */
export function currentText(): Catalogue {
  return shown().text;
}

/** The texts, in a component: it renders again when the language changes. */
export function useText(): Catalogue {
  return useStore(current)?.text ?? shown().text;
}

/** Words that people type, in all languages. @throws Error before `bringText` */
export function typedWords(): AllTypedWords {
  const { typed } = shown();
  if (!typed) throw new Error("Typed words are used before they are loaded");
  return typed;
}

/** The shown language as a tag for `Intl`: the browser's variant of it, if there is one. */
export function currentLocale(): string {
  return localeOf(shown().language);
}

function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === language && isTag(tag)) ?? language;
}

/** Some browsers name what `Intl` does not take: `en-US@posix` where the system has no language. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
