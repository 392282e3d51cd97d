import { foldForSearch } from "../case-folding.ts";
import { lazy } from "../lazy.ts";
import { english, german } from "./aisle-words.ts";
import { singularOf } from "./nouns.ts";

export const aisles = [
  "produce",
  "bakery",
  "meat",
  "dairy",
  "chilled",
  "frozen",
  "pasta",
  "tins",
  "baking",
  "spices",
  "breakfast",
  "snacks",
  "drinks",
  "household",
  "other",
] as const;

export type Aisle = (typeof aisles)[number];

const maxWords = 4;

type Dictionary = { readonly phrases: ReadonlyMap<string, Aisle>; readonly ends: ReadonlyMap<string, Aisle> };
const dictionary = lazy(readDictionary);

const wordsOf = (text: string) => (foldForSearch(text).match(/[\p{L}][\p{L}\d']*/gu) ?? []).map(singularOf);

function readDictionary(): Dictionary {
  const phrases = new Map<string, Aisle>();
  const ends = new Map<string, Aisle>();
  for (const words of [english, german]) {
    for (const [aisle, text] of Object.entries(words) as [Exclude<Aisle, "other">, string][]) {
      for (const entry of text.split(",")) {
        const parts = wordsOf(entry);
        phrases.set(parts.join(" "), aisle);
        if (words === german) ends.set(parts.join(""), aisle);
      }
    }
  }
  return { phrases, ends };
}

const patterns: readonly (readonly [RegExp, Aisle])[] = [
  [/\b(?:frozen|tk|tiefgekühlte?[rsn]?|tiefkühl\p{L}*|gefrorene?[rsn]?)(?!\p{L})/iu, "frozen"],
  [
    /\b(?:canned|tinned|dosen-?\p{L}+|\p{L}*konserven?)(?!\p{L})|\bin (?:dosen|cans|tins)\b|\b(?:dosen?|cans?|tins?|konserven?)\b/iu,
    "tins",
  ],
];

const maxCharacters = 200;

/** Returns the aisle of a food or a line. The longest known name at the end decides: "juice" for "apple juice". */
export function aisleOf(food: string): Aisle {
  const text = food.slice(0, maxCharacters).replace(/(?:[;(]|,(?!\d)).*$/s, "");
  for (const [pattern, aisle] of patterns) if (pattern.test(text)) return aisle;
  const { phrases, ends } = dictionary();
  const words = wordsOf(text);
  for (let end = words.length; end > 0; end--) {
    for (let size = Math.min(maxWords, end); size > 0; size--) {
      const aisle = phrases.get(words.slice(end - size, end).join(" "));
      if (aisle !== undefined) return aisle;
    }
    const aisle = byEnd(ends, words[end - 1] ?? "");
    if (aisle !== null) return aisle;
  }
  return "other";
}

/** Finds the aisle of a compound word by the word's end: "Vollkornmehl" has the aisle of "Mehl". */
function byEnd(ends: ReadonlyMap<string, Aisle>, word: string): Aisle | null {
  const forms = [word, word.replace(/(?:en|er|[ens])$/, ""), word.replace(/n$/, "")];
  for (let start = 0; start < word.length - 1; start++) {
    for (const form of forms) {
      const end = form.slice(start);
      const aisle = ends.get(end);
      if (aisle !== undefined && (end.length > 3 || start === 0 || end === "ol" || end === "tee")) return aisle;
    }
  }
  return null;
}
