import { Kind, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { isStorable } from "#lib/wire.ts";
import { examine } from "#platform/http/validation.ts";
import { ToolError, wrongParameter } from "../output/tool-error.ts";
import { withoutClientParameters } from "./absent-parameters.ts";
import { coerce } from "./coerce.ts";
import { inputRepair } from "./input-hints.ts";
import { unlistedMinimum } from "./parameters.ts";
import type { Note } from "./times.ts";

export function toJsonSchema(schema: TObject): { type: "object"; [key: string]: unknown } {
  return JSON.parse(
    JSON.stringify(schema, function (this: TSchema, key, value) {
      return key === "minLength" && (value === 0 || Object.hasOwn(this, unlistedMinimum)) ? undefined : value;
    }),
  );
}

/** Returns the schema without the maximum lengths of texts. The REST API checks the lengths. */
export function withoutLengths(schema: TObject): TObject {
  return loosen(schema) as TObject;
}

function loosen(schema: TSchema): TSchema {
  if (schema[Kind] === "Text") return Type.String({ description: schema.description });
  if (schema.type === "array") return { ...schema, items: loosen(schema.items) };
  if (schema.type !== "object") return schema;
  const fields = Object.entries((schema as TObject).properties).map(([name, field]) => [name, loosen(field)]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** Maximum length of a text in an argument. Greater than every limit of the REST API. */
const maxTextLength = 20_000;
const maxDepth = 6;

/**
 * Refuses texts that are too long or cannot be stored. This check must come first, because tools insert some texts into
 * URL paths.
 */
function requirePlainText(value: unknown, place: string, depth: number): void {
  if (depth === 0) return; // No tool takes anything as deep: what is, does not fit.
  if (typeof value === "string") {
    const wish =
      value.length > maxTextLength ? "must be much shorter" : "must not contain U+0000 or half a surrogate pair";
    if (value.length > maxTextLength || !isStorable(value)) {
      throw wrongParameter(place, wish, "send plain text, as people write it.");
    }
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) requirePlainText(item, `${place}[${index}]`, depth - 1);
  else if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value))
      requirePlainText(field, place === "" ? name : `${place}.${name}`, depth - 1);
  }
}

export type InputReading = { readonly value: object; readonly faults: readonly ToolError[] };

/** Validates and converts the input of a tool. @throws ToolError if a text is too long or cannot be stored */
export function readInput(shape: TObject, sent: unknown, note: Note, schema = shape): InputReading {
  requirePlainText(sent, "", maxDepth);
  const faults: ToolError[] = [];
  const refuse = (fault: ToolError) => faults.push(fault);
  const input = coerce(shape, withoutClientParameters(shape, sent) ?? {}, "", { note, refuse });
  requirePlainText(input, "", maxDepth); // JSON in a text can hold other texts.
  const { normal, faults: misfits } = findErrors(shape, input, schema);
  return { value: normal as object, faults: [...faults, ...misfits] };
}

export function findLengthErrors(schema: TObject, value: object): readonly ToolError[] {
  return findErrors(schema, copyJson(value)).faults.filter(({ code }) => code === "out_of_range");
}

/** Copies a JSON value up to a maximum depth. `structuredClone` fails on values that are nested very deeply. */
export function copyJson<Value>(value: Value, depth = maxDepth): Value {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((each) => copyJson(each, depth - 1)) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyJson(field, depth - 1)])) as Value;
}

const maxErrors = 40;

/**
 * Finds the errors of an input. The messages come from `schema`, which includes the maximum lengths of texts. The
 * messages therefore equal those of the REST API.
 */
function findErrors(shape: TObject, input: unknown, schema = shape) {
  const { normal, refusals } = examine(shape, input, "");
  const found = [...refusals.take(maxErrors)];
  const whole = found.length === 0 ? [] : [...examine(schema, normal, "").refusals.take(2 * maxErrors)];
  const faults = found.map((refusal) => {
    const { code, field, message } = whole.find((each) => each.field === refusal.field) ?? refusal;
    return new ToolError(code, field, message, inputRepair(shape, normal, refusal));
  });
  return { normal, faults };
}

/**
 * Returns the text that says how to correct the parameter `place`. Returns null if the first error is in another
 * parameter.
 */
export function repairForParameter(schema: TObject, sent: unknown, place: string): string | null {
  const input = coerce(schema, withoutClientParameters(schema, sent) ?? {}, "", { note() {}, refuse() {} });
  const [first] = findErrors(schema, input).faults;
  return first?.field === place ? first.repair : null;
}
