import { invalidCursor } from "../../errors.ts";
import { estimateTokens } from "./token-estimate.ts";
import { toToolError } from "./tool-error.ts";

/** So many tokens at most, whichever of the text and the fields a client shows its model; with the last line under 8,000. */
export const maxTokens = 7_800;

/** What is shown of one item: its line, and the same as fields. */
export type Shown = { readonly line: string; readonly fields: Readonly<Record<string, unknown>> };

/** What an item takes of {@link maxTokens}. */
export function itemTokens({ line, fields }: Shown): number {
  return Math.max(estimateTokens(line), estimateTokens(JSON.stringify(fields))) + 1;
}

/** A page of a list. */
export type Page = {
  /** Of the page, with a last one that says how to go on, where it is not all. */
  readonly text: string;
  /** Of the page. */
  readonly items: readonly Shown["fields"][];
  /** For the answer, beside its collection: `total` counts all there is (as far as it counts), not the page. */
  readonly paging: { readonly total: number; readonly truncated: boolean; readonly nextCursor: string | null };
};

type Bounds<Item> = {
  readonly limit?: number | undefined;
  readonly isCounted?: (item: Item) => boolean;
  /** What of {@link maxTokens} is taken beside the items. */
  readonly reserved?: number;
};

/**
 * As many items as fit, from after the one that `cursor` (its id) names, and at most `limit`. `none` is the text where there
 * are none at all. `isCounted` says which of them `total` counts, where headings stand among them.
 * @throws ToolError for a cursor that names nothing in the list as it is now.
 */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  cursor: string | undefined,
  none: string,
  show: (item: Item) => Shown,
  { limit = Number.POSITIVE_INFINITY, isCounted = () => true, reserved = 0 }: Bounds<Item> = {},
): Page {
  const begin = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && begin === 0) {
    throw toToolError(invalidCursor());
  }
  const shown: Shown[] = [];
  let size = reserved;
  for (const item of items.slice(begin)) {
    const next = show(item);
    size += itemTokens(next);
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
    text: items.length === 0 ? none : lines.join("\n"),
    items: shown.map(({ fields }) => fields),
    paging: { total, truncated, nextCursor },
  };
}
