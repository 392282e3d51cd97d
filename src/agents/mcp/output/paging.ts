import { invalidCursor } from "#lib/errors.ts";
import { estimateTokens } from "./token-estimate.ts";
import { toToolError } from "./tool-error.ts";

/** Maximum number of tokens in a page without the last line. The last line can have up to 200 more. */
export const maxTokens = 7_800;

export type RowView = { readonly line: string; readonly fields: Readonly<Record<string, unknown>> };

export function rowTokens({ line, fields }: RowView, isStructured: boolean): number {
  return estimateTokens(line) + (isStructured ? estimateTokens(JSON.stringify(fields)) : 0) + 1;
}

export type Page = {
  readonly text: string;
  readonly items: readonly RowView["fields"][];
  /** Position in the list. `total` is the length of the whole list. */
  readonly paging: { readonly total: number; readonly truncated: boolean; readonly nextCursor: string | null };
};

export type Bounds<Item> = {
  readonly limit?: number | undefined;
  readonly isCounted?: (item: Item) => boolean;
  readonly reserved?: number;
};

/** Returns the page after `cursor`, the last id of the previous page. @throws ToolError if the cursor is unknown */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  cursor: string | undefined,
  emptyText: string,
  show: (item: Item) => RowView,
  tokensOf: (row: RowView) => number,
  { limit = Number.POSITIVE_INFINITY, isCounted = () => true, reserved = 0 }: Bounds<Item> = {},
): Page {
  const begin = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && begin === 0) {
    throw toToolError(invalidCursor());
  }
  const shown: RowView[] = [];
  let size = reserved;
  for (const item of items.slice(begin)) {
    const next = show(item);
    size += tokensOf(next);
    if (shown.length >= limit || (size > maxTokens && shown.length > 0)) break;
    shown.push(next);
  }
  const end = begin + shown.length;
  const total = items.filter(isCounted).length;
  const truncated = end < items.length;
  const nextCursor = truncated ? (items[end - 1]?.id ?? null) : null;
  const lines = shown.map(({ line }) => line);
  const count = items.slice(begin, end).filter(isCounted).length;
  if (truncated) lines.push(`${count} of ${total} shown. For more: cursor ${nextCursor}`);
  return {
    text: items.length === 0 ? emptyText : lines.join("\n"),
    items: shown.map(({ fields }) => fields),
    paging: { total, truncated, nextCursor },
  };
}
