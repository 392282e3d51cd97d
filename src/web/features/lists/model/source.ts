import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { type Source, source } from "#web/sync/source.ts";

/**
 * Data of the board, which is the screen with all lists. They contain the sections and lists of the household in
 * display order, without the items. Personal lists of other members are not included.
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
 * One list with its items. Null if the list does not exist or is not visible to the viewer. The app does not request a
 * list with a provisional id, because the server does not know this id yet. Pending writes create such a list in the
 * cache.
 */
export const listSource: Source<ById, List | null> = {
  name: "lists.one",
  kinds: ["list", "block"],
  list: ({ id }) => id,
  initial: ({ id }) => (isServerId(id) ? undefined : null),
  fetch: async ({ id }, api) => (isServerId(id) ? (await read(api.app.lists.one.get({ query: { id } }))).list : null),
};

/**
 * Whether the text has the form of an id that the server gives to records. The check is needed, because the page's
 * address may contain any text in place of an id.
 */
export function isServerId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}
