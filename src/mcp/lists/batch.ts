/** Changes of several items at once: all or none, one entry, one undo. */
import { KeyedMutex } from "../../lib/concurrency.ts";
import { ToolError } from "../refusal.ts";
import type { Answered } from "../rest.ts";
import type { Context } from "../tool.ts";
import type { Block } from "./known.ts";

/** One operation of REST's batch, for the item of the tool's input at `index`. */
export type Step = { readonly index: number; readonly operation: Readonly<Record<string, unknown>> };

/** What REST answers of an operation; `deleted` alone with `id` where it deleted. */
export type Changed = Block & { readonly listId: string; readonly deleted?: true };

type Names = Readonly<Record<string, string>>;

/**
 * Carries steps out, and answers one block for each. `names` are the tool's words for the fields of an operation; "" for the
 * item itself.
 * @throws ToolError in REST's words, with a repair that names the item by its place in the tool's input.
 */
export async function changeItems(
  { rest }: Context,
  listId: string,
  steps: readonly Step[],
  names: Names,
): Promise<Answered<{ blocks: Changed[] }>> {
  const operations = steps.map(({ operation }) => operation);
  try {
    return await rest("POST", `/v1/lists/${listId}/blocks/batch`, { operations });
  } catch (error) {
    throw error instanceof ToolError ? atItem(error, steps, names) : error;
  }
}

/** What is to be done about refusals that say nothing of it themselves. */
const repairs: Readonly<Record<string, string>> = {
  "A list holds at most 1,000 blocks": "take another list, or make room with delete_list_items",
  "A subtask cannot be moved to another list": "move the task that it is under, or leave moveToList out",
  "no such block": "take a text or id that list_lists answered for this list",
  "is required": "say what the item says; only a divider goes without",
};

function atItem(error: ToolError, steps: readonly Step[], names: Names): ToolError {
  const [, index, field, ofField, ofItem] =
    /^operations\[(\d+)\](?:\.(\w+): ([\s\S]+)|: ([\s\S]+))$/.exec(error.message) ?? [];
  const step = steps[Number(index)];
  if (index === undefined || !step) return error;
  const name = field === undefined ? "" : (names[field] ?? field);
  const place = `items[${step.index}]${name === "" ? "" : `.${name}`}`;
  const expected = ofField ?? ofItem ?? "";
  const repair = `Parameter ${place}: ${repairs[expected] ?? expected}. Nothing was changed: correct it and call again.`;
  return new ToolError(error.message, repair, error.status, error.retryAfterSeconds);
}

/** One call per household at a time for tools that read before they write, so that two concurrent calls add nothing twice. */
export const householdMutex = new KeyedMutex();
