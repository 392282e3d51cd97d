import { Field, item, Param, textFields } from "../../input/parameters.ts";
import { instantAt, readLocalTime } from "../../input/times.ts";
import { estimateTokens } from "../../output/answers.ts";
import { bare, dayLine, instantLine, joinParts, quoted, wallOf } from "../../output/format.ts";
import { type ParameterNames, type Repairs, reasonIn, type ToolError } from "../../output/tool-error.ts";
import { type RestAnswer, withRepair } from "../../rest-client.ts";
import { type Context, toolsOf, type Viewer } from "../../tool.ts";
import { type Block, listNotFoundRepair } from "./list-lookup.ts";

export const listTool = toolsOf("lists", {
  repairs: {
    not_found: listNotFoundRepair,
    "out_of_range items": "Parameter items: nothing was changed. Name 1 to 50, and send the rest in another call.",
  },
});

/** Schema of an item. `due` is in the household's local time. */
export const Item = item({ ...textFields("id", "text", "type", "due", "member", "under"), done: Field.flag });

export const NamedItem = item(textFields("id", "text"));

/** Limits of the REST API on items in one call. The minimum is given so that an error message states both limits. */
export const itemsPerCall = { minItems: 1, maxItems: 50 };

export const dueParameter = Param.moment("2026-11-27 or a weekday; a time may follow");

export function itemView(block: Block, { nameOf, timeZone, shortId }: Viewer, maxLength = 2000) {
  const id = shortId("block", block.id);
  const { type, content, done, parentId } = block;
  const member = block.memberId === null ? undefined : nameOf(block.memberId);
  const due = block.dueDate === null ? undefined : dueField(block.dueDate, timeZone);
  const what = type === "divider" ? "a divider" : quoted(maxLength < 2000 ? shorten(content, maxLength) : content);
  const mark = type === "task" ? (done ? "[x] " : "[ ] ") : type === "divider" ? "" : `${type} `;
  const line = joinParts([
    `${parentId === null ? "" : "  "}- ${mark}${what}`,
    block.dueDate !== null && `due ${dueLine(block.dueDate, timeZone)}`,
    member !== undefined && bare(member),
    `id ${id}`,
  ]);
  const under = parentId === null ? undefined : shortId("block", parentId);
  return { line, fields: { id, text: shorten(content, maxLength), type, done, due, member, under } };
}

/** Maximum number of characters of an item's text in the result of a change, whose caller knows the text. */
export const maxEchoed = 60;

/** Maximum number of tokens of an item's text. Fifty such texts with ids fit in one result. */
const maxTextTokens = 100;

function shorten(content: string, maxLength: number): string {
  const points = [...content];
  let end = points.length > maxLength ? maxLength - 1 : points.length;
  if (maxLength <= maxEchoed) while (estimateTokens(points.slice(0, end).join("")) > maxTextTokens) end -= 4;
  return end < points.length ? `${points.slice(0, end).join("")}…` : content;
}

/** Returns the steps that read a due time and a member. A due date alone means the beginning of that day. */
export function detailSteps(context: Context, { due, member }: { due?: string; member?: string }, path: string) {
  const readDue = () => {
    if (due === undefined) return;
    const { date, time } = readLocalTime(due, context.clock, `${path}.due`);
    return instantAt(date, time ?? "00:00", context.timeZone);
  };
  return [readDue, () => (member === undefined ? undefined : context.memberId(member, `${path}.member`))] as const;
}

/** Formats a due time. Omits the time at the beginning of a day, even if the clocks skip midnight. */
function dueField(instant: string, timeZone: string): string {
  const { date, time } = wallOf(instant, timeZone);
  return instantAt(date, "00:00", timeZone) === instant ? date : `${date}T${time}`;
}

function dueLine(instant: string, timeZone: string): string {
  const due = dueField(instant, timeZone);
  return due.length === 10 ? dayLine(due) : instantLine(instant, timeZone);
}

/** One operation of a batch. `index` is the item's position in the input of the tool. */
export type Step = { readonly index: number; readonly operation: Readonly<Record<string, unknown>> };

export type ChangedBlock = Block & { readonly listId: string; readonly deleted?: true };

const operationNames = {
  blockId: "item",
  content: "text",
  dueDate: "due",
  memberId: "member",
  targetListId: "moveToList",
  parentId: "under",
  parentOperation: "under",
  beforeBlockId: "under",
  beforeId: "after",
};

/** Changes items, in the grocery list if `listId` is null. `names` are further parameter names. @throws ToolError */
export function changeItems(
  { rest }: Context,
  listId: string | null,
  steps: readonly Step[],
  names: ParameterNames = {},
): Promise<RestAnswer<{ listId?: string; blocks: ChangedBlock[] }>> {
  const path = listId === null ? "groceries" : `${listId}/blocks`;
  const body = { operations: steps.map(({ operation }) => operation) };
  const call = rest<{ listId?: string; blocks: ChangedBlock[] }>("POST", `/v1/lists/${path}/batch`, body);
  return withRepair(call, (error) => itemRepair(error, steps, { ...operationNames, ...names }));
}

const otherItemRepair = "take a text or id that list_lists returned for this list";

/** Sentences on how to correct a call, by error code, or by code and field. Other errors keep their own message. */
const repairs: Repairs = {
  limit_reached: "take another list, or make room with delete_list_items",
  "no_such_reference blockId": otherItemRepair,
  "no_such_reference parentId": otherItemRepair,
  "no_such_reference afterBlockId": otherItemRepair,
  "no_such_reference beforeBlockId": otherItemRepair,
  required: "give the item's text; only a divider has none",
};

const operationPath = /^operations\[(\d+)\](?:\.(\w+))?$/;

function itemRepair({ code, field: place, message }: ToolError, steps: readonly Step[], names: ParameterNames) {
  const [, index, field = null] = operationPath.exec(place ?? "") ?? [];
  const step = steps[Number(index)];
  if (place === null || index === undefined || !step) return null;
  const name = field === null ? "" : (names[field] ?? field);
  const path = `items[${step.index}]${name === "" ? "" : `.${name}`}`;
  const repair = repairs[`${code} ${field}`] ?? repairs[code] ?? reasonIn(message, place);
  return `Parameter ${path}: ${repair}. Nothing was changed: correct it and call again.`;
}
