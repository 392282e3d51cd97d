import { foldText } from "#lib/case-folding.ts";
import { findGroceryList, hasGroceryName } from "#lib/grocery-list.ts";
import type { List, ListWithBlocks, SectionWithLists, Subtask } from "#lists/model.ts";
import { type Named, wordsOf } from "../../input/names.ts";
import { recordId, recordIdAmong } from "../../input/records.ts";
import type { Note } from "../../input/times.ts";
import { quotedShort, withinQuotes } from "../../output/format.ts";
import { ToolError } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";

export const itemTypes = ["task", "header", "paragraph", "divider"] as const satisfies readonly Subtask["type"][];

export type Block = Subtask & { readonly subtasks?: readonly Subtask[] };

/** Lookup of lists that reads only what is needed. All but `listHeader` and lookups by id require `lists.read`. */
export type ListLookup = {
  sections(): Promise<readonly SectionWithLists[]>;
  /** Returns the id of a list from its name or id. @throws ToolError that lists the names */
  listId(nameOrId: string, parameter?: string, note?: Note): Promise<string>;
  sectionId(nameOrId: string, parameter?: string): Promise<string>;
  /** Returns a list with its items. @throws ToolError `List not found` */
  list(id: string): Promise<ListWithBlocks>;
  /** Returns a list. The items are missing if the API key may write but not read. @throws ToolError `List not found` */
  listHeader(id: string): Promise<List | ListWithBlocks>;
};

/** Returns a lookup that reads each list at most once. */
export function listLookup(context: Context): ListLookup {
  const { rest } = context;
  const lists = new Map<string, Promise<ListWithBlocks>>();
  let reading: Promise<readonly SectionWithLists[]> | undefined;
  const lookup: ListLookup = {
    sections() {
      reading ??= rest<{ sections: SectionWithLists[] }>("GET", "/v1/lists").then(({ body }) => body.sections);
      return reading;
    },
    async listId(nameOrId, parameter = "list", note) {
      const named = async () => namedLists(await lookup.sections());
      const text = withinQuotes(nameOrId);
      try {
        return await recordId(context, "list", text, named, parameter, note);
      } catch (error) {
        const id = note && isNotFound(error) && isGroceryWord(text) ? await groceriesId(context, lookup) : null;
        if (!note || id === null) throw error;
        note(`${parameter} read as ${quotedShort(context.household.groceryListName)}.`);
        return id;
      }
    },
    async sectionId(nameOrId, parameter = "section") {
      const named = async () => (await lookup.sections()).map(({ id, name }) => ({ id, name: withinQuotes(name) }));
      return recordId(context, "section", withinQuotes(nameOrId), named, parameter);
    },
    async list(id) {
      if (reading) return listIn(await reading, id);
      const list = lists.get(id) ?? rest<ListWithBlocks>("GET", `/v1/lists/${id}`).then(({ body }) => body);
      lists.set(id, list);
      return list;
    },
    async listHeader(id) {
      const list = await ifReadable(lookup.list(id));
      return list ?? (await rest<List>("PATCH", `/v1/lists/${id}/settings`, {})).body;
    },
  };
  return lookup;
}

const isNotFound = (error: unknown) => error instanceof ToolError && error.code === "no_such_reference";

/** Whether a text is a usual name of a grocery list, such as “the shopping list”, whatever the household calls its own. */
const isGroceryWord = (text: string) => hasGroceryName(wordsOf(foldText(text)).join(" "), "Groceries");

function listIn(sections: readonly SectionWithLists[], id: string): ListWithBlocks {
  const found = sections.flatMap(({ lists }) => lists).find((each) => each.id === id);
  if (!found) throw new ToolError("not_found", null, "List not found", listNotFoundRepair, 404);
  return found;
}

export const listNotFoundRepair =
  "Parameter list: take a name, or an id that list_lists returned; the list may be deleted.";

/** Returns the lists with their names. Lists of the same name get distinguishing notes. */
function namedLists(sections: readonly SectionWithLists[]): Named[] {
  return sections.flatMap(({ name: section, lists }) =>
    lists.map(({ id, name, remainingCount }) => ({
      id,
      name: withinQuotes(name),
      note: `in ${quotedShort(section)}, ${remainingCount} open`,
    })),
  );
}

export async function allLists(lookup: ListLookup): Promise<ListWithBlocks[]> {
  return (await lookup.sections()).flatMap(({ lists }) => lists);
}

/** Returns all items of a list as a flat array. Each task is followed by its subtasks. */
export function flat(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...(block.subtasks ?? [])]);
}

/** Returns the id of the list to which the REST API adds groceries, or null if this list does not exist yet. */
export async function groceriesId(context: Context, lookup: ListLookup): Promise<string | null> {
  return findGroceryList(await allLists(lookup), context.household.groceryListName)?.id ?? null;
}

/** Returns an item's id from its text or id, or with `note` from words of it; the REST API checks ids. @throws ToolError that lists items if unclear */
export function itemId(
  context: Context,
  blocks: readonly Block[],
  textOrId: string,
  parameter: string,
  { isCandidate = () => true, note }: { isCandidate?: (block: Block) => boolean; note?: Note } = {},
): string {
  const places = new Map<string | null, number>();
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const named = blocks.map((block) => {
    const { id, content, parentId } = block;
    const place = (places.get(parentId) ?? 0) + 1;
    places.set(parentId, place);
    return { block, id, name: withinQuotes(content), note: noteOf(block, place, byId) };
  });
  const candidates = named.filter(({ block }) => block.type !== "divider" && isCandidate(block));
  return recordIdAmong(context, "block", candidates, withinQuotes(textOrId), parameter, note);
}

/** Describes an item to distinguish it from others: `task at place 3, done`, or `subtask at place 1 under “Milk”` */
function noteOf({ type, done, parentId }: Block, place: number, byId: ReadonlyMap<string, Block>): string {
  const parent = parentId === null ? undefined : byId.get(parentId);
  const under = parent === undefined ? "" : ` under ${quotedShort(parent.content)}`;
  return `${parentId === null ? "" : "sub"}${type} at place ${place}${under}${done ? ", done" : ""}`;
}
