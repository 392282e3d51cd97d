/** Test household whose lists MCP tools read and change. */

import { undo } from "../home/undo.ts";
import { mcpHome, whole } from "./mcp.ts";

type Options = Parameters<typeof mcpHome>[0];

/**
 * Creates a household with a section “Home” and a list “Groceries”: Milk with the subtasks Oat and Soy, the heading
 * Dairy, Bread. `tree` returns the content of a list, `state` all lists as an undo must restore them. `undoStatus`
 * undoes an entry and returns the status. Short ids can be used.
 */
export async function mcpGroceries(options: Options = {}) {
  const home = await mcpHome(options);
  const section = (await home.post("/v1/lists/sections", { name: "Home" })).body;
  const list = async (name: string, more: object = {}) =>
    (await home.post("/v1/lists", { name, sectionId: section.id, ...more })).body.id as string;
  const listId = await list("Groceries");
  const block = async (content: string, more: object = {}, on = listId) =>
    (await home.post(`/v1/lists/${on}/blocks`, { type: "task", content, ...more })).body;
  const milk = await block("Milk");
  const oat = await block("Oat", { parentId: milk.id });
  const soy = await block("Soy", { parentId: milk.id });
  const dairy = await block("Dairy", { type: "header" });
  const bread = await block("Bread");
  const sections = async () => (await home.get("/v1/lists")).body.sections;
  const find = async (id: string) =>
    (await sections()).flatMap(({ lists }: any) => lists).find((l: any) => l.id.endsWith(id));
  const tree = async (id = listId) =>
    (await find(id)).blocks.map(({ content, subtasks }: any) =>
      subtasks.length === 0 ? content : [content, ...subtasks.map((each: any) => each.content)],
    );
  const state = async () => JSON.stringify(await sections()).replace(/"updatedAt":"[^"]*"/g, "");
  const undoStatus = async (activityId: string) => (await undo(home, whole(home.entries(), activityId))).status;
  return {
    ...home,
    section,
    list,
    listId,
    block,
    milk,
    oat,
    soy,
    dairy,
    bread,
    sections,
    find,
    tree,
    state,
    undoStatus,
  };
}

/** Id that no record has. */
export const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
