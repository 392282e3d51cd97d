import { foldForSearch } from "../../lib/case-folding.ts";
import type { ListWithBlocks, SectionWithLists } from "../../lists/model.ts";
import { isUuid } from "../../wire.ts";
import { oneLine } from "../output/format.ts";
import { ToolError } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";
import type { Block } from "../tools/lists/list-lookup.ts";
import type { Resource } from "./index.ts";

export const listResource: Resource = {
  isTemplate: true,
  listed: {
    name: "list",
    title: "A list",
    uriTemplate: "household://list/{id}",
    description: "One of the household's lists with its items, in order. Tools return the list's id.",
    mimeType: "text/markdown",
  },
  complete: {
    id: async (context, typed) => {
      const prefix = foldForSearch(typed);
      const lists = await allLists(context);
      return lists
        .filter(({ id, name }) => id.startsWith(prefix) || foldForSearch(name).includes(prefix))
        .map(({ id }) => id);
    },
  },
  async read(context, { id = "" }) {
    const list = isUuid(id) ? await listBy(context, id) : null;
    if (!list) return null;
    const text = [`# ${oneLine(list.name)}`, "", ...list.blocks.flatMap((block) => linesOf(block, ""))].join("\n");
    return [{ uri: `household://list/${list.id}`, mimeType: "text/markdown", text }];
  },
};

async function listBy({ rest }: Context, id: string): Promise<ListWithBlocks | null> {
  try {
    return (await rest<ListWithBlocks>("GET", `/v1/lists/${id}`)).body;
  } catch (error) {
    if (error instanceof ToolError && error.status === 404) return null;
    throw error;
  }
}

async function allLists({ rest }: Context): Promise<ListWithBlocks[]> {
  const { body } = await rest<{ sections: SectionWithLists[] }>("GET", "/v1/lists");
  return body.sections.flatMap(({ lists }) => lists);
}

function linesOf({ type, content, done, subtasks = [] }: Block, indent: string): string[] {
  const text = oneLine(content);
  if (type === "divider") return ["---"];
  if (type === "header") return [`## ${text}`];
  if (type === "paragraph") return [`> ${text}`]; // So that no note can pass for a heading or an item.
  return [`${indent}- [${done ? "x" : " "}] ${text}`, ...subtasks.flatMap((each) => linesOf(each, `${indent}  `))];
}
