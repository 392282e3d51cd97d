import { unitOf, type WrittenUnit } from "./units.ts";

/** Converts "red big" to "red|big". "~" stands for the endings of German adjectives, and "_" for a blank. */
export const anyOf = (words: string) =>
  words.trim().replaceAll("~", "(?:e[mnrs]?)?").replaceAll("_", "\\s").replace(/\s+/g, "|");

export const tidy = (text: string) => text.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, "").replace(/\s+/g, " ");
/** Text that gives further forms of a word: "Zwiebel(n)", "Zwiebel / Zwiebeln". */
const forms =
  /\((?:n|en|er|e|s|r|nen)\)|(?<=\p{L})\/(?:n|en|e|s)(?!\p{L})|(?<=(?<![\p{L}])(\p{L}{2,30})) \/ \1\p{L}{0,3}(?!\p{L})/gu;

const noteStart =
  /[;([]|,(?!\d)|\s(?:[-–—+]|à|á|je|z\. ?B\.|e\.g\.|(?:ca\.?|about|or|oder)(?=\s[\d¼-¾⅐-⅞]))\s|\s(?=\d{1,4}\s?(?:ml|g|kg|oz|l)\b)/i;

const descriptive = new RegExp(
  `^(?:\\p{L}*(?:less|(?<!se)ed)|${anyOf(`
    large small medium ripe fresh firm lean raw long thick thin free-range organic unwaxed hot whole very and
    reif~ groß~ klein~ frisch~ dick~ dünn~ bio
  `)})$`,
  "iu",
);
const isDescription = (text: string) => (text.match(/[\p{L}-]+/gu) ?? [""]).every((word) => descriptive.test(word));

export function splitNote(rest: string): { food: string; note: string } {
  const text = rest.includes("/") || rest.includes("(") ? rest.replace(forms, "") : rest;
  const bracket = /^\s*\(([^()]*)\)\s*(?=\p{L})/u.exec(text);
  const body = bracket ? text.slice(bracket[0].length) : text;
  const remarks: string[] = bracket ? [bracket[1] ?? ""] : [];
  let end = 0;
  // The comma in "2 boneless, skinless chicken breasts" does not begin a note.
  for (let count = 0; count < 4; count++) {
    const next = noteStart.exec(body.slice(end));
    if (next === null) {
      end = body.length;
      break;
    }
    end += next.index;
    if (!isDescription(body.slice(0, end)) || next[0] === "(") break;
    end += next[0].length;
  }
  remarks.push(body.slice(end));
  return { food: tidy(body.slice(0, end)), note: tidy(remarks.map(tidy).filter(Boolean).join(", ")) };
}

/** Splits a unit off the end of a food: "3 garlic cloves", "2 Knoblauchzehen". Null if no unit is at the end. */
export function withTrailingUnit(food: string): { food: string; unit: WrittenUnit } | null {
  const found = /^(.*?\p{L})[ -]?(cloves?|zehen?|zehe|sprigs?|stalks?)$/iu.exec(food);
  const [, name = "", word = ""] = found ?? /^(.*\bcelery) (sticks?|ribs?)$/i.exec(food) ?? [];
  const unit = unitOf(word);
  if (name === "" || unit === null || (unit.id === "clove" && !/(?:garlic|knoblauch)$/i.test(name))) return null;
  return { food: name, unit };
}

const tail = new RegExp(
  `\\s(?:for (?!life)|to (?:taste|serve|finish|garnish|decorate|drizzle|dust|grease|glaze|coat|season)|at room|such as|` +
    "(?:as|if) needed|plus|or to taste|according|per |from |e\\.g\\.|zum|zur|f[uü]r|nach (?:geschmack|belieben|bedarf)|" +
    "aus der (?!dose)|z\\.? ?b\\.?|alternativ|ersatzweise|wahlweise|am stück).*$",
  "isu",
);

/** Removes what a food is used for: "oil for frying" becomes "oil". */
export const withoutUse = (food: string) => food.replace(tail, "");
