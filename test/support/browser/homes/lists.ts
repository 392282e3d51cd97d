/** Test household with lists, for browsers, and functions that read its screens. */
import type { Locator, Page } from "playwright-core";
import { browserHome } from "../home.ts";

/**
 * Item of a list to create: the text of a task, an object with more fields, or an array of a task's text and those of
 * its subtasks.
 */
export type Line = string | { type?: string; content: string; [field: string]: unknown } | [string, ...string[]];

/** Creates a household in which Anna, its owner, makes all changes. */
export async function webLists(options: Parameters<typeof browserHome>[0] = {}) {
  const home = await browserHome(options);
  const anna = home.api("Anna");
  const section = async (name: string) => (await anna.post("/v1/lists/sections", { name })).body.id as string;
  const first = await section("Home");

  async function list(
    name: string,
    lines: readonly Line[] = [],
    more: { sectionId?: string; [field: string]: unknown } = {},
  ) {
    const { id } = (await anna.post("/v1/lists", { name, sectionId: first, ...more })).body;
    const add = async (body: object) => (await anna.post(`/v1/lists/${id}/blocks`, { type: "task", ...body })).body.id;
    for (const line of lines) {
      const [content, ...subtasks] = Array.isArray(line) ? line : [line];
      const { done, dueDate, memberId, ...fields } = typeof content === "string" ? { content } : (content as any);
      const blockId = await add(fields);
      if (done ?? dueDate ?? memberId)
        await anna.patch(`/v1/lists/${id}/blocks/${blockId}`, { done, dueDate, memberId });
      for (const each of subtasks) await add({ content: each, parentId: blockId });
    }
    return id as string;
  }

  const sections = async (): Promise<any[]> => (await anna.get("/v1/lists")).body.sections;
  const find = async (id: string) => (await sections()).flatMap(({ lists }) => lists).find((each) => each.id === id);
  const block = async (id: string, content: string) =>
    (await find(id)).blocks
      .flatMap((each: any) => [each, ...each.subtasks])
      .find((each: any) => each.content === content);

  return {
    ...{ home, anna, first, section, list, sections, find, block },
    /** Returns the items of a list as the server has them. `- ` marks subtasks, `x ` marks completed items. */
    async lines(id: string): Promise<string[]> {
      const line = ({ type, content, done }: any) => (done ? `x ${content}` : type === "divider" ? "---" : content);
      return ((await find(id))?.blocks ?? []).flatMap((each: any) => [
        line(each),
        ...each.subtasks.map((subtask: any) => `- ${line(subtask)}`),
      ]);
    },
    /** Returns the names of the lists in each section, by the name of the section. */
    async board(): Promise<Record<string, string[]>> {
      const named = (await sections()).map(({ name, lists }) => [name, lists.map((each: any) => each.name)]);
      return Object.fromEntries(named);
    },
  };
}

/** Returns the checkbox of an item. */
export const circle = (page: Page, content: string): Locator =>
  page.getByRole("checkbox", { name: `Done: ${content}`, exact: true });

/** Returns the text of an item, which can be clicked and read. */
export const item = (page: Page, content: string): Locator =>
  page.getByRole("button", { name: `Edit: ${content}`, exact: true });

/** Returns the drag handle of an item or a list. */
export const grip = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Move: ${name}`, exact: true });

/** Returns the items that an open list shows, in order. */
export async function shownItems(page: Page): Promise<string[]> {
  const labels = await page.locator(".lists-edit").evaluateAll((all: any[]) => all.map((each) => each.ariaLabel));
  return labels.map((label: string) => label.replace("Edit: ", ""));
}

/** Chooses an entry of a menu. */
export async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}
