/** Finds texts on the page that are in the wrong language. */
import type { Page } from "playwright-core";
import { defaultFaces, defaultName, presetKeys, questionOf } from "#routines/check-ins/presets.ts";
import * as germanFirst from "#web/i18n/de/index.ts";
import * as germanLater from "#web/i18n/de/later.ts";
import * as germanSignedOut from "#web/i18n/de/signed-out.ts";
import * as englishFirst from "#web/i18n/en/index.ts";
import * as englishLater from "#web/i18n/en/later.ts";
import * as englishSignedOut from "#web/i18n/en/signed-out.ts";
import { storedTexts, typedPhrase } from "./household.ts";
import type { Look } from "./walk.ts";

declare const document: any; // The page's global, because a function below runs in the page.

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
const german = new Set(textsIn([germanFirst, germanLater, germanSignedOut]));
const english = new Set(
  textsIn([englishFirst, englishLater, englishSignedOut]).filter((text) => /\p{L}{2}/u.test(text) && !german.has(text)),
);
/** Matches frequent English words that no German sentence contains. */
const englishWord =
  /(?<![\p{L}_-])(the|and|with|your|you|this|that|not|is|are|of|to|for|by|every|added|changed)(?![\p{L}_-])/iu;

/** Patterns of texts that the app does not translate, such as addresses and file sizes. */
const untranslated = [
  /Due today: /, // The server writes notices in the languages that it has.
  /^Shiftshi$|^Altal$/, // The keys come from one text of the catalogue, and are shown one by one.
  /^https:\/\/\S+$|googleusercontent\.com$/,
  /^[\d.,]+ [kMGT]B$/,
];
const words = [...storedTexts(), ...presetTexts(), typedPhrase, ...typedPhrase.split(" ")].filter(
  (text) => text.length > 2,
);
words.sort((one, other) => other.length - one.length);
const all = words.join("\n").toLowerCase();
const isShownAsItIs = (text: string) => untranslated.some((pattern) => pattern.test(text));

/** Returns the English texts of the preset check-ins, which the source contains and a translation replaces. */
function presetTexts(): string[] {
  return presetKeys.flatMap((key) => [
    ...[defaultName(key, ""), questionOf(key, "")],
    ...defaultFaces(key).map(({ label }) => label),
  ]);
}

/** Returns the English texts on a German screen. */
export const englishTexts: Look = async (page) =>
  (await shownTexts(page)).filter((text) => {
    if (isShownAsItIs(text) || all.includes(text.toLowerCase())) return false;
    if (english.has(text)) return true;
    return englishWord.test(text) && englishWord.test(words.reduce((rest, word) => rest.replaceAll(word, ""), text));
  });

/** Returns visible texts and labels that are neither in the catalogue of a pseudo-language nor written by people. */
export const foreignTexts: Look = async (page) =>
  (await shownTexts(page)).filter((text) => {
    if (isShownAsItIs(text)) return false;
    const rest = text
      .replace(/\u2063.*\u2064/su, " ")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase();
    if (/[\u2063\u2064]/.test(rest)) return false; // The text is the middle of a text that is shown in pieces.
    const own = rest.match(/\p{L}[\p{L}'’]+/gu) ?? [];
    return own.length > 0 && !all.includes(rest) && !own.every((word) => calendarWords.has(word) || all.includes(word));
  });

/** Returns the texts and labels of the page. */
function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const attributes = ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-roledescription"];
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest("script, style, noscript, code, [hidden], [lang=en]:not(html)")) continue;
      for (const name of attributes) found.add(element.getAttribute(name) ?? "");
      for (const node of element.childNodes) if (node.nodeType === 3) found.add(node.data);
    }
    return [...found].map((text) => text.replace(/\s+/g, " ").trim());
  });
}

/**
 * Words that come from `Intl` and not from the catalogue, such as names of months, and words that are never translated.
 */
const calendarWords = new Set(
  ["long", "short", "narrow"].flatMap((width) =>
    Array.from({ length: 366 }, (_, day) =>
      new Intl.DateTimeFormat("en-GB", {
        weekday: width as "long",
        month: width as "long",
        day: "numeric",
        timeZone: "UTC",
      }).format(new Date(Date.UTC(2028, 0, 1 + day))),
    ).flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []),
  ),
);
for (const word of ["inglenook", "and", "am", "pm", "sept", "english", "deutsch", "xl", "xr"]) calendarWords.add(word);
