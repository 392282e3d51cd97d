/** Lists, as the server has them. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** Sections with their lists and everything on them, in display order; of personal lists the viewer's own alone. */
export const listsSource = source("lists", ["list", "section", "block"], () => read(api.v1.lists.get()));

/** All of it. */
export type Lists = Awaited<ReturnType<typeof listsSource.fetch>>;
/** A section with its lists. */
export type Section = Lists["sections"][number];
/** A list with its blocks. */
export type List = Section["lists"][number];
/** What stands at the top of a list, with its subtasks. */
export type Block = List["blocks"][number];
/** A block without what is under it. */
export type Subtask = Block["subtasks"][number];
/** What a block is. */
export type BlockType = Block["type"];
/** A list by its id; undefined for one that is not there, or not for this viewer. */
export function listIn(lists: Lists, id: string): List | undefined {
  for (const section of lists.sections) for (const list of section.lists) if (list.id === id) return list;
  return undefined;
}
