/** The app's words, as they are shown now. */
import { recall, remember } from "../data/remembered.ts";
import { createStore, useStore } from "../data/store.ts";
import { type Catalogue, type Language, type LaterArea, type LaterAreas, languages, loaders } from "./loaders.ts";

export type { Catalogue, Language } from "./loaders.ts";

type Shown = { readonly language: Language; readonly text: Catalogue };

const current = createStore<Shown | null>(null);
/** What the screens so far have asked for; a change of language brings them all. */
const wanted = new Set<LaterArea>();

/** What somebody chose on this device; null follows the browser. */
export function chosenLanguage(): Language | null {
  return languages.find((each) => each === recall("language")) ?? null;
}

/** Loads and shows a language: the chosen one, or the first of the browser's that there is. */
export async function startText(): Promise<void> {
  const tags = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const language = tags.flatMap((tag) => languages.find((each) => each === tag) ?? [])[0] ?? "en";
  const first = await loaders[language].first();
  const later = await Promise.all([...wanted].map((area) => loadArea(language, area)));
  document.documentElement.lang = language;
  current.set({ language, text: Object.assign({}, first, ...later) });
}

/** Keeps a choice on this device and shows it; null follows the browser again. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  remember("language", language);
  await startText();
}

/** Brings words that come later; what a screen says must be there before it is shown. */
export async function bringText(areas: readonly LaterArea[]): Promise<void> {
  const missing = areas.filter((area) => !wanted.has(area));
  const { language } = shown();
  const parts = await Promise.all(missing.map((area) => loadArea(language, area)));
  for (const area of missing) wanted.add(area);
  if (shown().language !== language) return startText();
  if (missing.length > 0) current.set({ language, text: Object.assign({}, shown().text, ...parts) });
}

async function loadArea(language: Language, area: LaterArea): Promise<Partial<LaterAreas>> {
  return { [area]: await loaders[language].later[area]() };
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
  return navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language;
}
