/** A tool's input, held against its schema before the tool runs. */
import { Kind, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { ApiError } from "../errors.ts";
import { fit } from "../http/input.ts";
import { inputRepair } from "./input-repair.ts";
import { ToolError } from "./refusal.ts";

/** A schema as it is published: plain JSON Schema, without what says nothing. */
export function published(schema: TObject): { type: "object"; [key: string]: unknown } {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === "minLength" && value === 0 ? undefined : value)));
}

/** The same schema, with the lengths of free text left to REST, which refuses them in its own words. */
export function withoutLengths(schema: TObject): TObject {
  return loosened(schema) as TObject;
}

function loosened(schema: TSchema): TSchema {
  if (schema[Kind] === "Text") return Type.String({ description: schema.description });
  if (schema.type === "array") return { ...schema, items: loosened(schema.items) };
  if (schema.type !== "object") return schema;
  const fields = Object.entries((schema as TObject).properties).map(([name, field]) => [name, loosened(field)]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/**
 * The arguments of a call, if they fit. `shape` is a schema without lengths.
 * @throws ToolError that names the parameter, and what to send in its place.
 */
export function readInput(shape: TObject, input: unknown): object {
  try {
    return fit(shape, input ?? {}, "") as object;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ToolError(error.message, inputRepair(shape, input, error.message));
  }
}
