/** The app's words, in each of its languages. English is the shape that the others must fill. */
import { recall, remember } from "../data/remembered.ts";
import { createStore, useStore } from "../data/store.ts";
import type { en } from "./en.ts";

/** All of the app's text; functions make sentences of names and numbers. */
export type Catalogue = typeof en;

/** The languages there are. */
export const languages = ["en", "de"] as const;
/** One of them. */
export type Language = (typeof languages)[number];

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: () => import("./en.ts").then(({ en }) => en),
  de: () => import("./de.ts").then(({ de }) => de),
};

const current = createStore<{ language: Language; text: Catalogue } | null>(null);

/** What somebody chose on this device; null follows the browser. */
export function chosenLanguage(): Language | null {
  return languages.find((each) => each === recall("language")) ?? null;
}

/** Loads and shows a language: the chosen one, or the first of the browser's that there is. */
export async function startText(): Promise<void> {
  const wanted = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  await show(wanted.flatMap((tag) => languages.find((each) => each === tag) ?? [])[0] ?? "en");
}

/** Keeps a choice on this device and shows it; null follows the browser again. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  remember("language", language);
  await startText();
}

async function show(language: Language): Promise<void> {
  const text = await loaders[language]();
  document.documentElement.lang = language;
  current.set({ language, text });
}

function shown() {
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
