/** Runs tools so that one error result reports all errors of a call. */
import type { CatalogueEntry } from "../catalogue.ts";
import { combineErrors } from "../output/combine-errors.ts";
import { ToolError } from "../output/tool-error.ts";
import type { Context, RawResult, Tool, ToolAnswer } from "../tool.ts";
import { resolveIds } from "./records.ts";
import { copyJson, findLengthErrors, readInput } from "./validate-input.ts";

/** Runs a tool. @throws ToolError with all errors that can be found before anything is written */
export async function runTool(
  { tool, shape }: CatalogueEntry,
  context: Context,
  dryRun: Context,
  sent: unknown,
): Promise<ToolAnswer | RawResult> {
  const { value: read, faults } = readInput(shape, sent, context.note, tool.input);
  const unknown: ToolError[] = [];
  const value = resolveIds(context, tool.input, read, (fault) => unknown.push(fault)) as object;
  const [first, ...others] = [...faults, ...unknown];
  try {
    if (first)
      throw combineErrors([first, ...others, ...(await findLaterErrors(tool, dryRun, value, [first, ...others]))]);
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
    return [error, ...error.others].filter(
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
