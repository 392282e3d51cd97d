import { KeyedMutex } from "#lib/concurrency.ts";
import { type Repairs, reasonIn, ToolError } from "../../output/tool-error.ts";
import type { RestAnswer } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";
import type { Block } from "./list-lookup.ts";

/** One operation of a batch. `index` is the item's position in the input of the tool. */
export type Step = { readonly index: number; readonly operation: Readonly<Record<string, unknown>> };

export type ChangedBlock = Block & { readonly listId: string; readonly deleted?: true };

type Names = Readonly<Record<string, string>>;

/**
 * Sends a batch of operations on items. If `listId` is null, adds to the grocery list. `names` maps the operations'
 * fields in the REST API to the tool's parameters.
 * @throws ToolError that names the item
 */
export async function changeItems(
  { rest }: Context,
  listId: string | null,
  steps: readonly Step[],
  names: Names,
): Promise<RestAnswer<{ listId?: string; blocks: ChangedBlock[] }>> {
  const operations = steps.map(({ operation }) => operation);
  try {
    return await rest("POST", `/v1/lists/${listId === null ? "groceries" : `${listId}/blocks`}/batch`, { operations });
  } catch (error) {
    throw error instanceof ToolError ? withItemPath(error, steps, names) : error;
  }
}

const otherItemRepair = "take a text or id that list_lists returned for this list";

/**
 * Sentences that say how to correct a call. The key is the error code, or the error code and the field of the
 * operation. For an error without such a sentence, the error's own message is used.
 */
const repairs: Repairs = {
  limit_reached: "take another list, or make room with delete_list_items",
  "no_such_reference blockId": otherItemRepair,
  "no_such_reference parentId": otherItemRepair,
  "no_such_reference afterBlockId": otherItemRepair,
  "no_such_reference beforeBlockId": otherItemRepair,
  required: "give the item's text; only a divider has none",
};

const operationPath = /^operations\[(\d+)\](?:\.(\w+))?$/;

function withItemPath(error: ToolError, steps: readonly Step[], names: Names): ToolError {
  const [, index, field = null] = operationPath.exec(error.field ?? "") ?? [];
  const step = steps[Number(index)];
  if (error.field === null || index === undefined || !step) return error;
  const name = field === null ? "" : (names[field] ?? field);
  const path = `items[${step.index}]${name === "" ? "" : `.${name}`}`;
  const repair = repairs[`${error.code} ${field}`] ?? repairs[error.code] ?? reasonIn(error.message, error.field);
  return error.withRepair(`Parameter ${path}: ${repair}. Nothing was changed: correct it and call again.`);
}

/** Mutex for calls of tools that read and then write. Prevents duplicates from concurrent calls of a household. */
export const householdMutex = new KeyedMutex();
