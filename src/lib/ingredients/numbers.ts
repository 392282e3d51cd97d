import { unitOf } from "./units.ts";

export type NumberStyle = "en" | "de";

export type Figure = {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** The decimal mark, or "/" for a fraction. */
  readonly mark: "" | "." | "," | "/";
};

const valuesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(text.split(" ").map((entry) => [entry.split(":")[0] ?? "", Number(entry.split(":")[1])]));

const vulgar = new Map(
  "¼1/4 ½1/2 ¾3/4 ⅐1/7 ⅑1/9 ⅒1/10 ⅓1/3 ⅔2/3 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5 ⅙1/6 ⅚5/6 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8"
    .split(" ")
    .map((entry) => [entry[0] ?? "", Number(entry[1]) / Number(entry.slice(3))]),
);

const words = valuesOf(
  "one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 fifteen:15 twenty:20 " +
    "half:0.5 dozen:12 ein:1 eine:1 einen:1 einer:1 eines:1 zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 " +
    "neun:9 zehn:10 zwölf:12 dutzend:12 halbe:0.5 halber:0.5 halbes:0.5 halben:0.5 anderthalb:1.5 eineinhalb:1.5 " +
    "zweieinhalb:2.5",
);

const fraction = /(?:(\d{1,3})(?:\s{1,3}(?:(?:&|and|und)\s{1,3})?|-))?(\d{1,3})\s?[/⁄]\s?(\d{1,3})(?!\d)/y;
const glyph = /(?:(\d{1,4})(?:\s{1,3}(?:(?:&|and|und)\s{1,3})?|-)?)?([¼-¾⅐-⅞])/y;
const decimal = /(\d{1,6}(?:[.,]\d{3}(?![\d.,]))?|\d{0,6})(?:([.,])(\d{1,4}))?(?!\d)/y;
const nextWord = /\s?(\p{L}{1,20})/uy;
const word = /\p{L}{2,12}(?![\p{L}\p{N}])/uy;

function at(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

export function readFigure(text: string, start: number): Figure | null {
  const parts = at(fraction, text, start);
  if (parts) {
    const [all, whole = "0", above = "0", below = "1"] = parts;
    const isRange = parts[1] !== undefined && all.startsWith(`${whole}-`) && Number(above) >= Number(below);
    // Numbers with a slash that are no fractions: "80/20 ground beef", "16/20 shrimp".
    const isLarge = above.length > 1 && (Number(above) >= Number(below) || Number(below) > 16);
    const isGrade = isLarge && unitOf(at(nextWord, text, start + all.length)?.[1] ?? "") === null;
    if (isGrade && parts[1] === undefined) return null;
    if (Number(below) > 0 && Number(below) <= 32 && !isRange && !isGrade) {
      return figure(Number(whole) + Number(above) / Number(below), start, all, "/");
    }
  }
  const mixed = at(glyph, text, start);
  if (mixed) return figure(Number(mixed[1] ?? 0) + (vulgar.get(mixed[2] ?? "") ?? 0), start, mixed[0], "/");
  const plain = at(decimal, text, start);
  if (plain?.[0]) {
    const [all, whole = "", mark, rest] = plain;
    if (whole === "" && (rest === undefined || mark === ",")) return null;
    const thousands = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(whole);
    const ones = thousands ? `${thousands[1]}${thousands[2]}` : whole.replace(",", ".");
    return figure(Number(`${ones || 0}${rest === undefined ? "" : `.${rest}`}`), start, all, (mark ?? "") as "." | ",");
  }
  return readWord(text, start);
}

const restOfName = new RegExp(
  "\\s?[%‰°]|(?:er|nd|rd|th)(?!\\p{L})|[\\s-]?up(?!\\p{L})|(?<=half)\\s(?:and|&|n)\\shalf|" +
    "\\s(?:(?:grain|island|korn|proof)(?!\\p{L})|in\\s\\d|spices?\\s(?:powder|blend|mix|seasoning|rub)|" +
    "bean\\s(?:mix|salad|soup|blend)|cheese\\s(?:blend|mix|sauce|pizza|ravioli|tortellini)|" +
    "days?\\s|(?:years?|yr|months?|weeks?|minutes?|mins?|seconds?|jahre?|monate?|wochen?|tage?|minuten?)[\\s-])",
  "iuy",
);

/** Whether the number that ends at `end` belongs to a name, as in "7-Up", "3,5 % Milch" and "405er Mehl". */
export function isPartOfName(text: string, end: number): boolean {
  return at(restOfName, text, end) !== null;
}

function readWord(text: string, start: number): Figure | null {
  if (start > 0 && /[\p{L}\p{N}]/u.test(text[start - 1] ?? "")) return null;
  const found = at(word, text, start)?.[0] ?? "";
  const value = words.get(found.toLowerCase());
  if (value === undefined) return null;
  const after = text.slice(start + found.length, start + found.length + 10);
  const half = value === 1 ? /^(?:\s+|-)(?:half|halbe[nrs]?)(?!\p{L})/iu.exec(after) : null;
  if (half) return figure(0.5, start, found + half[0], "");
  const article = /^half$/i.test(found) ? /^\s+an?(?=\s)/i.exec(after) : null;
  return figure(value, start, found + (article?.[0] ?? ""), "");
}

function figure(value: number, start: number, text: string, mark: Figure["mark"]): Figure {
  return { value, start, end: start + text.length, mark };
}

const glyphs = new Map([
  [0.25, "¼"],
  [0.5, "½"],
  [0.75, "¾"],
  [1 / 3, "⅓"],
  [2 / 3, "⅔"],
]);

export function writeFraction(value: number, style: NumberStyle): string {
  const whole = Math.floor(value);
  for (const [part, text] of glyphs) {
    if (Math.abs(value - whole - part) < 0.01) return `${whole || ""}${text}`;
  }
  return writeDecimal(value, style);
}

export function writeDecimal(value: number, style: NumberStyle): string {
  const text = String(Math.round(value * 100) / 100);
  return style === "de" ? text.replace(".", ",") : text;
}
