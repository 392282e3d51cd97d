import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** Sections with their lists and items, in display order; personal lists of the viewer only. */
export const listsSource = source("lists", ["list", "section", "block"], () => read(api.v1.lists.get()));

export type Lists = Awaited<ReturnType<typeof listsSource.fetch>>;
export type Section = Lists["sections"][number];
export type List = Section["lists"][number];
/** A top-level block with its subtasks. */
export type Block = List["blocks"][number];
export type Subtask = Block["subtasks"][number];
export type BlockType = Block["type"];
/** Undefined for a list that does not exist or that the viewer may not see. */
export function listIn(lists: Lists, id: string): List | undefined {
  for (const section of lists.sections) for (const list of section.lists) if (list.id === id) return list;
  return undefined;
}
