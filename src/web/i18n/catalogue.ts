/**
 * Texts of the app in the shown language. No library is used, because a module of texts with types is enough. The
 * library i18next takes about 15 kB compressed. Lingui takes about 3 kB and needs a compiler.
 */
import { getPreference, setPreference } from "#web/lib/preferences.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { type Catalogue, type Language, languageCodes, languages, type Part } from "./languages.ts";
import { setNumberLocale } from "./plural.ts";
import type { TypedWords } from "./typed-words.ts";

export type { Catalogue, Language, Texts } from "./languages.ts";

/** The words that the app recognises in typed text, one set for each language. The shown language comes first. */
type AllTypedWords = readonly [TypedWords, ...TypedWords[]];
type Shown = { readonly language: Language; readonly text: Catalogue };

const current = createStore<Shown | null>(null);
const parts = new Set<Part>(["first"]);
/** The words that the app recognises in typed text. Null until the part `later` of the texts is loaded. */
let typed: AllTypedWords | null = null;

/** Returns the language that the user chose. If null, the browser decides. */
export function chosenLanguage(): Language | null {
  return languageCodes.find((each) => each === getPreference("language")) ?? null;
}

/**
 * Loads the texts that the app needs at its start. If the user has chosen no language, the app uses the first supported
 * language of the browser.
 */
export async function startText(): Promise<void> {
  const tags = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const language = tags.flatMap((tag) => languageCodes.find((each) => each === tag) ?? [])[0] ?? "en";
  const loaded = await Promise.all([...parts].map((part) => load(language, part)));
  const text = Object.assign({}, ...loaded) as Catalogue;
  document.documentElement.lang = language;
  document.documentElement.dir = text.direction;
  setNumberLocale(localeOf(language));
  current.set({ language, text });
}

/** Stores and loads a language. If `language` is null, the browser decides. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  setPreference("language", language);
  await startText();
}

/** Loads a part of the texts. Wait for this before you render components that use the part. */
export async function bringText(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const { language } = shown();
  const loaded = await load(language, part);
  parts.add(part);
  if (shown().language !== language) return startText();
  // The object is changed, because a new one would render the whole page again, and nothing on it uses these texts yet.
  Object.assign(shown().text, loaded);
}

async function load(language: Language, part: Part) {
  if (part !== "later") return languages[language][part]();
  const others = languageCodes.filter((each) => each !== language);
  const [texts, own, ...rest] = await Promise.all([
    languages[language].later(),
    languages[language].typed(),
    ...others.map((each) => languages[each].typed()),
  ]);
  typed = [own.typed, ...rest.map((each) => each.typed)];
  return texts;
}

function shown(): Shown {
  const now = current.get();
  if (!now) throw new Error("Text is used before it is loaded");
  return now;
}

/** Returns the texts in the shown language, for use outside of components. */
export function currentText(): Catalogue {
  return shown().text;
}

/** Returns the texts in the shown language. The component renders again when the language changes. */
export function useText(): Catalogue {
  return useStore(current)?.text ?? shown().text;
}

/**
 * Returns the words that the app recognises in typed text, one set for each language.
 * @throws Error if the part `later` of the texts is not loaded yet
 */
export function typedWords(): AllTypedWords {
  if (!typed) throw new Error("Typed words are used before they are loaded");
  return typed;
}

/** Returns the language in which the server writes texts, amounts and plurals for a reader of the shown language. */
export function currentServerLanguage() {
  return languages[shown().language].server;
}

/**
 * Returns a language tag for `Intl`. If the browser has a variant of the shown language, such as `en-GB`, the tag names
 * this variant. Otherwise, the tag names the language itself.
 */
export function currentLocale(): string {
  return localeOf(shown().language);
}

function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === language && isTag(tag)) ?? language;
}

/** Whether `Intl` accepts a language tag. Some browsers report tags that `Intl` rejects, such as `en-US@posix`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
