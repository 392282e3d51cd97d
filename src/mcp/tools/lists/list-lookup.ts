/** The household's lists as tools find them: by name or id, with what is on them. */

import { foldText } from "../../../lib/case-folding.ts";
import type { List, ListWithBlocks, SectionWithLists, Subtask } from "../../../lists/model.ts";
import { isUuid } from "../../../wire.ts";
import { type Named, resolveId } from "../../input/names.ts";
import { quotedShort, withinQuotes } from "../../output/format.ts";
import { ToolError, wrongParameter } from "../../output/tool-error.ts";
import { ifReadable } from "../../rest-client.ts";
import type { Context } from "../../tool.ts";

/** What an item can be. */
export const itemTypes = ["task", "header", "paragraph", "divider"] as const satisfies readonly Subtask["type"][];

/** An item at any level of a list. */
export type Block = Subtask & { readonly subtasks?: readonly Subtask[] };

/** What a call knows of the lists. Everything except `head` and ids needs `lists.read`; REST refuses it without. */
export type KnownLists = {
  sections(): Promise<readonly SectionWithLists[]>;
  /** @throws ToolError listing the names there are. `parameter` is what the tool calls it. */
  listId(nameOrId: string, parameter?: string): Promise<string>;
  /** Likewise. */
  sectionId(nameOrId: string, parameter?: string): Promise<string>;
  /** @throws ToolError `List not found`. */
  list(id: string): Promise<ListWithBlocks>;
  /** A list; without its items for a key that may write but not read. @throws ToolError `List not found`. */
  head(id: string): Promise<List | ListWithBlocks>;
};

/** Reads at most once what it is asked for, and no single list once all of them are read. */
export function knownLists({ rest }: Pick<Context, "rest">): KnownLists {
  const lists = new Map<string, Promise<ListWithBlocks>>();
  let reading: Promise<readonly SectionWithLists[]> | undefined;
  const known: KnownLists = {
    sections() {
      reading ??= rest<{ sections: SectionWithLists[] }>("GET", "/v1/lists").then(({ body }) => body.sections);
      return reading;
    },
    async listId(nameOrId, parameter = "list") {
      const sections = isUuid(nameOrId.trim()) ? [] : await known.sections();
      return resolveId(withNotes(sections), withinQuotes(nameOrId), "list", parameter);
    },
    async sectionId(nameOrId, parameter = "section") {
      const sections = isUuid(nameOrId.trim()) ? [] : await known.sections();
      const named = sections.map(({ id, name }) => ({ id, name: withinQuotes(name) }));
      return resolveId(named, withinQuotes(nameOrId), "section", parameter);
    },
    async list(id) {
      if (reading) return listIn(await reading, id);
      const list = lists.get(id) ?? rest<ListWithBlocks>("GET", `/v1/lists/${id}`).then(({ body }) => body);
      lists.set(id, list);
      return list;
    },
    async head(id) {
      const list = await ifReadable(known.list(id));
      return list ?? (await rest<List>("PATCH", `/v1/lists/${id}/settings`, {})).body;
    },
  };
  return known;
}

function listIn(sections: readonly SectionWithLists[], id: string): ListWithBlocks {
  const found = sections.flatMap(({ lists }) => lists).find((each) => each.id === id);
  if (!found) throw new ToolError("not_found", null, "List not found", listGone, 404);
  return found;
}

/** How a list that is not there is repaired. */
export const listGone = "Parameter list: take a name, or an id that list_lists answered; the list may be gone.";

/** The lists, told apart by where they are and how much is on them where they bear one name. */
function withNotes(sections: readonly SectionWithLists[]): Named[] {
  return sections.flatMap(({ name: section, lists }) =>
    lists.map(({ id, name, remainingCount }) => ({
      id,
      name: withinQuotes(name),
      note: `in ${quotedShort(section)}, ${remainingCount} open`,
    })),
  );
}

/** Of every section, in display order. */
export async function allLists(known: KnownLists): Promise<ListWithBlocks[]> {
  return (await known.sections()).flatMap(({ lists }) => lists);
}

/** All items of a list, each task's subtasks right after it. */
export function flat(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...(block.subtasks ?? [])]);
}

/**
 * The id of the oldest shared list “Groceries”, as REST's own groceries find it. Unlike those, it is not made where there is
 * none: that would be a second change, which one undo would not take back.
 * @throws ToolError that says how to make one.
 */
export async function groceriesId(known: KnownLists): Promise<string> {
  const name = foldText("Groceries");
  const [oldest] = (await allLists(known))
    .filter((list) => list.visibility === "shared" && foldText(list.name) === name)
    .sort((one, other) => compare(one.createdAt, other.createdAt) || compare(one.id, other.id));
  if (oldest) return oldest.id;
  throw wrongParameter(
    "list",
    "there is no shared list “Groceries”",
    'Parameter list: name another list; or make this one with create_list, name: "Groceries", then send the same call again.',
    "no_such_reference",
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * The id of what a text or id means among items. An id is passed on, for REST to refuse. `isMeant` says which of a list's
 * items it can be.
 * @throws ToolError listing the items of one text with their ids and where they are, or the texts there are.
 */
export function itemId(
  blocks: readonly Block[],
  textOrId: string,
  parameter: string,
  isMeant: (block: Block) => boolean = () => true,
): string {
  const places = new Map<string | null, number>();
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const named = blocks.map((block) => {
    const { id, content, parentId } = block;
    const place = (places.get(parentId) ?? 0) + 1;
    places.set(parentId, place);
    return { block, id, name: withinQuotes(content), note: noteOf(block, place, byId) };
  });
  const meant = named.filter(({ block }) => block.type !== "divider" && isMeant(block));
  return resolveId(meant, withinQuotes(textOrId), "item", parameter);
}

/** `task at place 3, done`, or `subtask at place 1 under “Milk”`: what tells those of one text apart. */
function noteOf({ type, done, parentId }: Block, place: number, byId: ReadonlyMap<string, Block>): string {
  const parent = parentId === null ? undefined : byId.get(parentId);
  const under = parent === undefined ? "" : ` under ${quotedShort(parent.content)}`;
  return `${parentId === null ? "" : "sub"}${type} at place ${place}${under}${done ? ", done" : ""}`;
}
