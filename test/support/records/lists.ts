/** Test household with a section, and functions that create lists and blocks and read them as a given member. */
import { household } from "../home/home.ts";

type Caller = Pick<Awaited<ReturnType<typeof household>>, "get" | "post">;

/**
 * Creates a household. `list` and `block` create a record and return it. `tree` returns the content of a list: the text
 * of each item and, for a task with subtasks, also their texts.
 */
export async function homeWithLists() {
  const own = await household();
  const section = (await own.post("/v1/lists/sections", { name: "Home" })).body;
  const list = async (name: string, more: object = {}, by: Caller = own) =>
    (await by.post("/v1/lists", { name, sectionId: section.id, ...more })).body;
  const block = async (listId: string, content: string, more: object = {}, by: Caller = own) =>
    (await by.post(`/v1/lists/${listId}/blocks`, { type: "task", content, ...more })).body;
  const all = async (by: Caller = own) => (await by.get("/v1/lists")).body.sections;
  const find = async (listId: string, by: Caller = own) =>
    (await all(by)).flatMap(({ lists }: any) => lists).find(({ id }: any) => id === listId);
  const tree = async (listId: string) =>
    (await find(listId)).blocks.map(({ content, subtasks }: any) =>
      subtasks.length === 0 ? content : [content, ...subtasks.map((each: any) => each.content)],
    );
  const names = async (by: Caller = own) =>
    Object.fromEntries((await all(by)).map(({ name, lists }: any) => [name, lists.map((each: any) => each.name)]));
  const anna = own.as(own.members.anna);
  const ben = own.as(own.members.ben);
  const mia = own.as(own.members.mia);
  return { ...own, section, list, block, all, find, tree, names, anna, ben, mia };
}

/** Creates a household with a list “Groceries”: Milk with the subtasks Oat and Soy, the heading Dairy, and Bread. */
export async function homeWithGroceries() {
  const own = await homeWithLists();
  const { id } = await own.list("Groceries");
  const milk = await own.block(id, "Milk");
  const oat = await own.block(id, "Oat", { parentId: milk.id });
  const soy = await own.block(id, "Soy", { parentId: milk.id });
  const dairy = await own.block(id, "Dairy", { type: "header" });
  const bread = await own.block(id, "Bread");
  const at = `/v1/lists/${id}/blocks`;
  const add = (body: object) => own.post(at, body);
  const change = (which: { id: string }, body: object, then = "") => own.patch(`${at}/${which.id}${then}`, body);
  return { ...own, listId: id, at, milk, oat, soy, dairy, bread, add, change };
}
