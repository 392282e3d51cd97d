/**
 * Loads and returns the texts of the app in the shown language. The app uses no library for translations, because
 * modules with typed texts are enough. The library i18next takes about 15 kB compressed. Lingui takes about 3 kB and
 * needs a compiler.
 */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Preferences } from "#web/lib/preferences.ts";
import { createStore, type Store, useStore } from "#web/lib/store.ts";
import { type Catalogue, type Language, languageCodes, languages, type Part } from "./languages.ts";
import { setLanguage } from "./locale.ts";
import type { TypedWords } from "./typed-words.ts";

export type { Catalogue, Language, Texts } from "./languages.ts";

/** Words that the app recognises in typed text, with one entry for each language. The shown language comes first. */
type AllTypedWords = readonly [TypedWords, ...TypedWords[]];
type Shown = { readonly language: Language; readonly text: Catalogue };

/**
 * Creates the functions that load and return the texts of a page. They store the shown language as the attribute `lang`
 * of the page's document.
 */
export function createText({ getPreference, setPreference }: Preferences) {
  /** Shown language and its texts. Null until the first texts are loaded. */
  const shown = createStore<Shown | null>(null);
  const parts = new Set<Part>(["first"]);
  /** Words that the app recognises in typed text. Null until the part `later` of the texts is loaded. */
  let typed: AllTypedWords | null = null;

  /**
   * Returns the language that the user chose. Returns null if the user chose none, so that the browser's languages
   * decide.
   */
  function chosenLanguage(): Language | null {
    return languageCodes.find((each) => each === getPreference("language")) ?? null;
  }

  /**
   * Loads the texts that the app needs at its start. If the user has chosen no language, the app uses the first
   * supported language of the browser.
   */
  async function startText(): Promise<void> {
    const tags = [chosenLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
    const language = tags.flatMap((tag) => languageCodes.find((each) => each === tag) ?? [])[0] ?? "en";
    const all = await Promise.all([...parts].map((part) => load(language, part)));
    const text = Object.assign({}, ...all) as Catalogue;
    setLanguage(language, text.direction);
    shown.set({ language, text });
  }

  /**
   * Stores the chosen language and loads its texts. If `language` is null, deletes the choice, and the browser's
   * languages decide.
   */
  async function chooseLanguage(language: Language | null): Promise<void> {
    setPreference("language", language);
    await startText();
  }

  /** Loads a part of the texts. Wait for the returned promise before you render components that use the part. */
  async function bringText(part: Part): Promise<void> {
    if (parts.has(part)) return;
    const { language } = current();
    const texts = await load(language, part);
    parts.add(part);
    if (current().language !== language) return startText();
    // The object is changed, because a new one would render the whole page again, and nothing on it uses these texts
    // yet.
    Object.assign(current().text, texts);
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

  const current = () => loaded(shown.get());

  /** Returns the texts in the shown language, for use outside of components. */
  function currentText(): Catalogue {
    return current().text;
  }

  /**
   * Returns the words that the app recognises in typed text. The array has one entry for each language, and the shown
   * language comes first.
   * @throws Error if the part `later` of the texts is not loaded yet
   */
  function typedWords(): AllTypedWords {
    if (!typed) throw new Error("Typed words are used before they are loaded");
    return typed;
  }

  return { shown, chosenLanguage, startText, chooseLanguage, bringText, currentText, typedWords };
}

export const TextContext = createContext<Store<Shown | null>>(null as never);

/**
 * Returns the texts in the shown language. The component renders again when the language changes.
 * @throws Error if no text is loaded yet
 */
export function useText(): Catalogue {
  return loaded(useStore(useContext(TextContext))).text;
}

function loaded(shown: Shown | null): Shown {
  if (!shown) throw new Error("Text is used before it is loaded");
  return shown;
}
