import { foldForSearch } from "../case-folding.ts";
import type { NumberStyle } from "./numbers.ts";

/** German nouns: the singular with the ending that the plural adds, or with "=" and the plural. */
const german = `
  zwiebel:n tomate:n kartoffel:n karotte:n möhre:n gurke:n ei:er apfel=äpfel birne:n banane:n zitrone:n limette:n
  orange:n aubergine:n champignon:s pilz:e blatt=blätter schote:n nelke:n nudel:n schalotte:n stange:n korn=körner
  bohne:n linse:n erbse:n nuss=nüsse mandel:n kern:e rosine:n dattel:n feige:n pflaume:n kirsche:n beere:n traube:n
  wurst=würste filet:s steak:s keule:n brust=brüste kotelett:s garnele:n sardine:n sardelle:n muschel:n kürbis:se
  avocado:s mango:s kiwi:s melone:n pfirsich:e aprikose:n mandarine:n clementine:n olive:n kaper:n tortilla:s
  sprosse:n rübe:n kloß=klöße kapsel:n semmel:n platte:n muffin:s keks:e waffel:n marone:n kastanie:n
  paprika= kohlrabi:s salat:e kopf=köpfe zehe:n scheibe:n knolle:n schnecke:n forelle:n artischocke:n pastinake:n
  radieschen= flocke:n streusel= würfel= blüte:n zweig:e brezel:n brot:e hähnchen= gewürz:e kraut=kräuter saft=säfte
  käse= joghurt:s riegel= stück:e tasse:n rippe:n hachse:n schulter:n fisch:e papaya:s granatapfel=granatäpfel
  grapefruit:s himbeere:n tofu= shrimp:s wrap:s fladen= croissant:s baguette:s toastbrot:e öl:e ring:e
  peperoni:s chili:s jalapeño:s süßkartoffel:n rübchen= zwetschge:n quitte:n nektarine:n litschi:s walnuss=walnüsse
  haselnuss=haselnüsse pistazie:n pflanze:n knödel= maultasche:n spätzle= cornichon:s oblate:n kugel:n beutel=
`;

const singulars = new Map<string, string>();
const plurals = new Map<string, string>();
for (const entry of german.trim().split(/\s+/)) {
  const [, one = "", mark, rest = ""] = /^([^:=]+)([:=])(.*)$/.exec(entry) ?? [];
  const many = mark === ":" ? one + rest : rest || one;
  singulars.set(foldForSearch(many), foldForSearch(one));
  if (!singulars.has(foldForSearch(one))) singulars.set(foldForSearch(one), foldForSearch(one));
  plurals.set(foldForSearch(one), many);
}
const maxEndLength = 14;

/** Finds the longest key with which `word` ends. Keys of fewer than four letters must be equal to the word. */
function byEnd(words: ReadonlyMap<string, string>, word: string): { start: number; found: string } | null {
  for (let start = Math.max(0, word.length - maxEndLength); start < word.length; start++) {
    if (start > 0 && word.length - start < 4) return null;
    const found = words.get(word.slice(start));
    if (found !== undefined) return { start, found };
  }
  return null;
}

const unchanged = /(?:ss|us|is|'s|ies|^ananas|madras|tapas|christmas)$/;

const irregular = new Map(
  (
    "leaves:leaf loaves:loaf halves:half calves:calf cookies:cookie brownies:brownie pies:pie smoothies:smoothie " +
    "veggies:veggie molasses:molasses avocadoes:avocado chillies:chilli chilies:chili chilis:chili kiwis:kiwi zucchinis:zucchini mochis:mochi ties:tie octopuses:octopus"
  )
    .split(" ")
    .map((entry) => entry.split(":") as [string, string]),
);

/** Returns the singular of a word. The word must be case-folded. */
export function singularOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  const entry = byEnd(singulars, word);
  if (entry) return word.slice(0, entry.start) + entry.found;
  if (!word.endsWith("s") || word.length < 4) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:[cs]h|x|ss|zz|[^aeiou]o|tato|mato)es$/.test(word)) return word.slice(0, -2);
  return unchanged.test(word) ? word : word.slice(0, -1);
}

export function pluralOf(food: string, style: NumberStyle): string {
  const [, before = "", last = food] = /^(.*[\s-])?([^\s-]+)$/s.exec(food) ?? [];
  const word = foldForSearch(last);
  const one = byEnd(singulars, word);
  if (one && one.found !== word.slice(one.start)) return food;
  const known = byEnd(plurals, word);
  if (known && foldForSearch(last).length === last.length) {
    const many = last.slice(0, known.start) + known.found;
    const isCapital = last[0] !== last[0]?.toLowerCase();
    return before + (isCapital ? many[0]?.toUpperCase() + many.slice(1) : many);
  }
  if (style === "de" || / (?:in|with|of|mit) /.test(food) || !/^[a-z]+$/.test(last) || /s$/.test(last)) return food;
  return before + englishPlural(last);
}

const english = new Set(
  (
    "egg onion shallot scallion leek carrot parsnip turnip beet radish tomato potato pepper cucumber courgette aubergine " +
    "eggplant avocado mushroom chilli chile lemon lime orange apple pear banana mango peach plum apricot fig date cherry " +
    "tortilla wrap bun roll bagel sausage breast thigh fillet steak yolk white stalk cube clove leaf"
  ).split(" "),
);

/** Returns the plural of a food, or null if uncertain, or if another word changes too, as in "kleiner Apfel". */
export function countedPlural(food: string, style: NumberStyle): string | null {
  const [, before = "", last = food] = /^(.*\s)?(\S+)$/s.exec(food) ?? [];
  const isCapital = last[0] !== last[0]?.toLowerCase();
  const isGerman = isCapital && byEnd(plurals, foldForSearch(last)) !== null;
  if (isGerman && !(style === "en" && english.has(last.toLowerCase()))) {
    return before
      .trim()
      .split(/\s+/)
      .every((word) => /^(?:\p{Ll}+e)?$/u.test(word))
      ? pluralOf(food, "de")
      : null;
  }
  if (!english.has(last.toLowerCase()) || / (?:in|with|of|for|and|or) /.test(food)) return null;
  return before + englishPlural(last);
}

/** Handles only plurals that lose an ending: "eggs", "Zwiebeln". Null for all others, such as "leaves" and "Äpfel". */
export function countedSingular(food: string): string | null {
  const [, before = "", last = food] = /^(.*\s)?(\S+)$/s.exec(food) ?? [];
  const { length } = singularOf(foldForSearch(last));
  const one = last.slice(0, length);
  return length < last.length && countedPlural(one, "de") === last ? before + one : null;
}

function englishPlural(word: string): string {
  if (/(?:ch|sh|x|z|[pt]o|mato)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return word === "leaf" || word === "loaf" ? `${word.slice(0, -1)}ves` : `${word}s`;
}
