import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { type Source, source } from "#web/sync/source.ts";

/**
 * Data of the board, which is the screen with all lists. They contain the sections and lists of the household in
 * display order, with the first open items of each list. Personal lists of other members are not included.
 */
export const boardSource = source("lists.board", ["list", "section", "block"], (_, api) => read(api.app.lists.get()));

export type Board = Awaited<ReturnType<typeof boardSource.fetch>>;
export type Section = Board["sections"][number];
export type ListOnBoard = Section["lists"][number];
export type List = NonNullable<Awaited<ReturnType<ReturnType<Operations["v1"]["lists"]>["get"]>>["data"]>;
/** List without its items. Both {@link boardSource} and {@link listSource} contain these fields. */
export type ListSummary = Omit<List, "blocks">;
export type Block = List["blocks"][number];
export type Subtask = Block["subtasks"][number];
export type BlockType = Block["type"];

export type ById = { readonly id: string };

/**
 * One list with its blocks. Null if the list does not exist or is not visible to the viewer. A list that the server has
 * not stored yet has a provisional id. The app does not request such a list, because the server does not know the id.
 * The data of such a list come from pending writes.
 */
export const listSource: Source<ById, List | null> = {
  name: "lists.one",
  kinds: ["list", "block"],
  list: ({ id }) => id,
  initial: ({ id }) => (isServerId(id) ? undefined : null),
  fetch: async ({ id }, api) => (isServerId(id) ? (await read(api.app.lists.one.get({ query: { id } }))).list : null),
};

/**
 * Whether a text has the form of an id that the server gives to records. Provisional ids have another form. The id in
 * the page's address must be checked with this function, because people can type any text there.
 */
export function isServerId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}
