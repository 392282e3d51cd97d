import { foldForSearch } from "#lib/case-folding.ts";
import { defaultEmoji } from "./writes.ts";

/**
 * Emojis for recipes. An emoji is used if its pattern of English and German words matches the name of the recipe in
 * lower case and without accents. If several patterns match, the first one counts.
 */
const emojis: readonly (readonly [string, RegExp])[] = [
  ["🍕", /pizza|flammkuchen/],
  ["🍔", /burger/],
  ["🌮", /taco|burrito|tortilla|wrap\b/],
  ["🍣", /sushi/],
  ["🍝", /pasta|spag[h]?etti|nudel|noodle|lasagn|maccaroni|gnocchi|penne|tagliatelle/],
  ["🥗", /salad|salat/],
  ["🍲", /soup|suppe|stew|eintopf|chil[l]?i|gulasch|goulash/],
  ["🍛", /curry|dal\b/],
  ["🥞", /pancake|pfannkuchen|crepe|kaiserschmarrn/],
  ["🧇", /waffle|waffel/],
  ["🧁", /muffin|cupcake/],
  ["🍪", /cookie|keks|platzchen|biscuit/],
  ["🥧", /\bpie\b|quiche|tarte?\b/],
  ["🍰", /cake|kuchen|torte/],
  ["🍞", /bread|brot|\brolls?\b|brotchen|focaccia/],
  ["🥪", /sandwich|toast/],
  ["🍗", /chicken|hahnchen|huhn|hendl|turkey|pute/],
  ["🐟", /fish|fisch|salmon|lachs|tuna|thunfisch|cod\b|forelle/],
  ["🥩", /steak|beef|rind|schnitzel|roast|braten|pork|schwein|meat|fleisch/],
  ["🍚", /rice|reis\b|risotto|paella/],
  ["🥔", /potato|kartoffel|rosti|puffer/],
  ["🍳", /\begg|\beier|omelet|fruhstuck/],
  ["🥣", /porridge|musli|muesli|oat|hafer/],
  ["🍨", /ice cream|\beis\b|sorbet/],
  ["🍓", /strawberr|erdbeer|jam\b|marmelade/],
  ["🍎", /apple|apfel/],
  ["🥤", /smoothie|shake|lemonade|limonade/],
];

export function guessEmoji(name: string): string {
  const text = foldForSearch(name);
  return emojis.find(([, words]) => words.test(text))?.[0] ?? defaultEmoji;
}
