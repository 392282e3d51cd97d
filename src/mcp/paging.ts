/** Answers that stay small enough to be read: a page of a list, never a silent cut. Pure. */
import { ToolError } from "./refusal.ts";

/**
 * About 8,000 tokens, whichever of the text and the fields a client shows its model. In UTF-8 bytes: prose takes some four
 * of them a token, ids and other scripts as few as two.
 */
const mostBytes = 16_000;

/** A page of a list. */
export type Page<Item> = {
  readonly shown: readonly Item[];
  /** Of all that there is, not of this page. */
  readonly total: number;
  readonly truncated: boolean;
  /** Where the next page goes on; null where there is none. */
  readonly nextCursor: string | null;
};

/**
 * As many items as fit, from after the one that `cursor` (its id) names. `lineOf` is what is written of one, `fieldsOf` what
 * is answered of it: the longer of the two counts.
 * @throws ToolError for a cursor that names nothing in the list as it is now.
 */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  cursor: string | undefined,
  lineOf: (item: Item) => string,
  fieldsOf: (item: Item) => object,
): Page<Item> {
  const after = cursor === undefined ? -1 : items.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && after < 0) {
    throw new ToolError(
      "Invalid cursor",
      "Parameter cursor: send nextCursor as it was answered, or begin without one.",
    );
  }
  let bytes = 0;
  let end = after + 1;
  for (; end < items.length; end++) {
    const item = items[end] as Item;
    bytes += Math.max(Buffer.byteLength(lineOf(item)), Buffer.byteLength(JSON.stringify(fieldsOf(item)))) + 2;
    if (bytes > mostBytes && end > after + 1) break;
  }
  const shown = items.slice(after + 1, end);
  const truncated = end < items.length;
  return { shown, total: items.length, truncated, nextCursor: truncated ? (shown.at(-1)?.id ?? null) : null };
}

/** The line that ends a page which is not all; empty for one that is. */
export function moreLine({ shown, total, truncated, nextCursor }: Page<unknown>): string {
  return truncated ? `\n${shown.length} of ${total} shown. For more: cursor ${nextCursor}` : "";
}
