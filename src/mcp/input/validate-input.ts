import { Kind, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { ApiError } from "../../errors.ts";
import { validate } from "../../http/validation.ts";
import { isStorable } from "../../wire.ts";
import { ToolError, wrongParameter } from "../output/tool-error.ts";
import { coerce } from "./coerce.ts";
import { inputRepair } from "./input-hints.ts";
import type { Note } from "./times.ts";

export function toJsonSchema(schema: TObject): { type: "object"; [key: string]: unknown } {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === "minLength" && value === 0 ? undefined : value)));
}

/** REST checks text lengths. */
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

/** Above every REST limit. */
const maxTextLength = 20_000;
const maxDepth = 6;

/** Tools put some texts into URL paths. */
function requirePlainText(value: unknown, place: string, depth: number): void {
  if (depth === 0) return; // No tool takes anything as deep: what is, does not fit.
  if (typeof value === "string") {
    const wish =
      value.length > maxTextLength ? "must be much shorter" : "must not contain U+0000 or half a surrogate pair";
    if (value.length > maxTextLength || !isStorable(value)) {
      throw wrongParameter(place, wish, `Parameter ${place}: send plain text, as people write it.`);
    }
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) requirePlainText(item, `${place}[${index}]`, depth - 1);
  else if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value))
      requirePlainText(field, place === "" ? name : `${place}.${name}`, depth - 1);
  }
}

/** @throws ToolError */
export function validateInput(shape: TObject, sent: unknown, note: Note): object {
  requirePlainText(sent, "", maxDepth);
  const input = coerce(shape, sent, "", note);
  requirePlainText(input, "", maxDepth); // JSON in a text can hold other texts.
  try {
    return validate(shape, input ?? {}, "") as object;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ToolError(error.code, error.field, error.message, inputRepair(shape, input, error));
  }
}

/** Null if another parameter fails first. */
export function misfitRepair(schema: TObject, sent: unknown, place: string): string | null {
  const input = coerce(schema, sent, "", () => {});
  try {
    validate(schema, input ?? {}, "");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.field === place ? inputRepair(schema, input, error) : null;
  }
  return null;
}
