/** Reads lines about time and servings in ten languages: `Serves 4`, `Total time: 1½ hours`, `4 Portionen | 30 Min.` */
import { readFigure } from "#lib/ingredients/numbers.ts";
import { isMeasure, unitOf } from "#lib/ingredients/units.ts";

/** Servings and times of a line. `total` and `parts`, the sum of partial times, are in minutes, or 0 if missing. */
export type TimeAndYield = { readonly servings: number | null; readonly total: number; readonly parts: number };

const maxLength = 160;

const sticky = (pattern: string) => new RegExp(pattern, "iuy");
const wordEnd = "(?!\\p{L})";

const separators = sticky("[\\s\\p{P}\\p{S}]*");
const approximately = sticky(
  "\\s*[:：=]?\\s*(?:(?:about|approx(?:imately)?|around|enough(?:\\sfor)?|circa|ca|etwa|ungefähr|env|environ)(?!\\p{L})\\.?\\s*|~\\s*)?",
);
const rangeMark = sticky(`\\s*(?:[-–—‑]|(?:to|or|bis|oder|à|a|tot|till|do)${wordEnd})\\s*`);
const conjunction = sticky(`\\s*(?:[,&+]|(?:and|und|et|y|e|en|och|og|ja|i)${wordEnd})?\\s*`);

const times = [
  [1_440, "d|days?|tage?"],
  [
    60,
    "h|hrs?|hours?|hur|std|stunden?|heures?|horas?|or[ae]|uur|uren|tim|timm(?:e|ar)|timer?|godz|godzin[ay]?|tuntia?",
  ],
  [1, "m|mins?|minutes?|minuten?|minuter|minutter|minuti|minutos?|minut[ay]?|minuut|minuuttia"],
  [1 / 60, "s|secs?|seconds?|sek|sekunden?"],
] as const;
const timeUnits = times.map(([minutes, names]) => [minutes, sticky(`\\s*(?:${names})${wordEnd}\\.?`)] as const);
const furtherTime = sticky(`,?\\s*(?:\\+|plus|zzgl\\.?)\\s[\\p{L}\\s]{1,40}${wordEnd}`);
const repeatedUnit = sticky(`\\s+(?:mins?|minutes?|hrs?|hours?)${wordEnd}`);

const wholeTime =
  "total(?:e|t)?(?:\\s?time)?|ready in|takes|time needed|time|duration|gesamt\\p{L}{0,20}|insgesamt|fertig in|dauer|zeit|" +
  "zeitaufwand|temps(?:\\stotal|(?!\\s\\p{L}))|durée(?:\\stotale)?|prête?s? en|tiempo(?:\\stotal|(?!\\s\\p{L}))|duración|listo en|tempo(?:\\stotale?|(?!\\s\\p{L}))|" +
  "pronto in|totale (?:bereidings)?tijd|tijd|klaar in|czas(?!\\s\\p{L})|tid(?:\\si\\salt)?|totaltid|kokonaisaika|aika";
const partTime =
  "(?:active|prep(?:aration)?|preparing|hands[- ]on|inactive|additional|passive|oven)(?:\\s?time)?|" +
  "[\\p{L}/-]{0,30}(?:zeit|dauer|tijd|tid|aika)|zubereitung|vorbereitung|(?:temps|tiempo|tempo|czas)(?:\\sd[ei])?\\s\\p{L}{1,20}|" +
  "préparation|cuisson|repos|preparación|cocción|preparo|cottura|preparazione|riposo";
/** Verbs of labels, as in `Bake time: 20 min`. Usually, a line that begins with such a verb is a step of the recipe. */
const cookingVerbs =
  "cook(?:ing)?|bak(?:e|ing)|rest(?:ing)?|chill(?:ing)?|marinat(?:e|ing)|ris(?:e|ing)|freez(?:e|ing)|cool(?:ing)?|" +
  "soak(?:ing)?|roast(?:ing)?|grill(?:ing)?|prov(?:e|ing)|proof(?:ing)?|stand(?:ing)?|backen|kochen|ruhen|garen|kühlen|ziehen";
const wholeLabel = sticky(`(?:${wholeTime})${wordEnd}`);
const partLabel = sticky(`(?:(?:${partTime})${wordEnd}|(?:${cookingVerbs})(?:\\s?time${wordEnd}|(?=\\s*[:：])))`);
const verbLabel = sticky(`(?:${cookingVerbs})${wordEnd}`);

const people =
  "serv(?:ings?|es)|portion(?:en|er|s)?|people|persons?|person(?:en|er|nes?|as?|e)|pers|porzion[ei]|porties?|porcj[aei]|" +
  "porciones|raciones|porções|pessoas|annosta|hengelle|osób|adults";
const peopleUnit = sticky(`\\s*(?:${people})${wordEnd}\\.?`);
const peopleLabel = sticky(
  `(?:(?:${people}|feeds|enough for|reicht für|ausreichend für|dosi(?:\\sper)?|liczba porcji|annoksia)${wordEnd}|` +
    `(?:antal|aantal|anzahl)(?:\\s(?:${people}))?${wordEnd})`,
);
const peopleRest = sticky(`\\s+(?:as\\s\\p{L}[\\p{L}\\d\\s]{0,60}|generously|comfortably)${wordEnd}`);
const forPeople = sticky("(?:for|für|pour|para|per|voor|för|til|dla)\\s+");
const yieldLabel = sticky(`(?:yields?|makes|ergibt|ergeben|menge|rendement|rinde|rendimento)${wordEnd}`);
const yieldedThing = sticky(
  `(?:\\s+(?!(?:${wholeTime}|${partTime}|${people})${wordEnd})(?!\\d+\\s?(?:min|h))[\\p{L}\\d"'-]{1,30}){0,5}`,
);

class Cursor {
  at = 0;

  constructor(readonly text: string) {}

  take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found !== undefined;
  }

  /** Calls `read`. If the result is null, moves the cursor back to where it was before the call. */
  attempt<Found>(read: () => Found | null): Found | null {
    const start = this.at;
    const found = read();
    if (found === null) this.at = start;
    return found;
  }

  /** Reads a number or a range. Returns both ends, which are equal for a number. Null if neither is at the cursor. */
  figures(): readonly [number, number] | null {
    const low = this.figure();
    if (low === null) return null;
    const high = this.attempt(() => (this.take(rangeMark) ? this.figure() : null));
    return [low, high ?? low];
  }

  private figure(): number | null {
    const found = readFigure(this.text, this.at);
    if (found) this.at = found.end;
    return found?.value ?? null;
  }
}

const minutesAlone = sticky("[0-5]\\d(?![\\d\\p{L}])");

function takeTimes(cursor: Cursor): number | null {
  let sum: number | null = null;
  for (let count = 0; count < 4; count++) {
    const next = cursor.attempt(() => {
      if (sum !== null) cursor.take(conjunction);
      const figures = cursor.figures();
      const unit = figures && timeUnits.find(([, names]) => cursor.take(names));
      return unit ? { minutes: figures[1] * unit[0], isHours: unit[0] === 60 } : null;
    });
    if (next === null) break;
    sum = (sum ?? 0) + next.minutes;
    // The minutes in "1h30" have no unit.
    const start = cursor.at;
    if (next.isHours && cursor.take(minutesAlone)) return sum + Number(cursor.text.slice(start, cursor.at));
    cursor.take(repeatedUnit);
  }
  if (sum !== null) cursor.take(furtherTime);
  return sum;
}

function takeTime(cursor: Cursor, isCertain: boolean): Pick<TimeAndYield, "total" | "parts"> | null {
  return cursor.attempt(() => {
    const isWhole = cursor.take(wholeLabel);
    const isPart = !isWhole && (cursor.take(partLabel) || (isCertain && cursor.take(verbLabel)));
    cursor.take(approximately);
    const minutes = takeTimes(cursor);
    if (minutes === null) return null;
    const isNamed = isWhole || isPart;
    const isPartAfter = !isNamed && cursor.attempt(() => (takeLabelAfter(cursor) ? true : null)) !== null;
    return isPart || isPartAfter ? { total: 0, parts: minutes } : { total: minutes, parts: 0 };
  });
}

const blanks = sticky("\\s*");

function takeLabelAfter(cursor: Cursor): boolean {
  cursor.take(blanks);
  return cursor.take(partLabel) || cursor.take(verbLabel);
}

function takeServings(cursor: Cursor): number | null {
  return cursor.attempt(() => {
    const isYield = cursor.take(yieldLabel);
    const isLabelled = isYield || cursor.take(peopleLabel);
    cursor.take(approximately);
    if (cursor.take(forPeople)) cursor.take(approximately);
    const [number] = cursor.figures() ?? [null];
    if (number === null) return null;
    if (isYield) return cursor.attempt(() => takeYield(cursor, number));
    const hasUnit = cursor.take(peopleUnit);
    if (isLabelled) cursor.take(peopleRest);
    return isLabelled || hasUnit ? number : null;
  });
}

/** Returns the servings of a yield, or 0 if it is a measure: "Makes 3 cups" does not say how many servings. */
function takeYield(cursor: Cursor, number: number): number {
  const start = cursor.at;
  cursor.take(yieldedThing);
  const unit = unitOf(/\p{L}+/u.exec(cursor.text.slice(start, cursor.at))?.[0] ?? "");
  return unit && isMeasure(unit) ? 0 : number;
}

const remark = /(?<=[\p{L}\d.])\s*\([^()]{0,80}\)\.?$/u;

/** Reads a line about time or servings. Null if the line says anything else, even in addition. */
export function readTimeAndYield(line: string): TimeAndYield | null {
  if (line.length > maxLength) return null;
  const cursor = new Cursor(line.replace(remark, ""));
  const found: TimeAndYield[] = [];
  for (cursor.take(separators); cursor.at < cursor.text.length; cursor.take(separators)) {
    const servings = takeServings(cursor);
    const time = servings === null ? takeTime(cursor, found.length > 0) : null;
    if (servings === null && time === null) return null;
    const isCount = servings !== null && Number.isInteger(servings) && servings >= 1 && servings <= 100;
    found.push({ servings: isCount ? servings : null, total: 0, parts: 0, ...time });
  }
  if (found.length === 0) return null;
  return {
    servings: found.find(({ servings }) => servings !== null)?.servings ?? null,
    total: Math.max(...found.map(({ total }) => total)),
    parts: found.reduce((sum, { parts }) => sum + parts, 0),
  };
}

/** Returns the minutes of the time at the start of a text. Null if the text does not begin with a time. */
export function minutesOf(text: string): number | null {
  return takeTimes(new Cursor(text));
}
