import { foldForSearch } from "../case-folding.ts";

const sets = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words for size, freshness and preparation, no part of a food's name. German adjectives lack their endings. */
const dropped = sets(`
  a an the of some few about small medium large big huge tiny jumbo mini sized size regular good heaped thick thin thinly
  thickly long short plump generous sm md lg med extra virgin fresh freshly ripe overripe unripe firm raw organic
  free-range freerange free range quality good-quality best washed rinsed scrubbed peeled unpeeled trimmed cleaned
  cored pitted stoned deseeded seeded seedless hulled shelled boned boneless skinless skinned deveined chopped diced
  sliced cubed minced grated shredded crumbled torn halved quartered cut julienned crushed mashed beaten whisked
  melted softened sifted packed squeezed toasted roughly coarsely finely lightly well very loosely firmly room
  temperature cold chilled warm lukewarm hot boiling iced optional preferably medium-sized large-sized medium-size
  unwaxed untreated whole lean separated drained slivered segmented sprig sprigs leaves-picked picked dusted heaping
  rounded level zested juiced pounded snipped pressed bruised smashed bashed ready-made bite-size bite-sized
  frisch frischgepresst klein gross mittelgross mittler riesig dick dunn fein grob gehackt gewurfelt geschnitten
  gerieben gehobelt geschalt ungeschalt entkernt entsteint gepresst ausgepresst geputzt gewaschen halbiert geviertelt
  zerdruckt zerlassen geschmolzen weich kalt warm heiss lauwarm kochend zimmerwarm reif bio bio- unbehandelt
  ungespritzt natives nativ vergine etwas ca evtl eventuell ganz zerkleinert zerbroselt gezupft aufgetaut abgetropft
  abgespult verquirlt geschlagen getrennt gesiebt klar kleingeschnitten feingehackt kleingehackt fettarm- kuchenfertig
  kl gr type typ mittel mittelgrosse stuck der die das den dem von vom
`);

/** Words for kinds of a food. They may follow a comma: "Paprika, rot". */
const kinds = sets(`
  red green yellow white black brown orange purple dark smoked dried frozen canned salted unsalted
  rot grun gelb weiss schwarz braun lila dunkel dunkl gerauchert getrocknet gesalzen ungesalzen gefroren tiefgekuhlt tk gemahlen
`);

/** Words of the list `dropped` that nevertheless belong to the name of certain foods: "crushed tomatoes". */
const keptInFoods: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:crushed|mashed|chopped|diced|beaten)$/, /^(?:tomato|pineapple|chilli|chili|rice|potato|egg|pepper$)/],
  [/^(?:minced|gehackt)$/, /^(?:beef|pork|lamb|chicken|turkey|veal|meat|fleisch)/],
  [/^(?:hot|warm|cold)$/, /^(?:sauce|dog|paprika|chil|pepper|mustard|salsa|cut|brew|madras|curry)/],
  [/^(?:iced|boiling)$/, /^(?:tea|coffee|bun|finger|potato|onion)/],
  [/^(?:fresh|frisch|raw)$/, /^(?:yeast|hefe|pasta|nudel|tagliatelle|ravioli|tortellini|cheese|sugar|cacao)/],
  [/^(?:whole|lean)$/, /^(?:milk|wheat|grain|meal|wholemeal|rye|spelt)/],
  [/^(?:sliced|slivered)$/, /^almond/],
  [/^(?:sliced|thick|thin|toasted|shredded)$/, /^(?:bread|cream|loaf|toast|sesame|coconut|wheat|oil|soy|rye)/],
  [/^(?:free|range)$/, /^(?:gluten|sugar|fat|dairy|lactose|flour)/],
  [/^(?:long|short|medium|round|large|small|baby|jumbo)$/, /^(?:grain|rib|crust|pasta|shell|korn)/],
  [/^(?:mini|extra|firm|regular|size|best)$/, /^(?:firm|tofu|hot|dark|cucumber|pepper)/],
  [/^(?:melted|pressed|softened)$/, /^(?:cheese|oil|olive)/],
  [/^(?:dunn|dick|weich|fein|grob)$/, /^(?:weizen|kase|salz|senf|leberwurst|mettwurst|zucker)/],
  [/^(?:klar|warm|heiss|kalt)$/, /^(?:brand|schnaps|suppe|ente)/],
  [/^(?:gerieben|gehackt|gehobelt|ganz|stuck)$/, /^(?:mandel|haselnuss|walnuss|nuss|tomate|kummel|pfeffer)/],
];

const stems = /(?:e|er|es|en|em|n)$/;

function stemIn(word: string, set: ReadonlySet<string>): string | null {
  if (set.has(word)) return word;
  if (!stems.test(word)) return null;
  const stem = word.replace(stems, "");
  return stem.length > 2 && set.has(stem) ? stem : null;
}

export function kindOf(word: string): string | null {
  const stem = stemIn(word, kinds);
  return stem === "dunkl" ? "dunkel" : stem;
}

export function isDropped(word: string, others: readonly string[]): boolean {
  const stem = stemIn(word, dropped);
  if (stem === null) return false;
  return !keptInFoods.some(([words, foods]) => words.test(stem) && others.some((other) => foods.test(other)));
}

const remark =
  /^(?:to|for|as|if|or|plus|optional|divided|see|more|such|about|at|from|in|on|with|without|preferably|e|or|and|use|not|recipe|store|homemade|zum|zur|nach|für|fur|aus|evtl|eventuell|bei|ca|mit|ohne|oder|nicht|etwas|z|alternativ|je|à|fur|frisch|vom|von|im|am|auf|sorte|type|typ|mehr|[a-z]+(?:ed|ly))(?![a-z])/;

/** Whether a note about a food is only a remark and names no other food. */
export function isRemark(note: string): boolean {
  const text = foldForSearch(note).replace(/^[^\p{L}]+/u, "");
  return (
    note.trimStart().startsWith("(") ||
    text === "" ||
    remark.test(text) ||
    isDescription(/^[^,;(]*/.exec(text)?.[0] ?? "")
  );
}

function isDescription(text: string): boolean {
  const words = foldForSearch(text).match(/[a-z-]+/g) ?? [];
  return words.length > 0 && words.every((word) => stemIn(word, dropped) !== null);
}
