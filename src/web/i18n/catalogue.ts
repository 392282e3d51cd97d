/** The app's words, as they are shown now. */
import { getPreference, setPreference } from "../sync/preferences.ts";
import { createStore, useStore } from "../sync/store.ts";
import { type Catalogue, type Language, languages, loaders, type Part } from "./loaders.ts";

export type { Catalogue, Language } from "./loaders.ts";

type Shown = { readonly language: Language; readonly text: Catalogue };

const current = createStore<Shown | null>(null);
/** The parts that are shown; a change of language loads all of them. */
const parts = new Set<Part>(["first"]);

/** What somebody chose on this device; null follows the browser. */
export function chosenLanguage(): Language | null {
  return languages.find((each) => each === getPreference("language")) ?? null;
}

/** Loads and shows a language: the chosen one, or the first of the browser's that there is. */
export async function startText(): Promise<void> {
  const tags = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const language = tags.flatMap((tag) => languages.find((each) => each === tag) ?? [])[0] ?? "en";
  const loaded = await Promise.all([...parts].map((part) => loaders[language][part]()));
  document.documentElement.lang = language;
  current.set({ language, text: Object.assign({}, ...loaded) as Catalogue });
}

/** Keeps a choice on this device and shows it; null follows the browser again. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  setPreference("language", language);
  await startText();
}

/** Loads more words; what a screen says must be there before it is shown. */
export async function bringText(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const { language } = shown();
  const loaded = await loaders[language][part]();
  parts.add(part);
  if (shown().language !== language) return startText();
  // In place: nothing that is shown by now uses these words, and a new object would render all of the page again.
  Object.assign(shown().text, loaded);
}

function shown(): Shown {
  const now = current.get();
  if (!now) throw new Error("Text is used before it is loaded");
  return now;
}

/** The text, for what is no component. */
export function currentText(): Catalogue {
  return shown().text;
}

/** The text, in a component: it changes with the language. */
export function useText(): Catalogue {
  return useStore(current)?.text ?? shown().text;
}

/** The language that is shown, as a tag for `Intl`: the browser's own variant of it where it has one. */
export function currentLocale(): string {
  const { language } = shown();
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
