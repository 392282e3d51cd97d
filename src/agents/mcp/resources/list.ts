import { foldForSearch } from "#lib/case-folding.ts";
import { mayEndId } from "#lib/short-ids.ts";
import type { ListWithBlocks } from "#lists/model.ts";
import { bare, oneLine, withinQuotes } from "../output/format.ts";
import { ToolError } from "../output/tool-error.ts";
import { ifReadable } from "../rest-client.ts";
import type { Context } from "../tool.ts";
import { allLists, type Block, listLookup } from "../tools/lists/list-lookup.ts";
import type { Resource } from "./index.ts";

const uriBegin = "household://list/";
const mimeType = "text/markdown";

export const listResource: Resource = {
  isTemplate: true,
  listed: {
    name: "list",
    title: "A list",
    uriTemplate: `${uriBegin}{id}`,
    description: "One of the household's lists with its items, in order, by its name or id.",
    mimeType,
  },
  complete: { id: completeList },
  async read(context, { id = "" }) {
    const list = await findList(context, id);
    if (!list) return null;
    const text = [`# ${oneLine(list.name)}`, "", ...list.blocks.flatMap((block) => linesOf(block, ""))].join("\n");
    return [{ uri: `${uriBegin}${encodeURIComponent(id)}`, mimeType, text }];
  },
};

const maxListed = 50;

export async function listedLists(context: Context) {
  const lists = (await ifReadable(allLists(listLookup(context)))) ?? [];
  const shared = lists.filter(({ visibility }) => visibility === "shared").slice(0, maxListed);
  return shared.map((list) => {
    const name = bare(list.name);
    return { name, title: name, uri: `${uriBegin}${encodeURIComponent(uriPartOf(context, list, lists))}`, mimeType };
  });
}

export async function completeList(context: Context, typed: string): Promise<string[]> {
  const wanted = foldForSearch(typed);
  const lists = await allLists(listLookup(context));
  return lists
    .filter(({ id, name }) => id.endsWith(wanted) || foldForSearch(name).includes(wanted))
    .map((list) => uriPartOf(context, list, lists));
}

function uriPartOf({ shortId }: Context, { id, name }: Named, lists: readonly Named[]): string {
  const plain = withinQuotes(name);
  const isAmbiguous =
    lists.filter((each) => foldForSearch(withinQuotes(each.name)) === foldForSearch(plain)).length > 1;
  // Clients resolve dots in addresses.
  return isAmbiguous || mayEndId(plain) || /^\.*$/.test(plain) ? shortId("list", id) : plain;
}

type Named = Pick<ListWithBlocks, "id" | "name">;

async function findList(context: Context, nameOrId: string): Promise<ListWithBlocks | null> {
  const lookup = listLookup(context);
  try {
    return await lookup.list(await lookup.listId(nameOrId));
  } catch (error) {
    if (error instanceof ToolError && (error.status === 404 || error.code === "no_such_reference")) return null;
    throw error;
  }
}

function linesOf({ type, content, done, subtasks = [] }: Block, indent: string): string[] {
  const text = oneLine(content);
  if (type === "divider") return ["---"];
  if (type === "header") return [`## ${text}`];
  if (type === "paragraph") return [`> ${text}`]; // So that no note can pass for a heading or an item.
  return [`${indent}- [${done ? "x" : " "}] ${text}`, ...subtasks.flatMap((each) => linesOf(each, `${indent}  `))];
}
