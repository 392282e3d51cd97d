import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { isProvisional } from "#web/sync/ids.ts";
import { type Source, source } from "#web/sync/source.ts";

/**
 * Sections and lists of the household in display order, without the items. Personal lists of other members are not
 * included.
 */
export const boardSource = source("lists.board", ["list", "section", "block"], (_, api) => read(api.app.lists.get()));

export type Board = Awaited<ReturnType<typeof boardSource.fetch>>;
export type Section = Board["sections"][number];
export type ListOnBoard = Section["lists"][number];
export type List = NonNullable<Awaited<ReturnType<ReturnType<Operations["v1"]["lists"]>["get"]>>["data"]>;
/** List without its items, from the board or from the list's own source. */
export type ListSummary = Omit<List, "blocks">;
export type Block = List["blocks"][number];
export type Subtask = Block["subtasks"][number];
export type BlockType = Block["type"];

export type ById = { readonly id: string };

/**
 * One list with its items. Null if the list does not exist or is not visible to the viewer. The server does not know a
 * list with a provisional id: pending writes create it.
 */
export const listSource: Source<ById, List | null> = {
  name: "lists.one",
  kinds: ["list", "block"],
  list: ({ id }) => id,
  initial: ({ id }) => (isProvisional(id) ? null : undefined),
  fetch: ({ id }, api) => (isProvisional(id) ? Promise.resolve(null) : orNull(read(api.v1.lists({ id }).get()))),
};

/** Resolves to null if the server knows no such record. An address may contain any text as an id. */
export async function orNull<Data>(reading: Promise<Data>): Promise<Data | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
