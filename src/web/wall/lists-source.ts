/** The lists that everybody sees, and ticking what is on them. */
import { api, read, send } from "../api/client.ts";
import { on, source } from "../data/source.ts";
import { write } from "../data/write.ts";

/** Sections with their lists and what is on them. */
export const sharedLists = source("wall.lists", ["list", "section", "block"], () => read(api.v1.lists.get()));

/** A list with its blocks. */
export type SharedList = Awaited<ReturnType<typeof sharedLists.fetch>>["sections"][number]["lists"][number];
/** What stands on it. */
export type Block = SharedList["blocks"][number];

type Tick = { readonly listId: string; readonly blockId: string; readonly label: string; readonly done: boolean };

function counted(list: SharedList): SharedList {
  const all = list.blocks.flatMap((block) => [block, ...block.subtasks]);
  return { ...list, remainingCount: all.filter(({ type, done }) => type === "task" && !done).length };
}

/** Ticks an item, or opens it again. */
export const tickItem = write({
  name: "wall.tick",
  kinds: ["block"],
  send: ({ listId, blockId, done }: Tick, headers) =>
    send(api.v1.lists({ id: listId }).blocks({ blockId }).patch({ done }, { headers })),
  effects: ({ blockId, done, listId }) => {
    const mark = <Each extends { id: string; done: boolean }>(each: Each): Each =>
      each.id === blockId ? { ...each, done } : each;
    const marked = (list: SharedList): SharedList =>
      list.id === listId
        ? counted({
            ...list,
            blocks: list.blocks.map((block) => ({ ...mark(block), subtasks: block.subtasks.map(mark) })),
          })
        : list;
    return [
      on(sharedLists, (data) => ({
        ...data,
        sections: data.sections.map((section) => ({ ...section, lists: section.lists.map(marked) })),
      })),
    ];
  },
  told: ({ wall }, { label, done }) => (done ? wall.ticked(label) : wall.unticked(label)),
  reverse: (tick) => ({ name: "wall.tick", variables: { ...tick, done: !tick.done } }),
});
