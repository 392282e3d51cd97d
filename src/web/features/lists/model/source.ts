import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";

/** Lists of the household in display order. Personal lists of other members are not included. */
export const listsSource = source("lists", ["list", "section", "block"], (_, api) => read(api.v1.lists.get()));

export type Lists = Awaited<ReturnType<typeof listsSource.fetch>>;
export type Section = Lists["sections"][number];
export type List = Section["lists"][number];
export type Block = List["blocks"][number];
export type Subtask = Block["subtasks"][number];
export type BlockType = Block["type"];
/** Returns a list. Undefined if the list does not exist or is not visible to the viewer. */
export function listIn(lists: Lists, id: string): List | undefined {
  for (const section of lists.sections) for (const list of section.lists) if (list.id === id) return list;
  return undefined;
}
