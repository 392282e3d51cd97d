/** Changes of several items at once: all or none, one entry, one undo. */
import { KeyedMutex } from "../../../lib/concurrency.ts";
import { type Repairs, reasonIn, ToolError } from "../../output/tool-error.ts";
import type { RestAnswer } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";
import type { Block } from "./list-lookup.ts";

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
): Promise<RestAnswer<{ blocks: Changed[] }>> {
  const operations = steps.map(({ operation }) => operation);
  try {
    return await rest("POST", `/v1/lists/${listId}/blocks/batch`, { operations });
  } catch (error) {
    throw error instanceof ToolError ? atItem(error, steps, names) : error;
  }
}

const otherItem = "take a text or id that list_lists answered for this list";

/** What is to be done about refusals that say nothing of it themselves, by code and field of the operation. */
const repairs: Repairs = {
  limit_reached: "take another list, or make room with delete_list_items",
  not_movable: "move the task that it is under, or leave moveToList out",
  "no_such_reference blockId": otherItem,
  "no_such_reference parentId": otherItem,
  "no_such_reference afterBlockId": otherItem,
  "no_such_reference beforeBlockId": otherItem,
  required: "say what the item says; only a divider goes without",
};

const operationPath = /^operations\[(\d+)\](?:\.(\w+))?$/;

function atItem(error: ToolError, steps: readonly Step[], names: Names): ToolError {
  const [, index, field = null] = operationPath.exec(error.field ?? "") ?? [];
  const step = steps[Number(index)];
  if (error.field === null || index === undefined || !step) return error;
  const name = field === null ? "" : (names[field] ?? field);
  const place = `items[${step.index}]${name === "" ? "" : `.${name}`}`;
  const known = repairs[`${error.code} ${field}`] ?? repairs[error.code] ?? reasonIn(error.message, error.field);
  return error.withRepair(`Parameter ${place}: ${known}. Nothing was changed: correct it and call again.`);
}

/** One call per household at a time for tools that read before they write, so that two concurrent calls add nothing twice. */
export const householdMutex = new KeyedMutex();
