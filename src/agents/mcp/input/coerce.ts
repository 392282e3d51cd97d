import type { TObject, TSchema } from "@sinclair/typebox";
import { lexicons } from "#lib/phrases/index.ts";
import { wholeAmount } from "#lib/phrases/whole.ts";
import { isRecord, parseJson } from "#lib/values.ts";
import { type ColorKeyName, type MealType, mealTypes } from "#lib/wire.ts";
import { quotedShort } from "../output/format.ts";
import { type ToolError, wrongParameter } from "../output/tool-error.ts";
import type { Note } from "./times.ts";
import { byWord, plainPhrase } from "./words.ts";

const mealWords: Readonly<Record<MealType, string>> = {
  breakfast: "fruehstueck",
  morning_snack: "vormittagssnack|zweites_fruehstueck",
  lunch: "mittagessen|mittag",
  afternoon_snack: "nachmittagssnack",
  dinner: "abendessen|abendbrot|supper|evening_meal",
  evening_snack: "abendsnack",
};

const colorWords: Readonly<Record<ColorKeyName, string>> = {
  coral: "red|rot",
  tangerine: "orange",
  sunshine: "yellow|gelb",
  leaf: "green|gruen",
  teal: "turquoise|tuerkis|petrol",
  sky: "blue|blau",
  grape: "purple|violet|lila|violett",
  berry: "pink|magenta|rosa",
};

const visibilityWords = {
  personal: "private|privat|geheim|secret|hidden",
  shared: "public|everyone|gemeinsam|geteilt",
};

/** How much of a series a change is for. Nothing but `all` means all of it, because that changes the most. */
const scopeWords = {
  this: "single|one|once|instance|occurrence|only_this|this_one|this_only|this_event|this_instance|dieser|diese|dieses|nur_dieser",
  this_and_future: "future|following|this_and_following|from_here|ab_hier|ab_dann|dieser_und_folgende",
};

const kindWords = {
  event: "events|appointment|appointments|termin|termine",
  task: "tasks|todo|todos|aufgabe|aufgaben",
  list: "lists|liste|listen",
  recipe: "recipes|rezept|rezepte",
};

const synonyms = byWord(
  [mealWords, colorWords, visibilityWords, scopeWords, kindWords].flatMap((each) => Object.entries(each)),
);

/** Returns the meal that a word names, such as `Abendessen`. Null for any other word. */
export function mealTypeOf(word: string): MealType | null {
  const plain = plainPhrase(word).replaceAll(/[\s-]+/g, "_");
  return mealTypes.find((each) => each === plain || each === synonyms.get(plain)) ?? null;
}

const maxDepth = 4;

/** Converts values whose type is wrong but whose meaning is clear. Removes optional fields that are empty. */
export function coerce(
  schema: TSchema | undefined,
  value: unknown,
  place: string,
  reader: InputReporter,
  depth = 0,
): unknown {
  if (schema === undefined || value === null || value === undefined || depth > maxDepth) return value;
  const { note } = reader;
  if (schema.type === "array") return asList(schema, value, place, reader, depth);
  if (schema.type === "object") return asObject(schema as TObject, value, place, reader, depth);
  if (schema.type === "integer") return /Minutes$/.test(place) ? asMinutes(value, place, note) : asInteger(value);
  if (schema.type === "boolean") return asFlag(value);
  if (schema.enum) return asWord(schema.enum, value, place, note);
  return schema.type === "string" && typeof value === "number" && Number.isFinite(value) ? String(value) : value;
}

function asList(schema: TSchema, value: unknown, place: string, reader: InputReporter, depth: number): unknown {
  const parsed = typeof value === "string" && /^\s*\[/.test(value) ? parseJson(value, value) : value;
  const isScalar = typeof parsed === "number" || typeof parsed === "boolean" || typeof parsed === "string";
  const isText = isScalar && !/^\s*\[/.test(String(parsed));
  const isOne = schema.items.type === "object" ? isRecord(parsed) || isOnlyField(schema.items, parsed) : isText;
  const sent = isOne ? [parsed] : parsed;
  if (!Array.isArray(sent)) return value;
  const lines = splitNames(splitLines(schema, sent, isOne, place, reader.note), place, reader.note);
  const list = isOne && lines === sent && namesThings.test(place) ? splitCommas(sent, place, reader) : lines;
  return list.map((item, index) => coerce(schema.items, item, `${place}[${index}]`, reader, depth + 1));
}

const bullet = /^\s*(?:(?:[-–—*·▢☐◦‣]|\d{1,3}[.)])\s+|•\s*)?(?:\[[ xX]?\]\s+)?/u;

/** Splits the only text of a list at its line breaks. A name inside a list stays whole: the text of an item can have lines. */
function splitLines(
  schema: TSchema,
  sent: readonly unknown[],
  isOne: boolean,
  place: string,
  note: Note,
): readonly unknown[] {
  const [text, another] = sent;
  const takesLines = isOne || schema.items.type === "object" || schema.items.maxLength === undefined;
  if (typeof text !== "string" || another !== undefined || !takesLines || !/[\r\n]/.test(text.trim())) return sent;
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replace(bullet, "").trim())
    .filter((line) => line !== "");
  if (lines.length < 2) return sent;
  note(`${place}: one text of ${lines.length} lines taken as ${lines.length} texts.`);
  return lines;
}

const namesOfPeople = /(?:^|\.)(?:members|assignees)$/;

/** Splits the only text of a list of people into names: `Leo, Ben` or `Ben und Leo`. */
function splitNames(sent: readonly unknown[], place: string, note: Note): readonly unknown[] {
  const [text, another] = sent;
  if (typeof text !== "string" || another !== undefined || !namesOfPeople.test(place)) return sent;
  const names = text
    .slice(0, maxNamesLength)
    .split(/[,;&]|\s(?:and|und)\s/i)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length < 2 || text.length > maxNamesLength) return sent;
  note(`${place} read as ${names.length} people.`);
  return names;
}

const maxNamesLength = 1_000;

const namesThings = /(?:^|\.)(?:items|ingredients|faces|except|taskIds)$/;

/**
 * Splits a text that is sent for a list at its commas, as people write lists: “milk, bread and butter”. Refuses a text
 * with only one comma, because “2 onions, chopped” is one thing.
 */
function splitCommas(sent: readonly unknown[], place: string, { note, refuse }: InputReporter): readonly unknown[] {
  const [text] = sent;
  if (typeof text !== "string" || text.length > maxNamesLength) return sent;
  const parts = text.split(/\s*(?:;|,(?=\s))\s*/).filter((each) => each !== "");
  if (parts.length === 2) {
    const [list, one] = [JSON.stringify(parts), JSON.stringify([text])].map((each) =>
      quotedShort(each, 200).slice(1, -1),
    );
    refuse(wrongParameter(place, "is one text with a comma", `send a list: ${list}. If it is one thing: ${one}.`));
  }
  if (parts.length < 3) return sent;
  const words = [...parts.slice(0, -1), ...(parts.at(-1) ?? "").split(/\s+(?:and|und|&)\s+/i)];
  note(`${place}: one text taken as ${words.length} texts.`);
  return words;
}

function asObject(schema: TObject, value: unknown, place: string, reader: InputReporter, depth: number): unknown {
  const parsed = typeof value === "string" && /^\s*\{/.test(value) ? parseJson(value, value) : value;
  const object = typeof parsed === "string" ? asOnlyField(schema, parsed) : parsed;
  if (!isRecord(object)) return value;
  const meant = Object.fromEntries(
    Object.entries(object).map(([name, field]) => [nameIn(schema, object, name), field]),
  );
  const fields = Object.entries(withoutAbsent(schema, meant, place, reader)).map(([name, field]) => {
    const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return [name, coerce(known, field, place === "" ? name : `${place}.${name}`, reader, depth + 1)];
  });
  return Object.fromEntries(fields);
}

/** Parameters by the wrong names that agents use. A header begins a section of a list, so agents write `section`. */
const otherNames = new Map([["section", "under"]]);

function nameIn({ properties }: TObject, sent: Readonly<Record<string, unknown>>, name: string): string {
  const other = otherNames.get(name);
  const isOther = other !== undefined && !Object.hasOwn(properties, name) && !Object.hasOwn(sent, other);
  return isOther && Object.hasOwn(properties, other) ? other : name;
}

function isOnlyField(schema: TObject, value: unknown): boolean {
  return (
    typeof value === "string" && value.trim() !== "" && !/^\s*[[{]/.test(value) && isRecord(asOnlyField(schema, value))
  );
}

/** Converts a text such as `Milk` to `{text: "Milk"}` if the object requires no other field. */
function asOnlyField({ required = [], properties }: TObject, text: string): unknown {
  const [name = Object.keys(properties)[0], another] = required;
  if (name === undefined || another !== undefined) return text;
  const field = properties[name];
  return field?.type === "string" && !field.enum ? { [name]: text } : text;
}

function asInteger(value: unknown): unknown {
  return typeof value === "string" && /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/.test(value) ? Number(value) : value;
}

const maxDurationLength = 40;

/** Reads a duration such as `90`, `1h`, `1:30` or `half an hour`. */
function asMinutes(value: unknown, place: string, note: Note): unknown {
  const number = asInteger(value);
  if (typeof number !== "string" || number.length > maxDurationLength) return number;
  const minutes = durationOf(number.trim().toLowerCase());
  if (minutes === null) return value;
  note(`${place} read as ${minutes}.`);
  return minutes;
}

const oneAndAHalf = /^(?:anderthalb|eineinhalb|one and a half|1 ?½|1 1\/2)/;

function durationOf(text: string): number | null {
  const [, hours, minutes = "0"] = /^(\d{1,3})(?::|\s*h\s*)([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  const [, amount, unit = ""] = /^(\d{1,5}(?:[.,]\d{1,2})?)\s*(m|mins?|h|hrs?|std)\.?$/.exec(text) ?? [];
  if (amount === undefined) return wholeAmount(text.replace(oneAndAHalf, "1.5"), lexicons)?.minutes ?? null;
  const found = Number(amount.replace(",", ".")) * (unit.startsWith("m") ? 1 : 60);
  return Number.isInteger(found) ? found : null;
}

const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

function asFlag(value: unknown): unknown {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  return Object.hasOwn(flags, word) ? flags[word] : value;
}

const maxWordLength = 40;

function asWord(words: readonly string[], value: unknown, place: string, note: Note): unknown {
  if (typeof value !== "string" || words.includes(value) || value.length > maxWordLength) return value;
  const word = plainPhrase(value).replaceAll(/[\s-]+/g, "_");
  const same = words.filter((each) => each.toLowerCase() === word);
  if (same.length === 1) return same[0];
  const meant = synonyms.get(word);
  if (meant === undefined || !words.includes(meant)) return value;
  note(`${place} read as ${meant}.`);
  return meant;
}

type InputReporter = { readonly note: Note; refuse(fault: ToolError): void };

/**
 * Parameters that some clients add to every call. These parameters are removed. Numbers are issues of the client: n8n
 * (#21500, #22787), Cline (#9919), OpenHands, LangChain (#412), Neon (#353), Cursor, Claude Code.
 */
const clientParameters = new Set(
  "toolCallId sessionId action chatInput tool task_progress security_risk _meta user_context random_string reason".split(
    " ",
  ),
);

export function withoutClientParameters({ properties }: TObject, input: unknown): unknown {
  if (!isRecord(input)) return input;
  const isOwn = (name: string) => Object.hasOwn(properties, name) || !clientParameters.has(name);
  return Object.fromEntries(Object.entries(input).filter(([name]) => isOwn(name)));
}

/** Parameters for which an empty text has a meaning: the top level or the beginning of the list. */
const placeParameters: readonly string[] = ["under", "after"];
const countParameters: readonly string[] = ["durationMinutes", "servings"];

type Emptiness = "null" | "blank" | "0" | "[]";

type Fields = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";

function emptiness(name: string, value: unknown): Emptiness | null {
  if (value === null || value === undefined) return "null";
  if (countParameters.includes(name) && (value === 0 || value === "0")) return "0";
  return isBlank(value) && !placeParameters.includes(name) ? "blank" : null;
}

/** Parameters that say where a record goes, and those that name it. All others change the record itself. */
const moving: readonly string[] = [...placeParameters, "moveToList", "convertTo", "clear"];

/**
 * Like {@link emptiness}, for an object that changes a record. Clients that send all parameters also send `[]`, and a
 * blank place beside another change. A list that is emptied by that would lose data, and the record would move.
 */
function emptinessInChange(name: string, sent: Fields, required: readonly string[]): Emptiness | null {
  const value = sent[name];
  const cleared = Array.isArray(sent.clear) ? sent.clear : [sent.clear];
  if (Array.isArray(value) && value.length === 0) return cleared.includes(name) ? null : "[]";
  if (!placeParameters.includes(name) || !isBlank(value)) return emptiness(name, value);
  const others = Object.keys(sent).filter((each) => !required.includes(each) && !moving.includes(each));
  return others.some((each) => emptiness(each, sent[each]) === null) ? "blank" : null;
}

/**
 * Removes optional fields that are null or blank. Refuses the only such field of an object if `clear` could clear it,
 * because the agent may have meant to clear it.
 */
function withoutAbsent(
  { properties, required = [] }: TObject,
  sent: Fields,
  place: string,
  { note, refuse }: InputReporter,
): Fields {
  const path = place === "" ? "" : `${place}.`;
  // The tool save_check_in also makes check-ins, so that it does not require the id of the one that it changes.
  const isChange = properties.clear !== undefined && (required.length > 0 || emptiness("id", sent.checkInId) === null);
  const absent = Object.keys(sent).flatMap((name) => {
    const isOptional = Object.hasOwn(properties, name) && !required.includes(name);
    const find = () => (isChange ? emptinessInChange(name, sent, required) : emptiness(name, sent[name]));
    const as = isOptional ? find() : null;
    return as === null ? [] : [{ name, as }];
  });
  if (absent.length === 0) return sent;
  const clearable: readonly string[] = properties.clear?.items?.enum ?? [];
  const cleared = Array.isArray(sent.clear) ? sent.clear : [sent.clear];
  const doubtful = absent.filter(({ name }) => clearable.includes(name) && !cleared.includes(name));
  const isFilled = absent.length > 1;
  const isUnclear = ({ name, as }: (typeof absent)[number]) => placeParameters.includes(name) || as === "[]";
  for (const { name, as } of absent)
    if (name !== "clear" && isUnclear({ name, as }) && !clearable.includes(name))
      note(
        `${path.replace(/\d+/g, "")}${name}: ${as} taken as left out${as === "blank" ? ". Alone it means the top" : ""}.`,
      );
  for (const { name, as } of doubtful) {
    const clear = `send clear: ["${name}"]`;
    if (isFilled) note(`${path.replace(/\d+/g, "")}${name}: ${as} taken as left out; to empty it ${clear}.`);
    else {
      const repair = `leave it out to keep it; to empty it, leave it out and ${clear}.`;
      refuse(wrongParameter(`${path}${name}`, `must not be ${as}`, repair));
    }
  }
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !absent.some((each) => each.name === name)));
}
