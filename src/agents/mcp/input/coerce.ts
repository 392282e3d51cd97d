import type { TObject, TSchema } from "@sinclair/typebox";
import { isRecord, parseJson } from "#lib/values.ts";
import type { ColorKeyName, MealType } from "#lib/wire.ts";
import { type InputReporter, withoutAbsent } from "./absent-parameters.ts";
import { plainPhrase } from "./plain-phrase.ts";
import type { Note } from "./times.ts";

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

const synonyms = new Map(
  [mealWords, colorWords].flatMap((words) =>
    Object.entries(words).flatMap(([value, names]) => names.split("|").map((name) => [name, value] as const)),
  ),
);

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
  if (schema.type === "integer") return asInteger(value);
  if (schema.type === "boolean") return asFlag(value);
  if (schema.enum) return asWord(schema.enum, value, place, note);
  return schema.type === "string" && typeof value === "number" && Number.isFinite(value) ? String(value) : value;
}

function asList(schema: TSchema, value: unknown, place: string, reader: InputReporter, depth: number): unknown {
  const parsed = typeof value === "string" && /^\s*\[/.test(value) ? parseJson(value, value) : value;
  const isScalar = typeof parsed === "number" || typeof parsed === "boolean" || typeof parsed === "string";
  const isText = isScalar && !/^\s*\[/.test(String(parsed));
  const isOne = schema.items.type === "object" ? isRecord(parsed) || isOnlyField(schema.items, parsed) : isText;
  const list = isOne ? [parsed] : parsed;
  if (!Array.isArray(list)) return value;
  return list.map((item, index) => coerce(schema.items, item, `${place}[${index}]`, reader, depth + 1));
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

/**
 * Other names that agents use for parameters. In a list, a header begins a section, so agents write `section` instead
 * of `under`.
 */
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
