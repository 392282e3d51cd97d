import { Kind, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { isStorable } from "#lib/wire.ts";
import { examine } from "#platform/http/validation.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { combineErrors, ToolError, wrongParameter } from "../output/tool-error.ts";
import type { Context, RawResult, Tool, ToolAnswer } from "../tool.ts";
import { coerce, withoutClientParameters } from "./coerce.ts";
import { inputRepair } from "./input-hints.ts";
import { unlistedMinimum } from "./parameters.ts";
import { resolveIds } from "./records.ts";
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

/** Refuses texts that are too long or cannot be stored. Must come first: tools insert texts into URL paths. */
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

/** Validates and converts the input of a tool. @throws ToolError if a text is too long or cannot be stored */
export function readInput(shape: TObject, sent: unknown, note: Note, schema = shape) {
  requirePlainText(sent, "", maxDepth);
  const faults: ToolError[] = [];
  const refuse = (fault: ToolError) => faults.push(fault);
  const input = coerce(shape, withoutClientParameters(shape, sent) ?? {}, "", { note, refuse });
  requirePlainText(input, "", maxDepth); // JSON in a text can hold other texts.
  const { normal, faults: misfits } = findErrors(shape, input, schema);
  return { value: normal as object, faults: [...faults, ...misfits] };
}

function findLengthErrors(schema: TObject, value: object): readonly ToolError[] {
  return findErrors(schema, copyJson(value)).faults.filter(({ code }) => code === "out_of_range");
}

/** Copies a JSON value up to a maximum depth. `structuredClone` fails on values that are nested very deeply. */
function copyJson<Value>(value: Value, depth = maxDepth): Value {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((each) => copyJson(each, depth - 1)) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyJson(field, depth - 1)])) as Value;
}

const maxErrors = 40;

/** Finds the errors of an input. `schema` has the maximum lengths, so the messages equal those of the REST API. */
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

/** Returns how to correct the parameter `place`, or null if the first error is in another parameter. */
export function repairForParameter(schema: TObject, sent: unknown, place: string): string | null {
  const input = coerce(schema, withoutClientParameters(schema, sent) ?? {}, "", { note() {}, refuse() {} });
  const [first] = findErrors(schema, input).faults;
  return first?.field === place ? first.repair : null;
}

/** Runs a tool. @throws ToolError with all errors that can be found before anything is written */
export async function runTool(
  { tool, shape }: CatalogueEntry,
  context: Context,
  dryRun: () => Context,
  sent: unknown,
): Promise<ToolAnswer | RawResult> {
  const { value: read, faults } = readInput(shape, sent, context.note, tool.input);
  const unknown: ToolError[] = [];
  const refuse = (fault: ToolError) => unknown.push(fault);
  const value = (await resolveIds(context, tool.input, read, tool.does === "deletes", refuse)) as object;
  const [first, ...others] = [...faults, ...unknown];
  try {
    if (first)
      throw combineErrors([first, ...others, ...(await findLaterErrors(tool, dryRun(), value, [first, ...others]))]);
    return await tool.run(context, value as never);
  } catch (error) {
    throw error instanceof ToolError ? withLengthErrors(tool, value, error) : error;
  }
}

/** Runs the tool as a dry run to find further errors. Leaves out the fields that are already known to be invalid. */
async function findLaterErrors(
  tool: Tool,
  dryRun: Context,
  value: object,
  known: readonly ToolError[],
): Promise<readonly ToolError[]> {
  if (tool.isOpenWorld) return [];
  const rest = copyJson(value);
  for (const { field } of known) if (field !== null) removeAt(rest, field);
  try {
    await tool.run(dryRun, rest as never);
  } catch (error) {
    if (!(error instanceof ToolError)) return [];
    const all = [error, ...error.others];
    for (const each of all) each.others = [];
    return all.filter(
      ({ field, status }) => status === null && field !== null && valueAt(rest, segmentsOf(field)) !== undefined,
    );
  }
  return [];
}

function withLengthErrors({ input }: Tool, value: object, error: ToolError): ToolError {
  if (error.status !== null && error.code !== "out_of_range") return error;
  const known = [error, ...error.others];
  const isKnown = ({ field, message }: ToolError) =>
    known.some((each) => each.field === field || (each.status !== null && reasonOf(each) === reasonOf({ message })));
  const [doubtful, ...certain] = findLengthErrors(input, value);
  const isSame = doubtful === undefined || isKnown(doubtful);
  return combineErrors([error, ...(isSame ? [] : [doubtful]), ...certain.filter(({ field }) => field !== error.field)]);
}

const reasonOf = ({ message }: Pick<ToolError, "message">) => message.slice(message.indexOf(": ") + 2);

const segmentsOf = (place: string) => place.match(/[^.[\]]+/g) ?? [];

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  const isOwn = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isOwn ? valueAt((value as Record<string, unknown>)[name], rest) : undefined;
}

function removeAt(value: object, place: string): void {
  const segments = segmentsOf(place);
  const last = segments.pop() ?? "";
  const owner = valueAt(value, segments);
  if (!Array.isArray(owner)) {
    if (typeof owner === "object" && owner !== null) delete (owner as Record<string, unknown>)[last];
  } else if (owner.some((each) => typeof each === "object")) owner[Number(last)] = {};
  else removeAt(value, place.slice(0, place.lastIndexOf("[")));
}
