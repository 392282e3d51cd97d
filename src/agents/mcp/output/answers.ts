/** Results that several tools have in common, and pages of rows with a maximum number of language model tokens. */
import { foldForSearch } from "#lib/case-folding.ts";
import { invalidCursor } from "#lib/errors.ts";
import type { IdKind } from "#lib/short-ids.ts";
import type { Context, ToolAnswer } from "../tool.ts";
import { firstOf, quotedShort } from "./format.ts";
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
  /** Position of the page in the list. `total` is the length of the whole list. */
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

/** Whether each UTF-16 code unit takes at most half a token for each UTF-8 byte (1) or not (0). */
const halfByteTokens = new Uint8Array(0x3100);
for (const [from, to] of [
  [0x0410, 0x045f],
  [0x05d0, 0x05ea],
  [0x0621, 0x064a],
  [0x0900, 0x097f],
  [0x0e01, 0x0e5b],
  [0x3041, 0x30ff],
] as const) {
  halfByteTokens.fill(1, from, to + 1);
}

const [other, upper, lower, digit, space, sign] = [0, 1, 2, 3, 4, 5];

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[A-Z]/.test(letter)) return upper;
  if (/[a-z]/.test(letter)) return lower;
  if (/\d/.test(letter)) return digit;
  if (/[ \t\n\r]/.test(letter)) return space;
  return code > 0x20 && code < 0x7f ? sign : other;
});

function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return (code < 128 ? asciiKinds[code] : other) ?? other;
}

/** Returns an upper bound of the tokens in a text. With o200k, ids have nearly as many tokens, and prose about half. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; ) {
    const kind = kindAt(text, index);
    if (kind === other) {
      const point = text.codePointAt(index) ?? 0;
      tokens += costOf(point);
      index += point > 0xffff ? 2 : 1;
      continue;
    }
    // A capital letter belongs to the word after it.
    const run = kind === upper && kindAt(text, index + 1) === lower ? lower : kind;
    let end = index + 1;
    while (end < text.length && kindAt(text, end) === run) end++;
    tokens += costOfRun(run, end - index, text.charCodeAt(index) === 0x20);
    index = end;
  }
  return tokens;
}

function costOfRun(kind: number, length: number, isBlank: boolean): number {
  if (kind === digit) return Math.ceil(length / 3);
  if (kind === sign) return Math.max(1, length * 0.62);
  // A single space belongs to the next word.
  return kind === space && length === 1 && isBlank ? 0.15 : Math.max(1, length / 2);
}

function costOf(point: number): number {
  const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  return halfByteTokens[point] === 1 ? bytes / 2 : bytes;
}

/** Formats the id that undoes a change: ` · activityId …`. Returns an empty text if nothing changed. */
export function activityText(activityId: string | null): string {
  return activityId === null ? "" : ` · activityId ${activityId}`;
}

/** Returns the result of a tool that saved a record: `Added: “Soup” · … · activityId …`, and then the remarks. */
export function savedAnswer(
  outcome: string,
  { line, fields }: RowView,
  activityId: string | null,
  remarks: readonly string[] = [],
): ToolAnswer {
  const text = [`${outcome}: ${line.slice(2)}${activityText(activityId)}`, ...remarks].join("\n");
  return { text, data: { ...fields, activityId } };
}

type Deletion = {
  readonly kind: IdKind;
  readonly id: string;
  readonly path: string;
  /** Question without its question mark: `delete the check-in “Energy”`. */
  readonly what: string;
  readonly outcome: string;
  readonly confirm: boolean | undefined;
};

/** Deletes a record after the person agreed. @throws ToolError, or ConfirmationNeeded if the client can ask the person */
export async function deleteRecord(context: Context, deletion: Deletion): Promise<ToolAnswer> {
  const { kind, id, path, what, outcome, confirm } = deletion;
  context.confirm(confirm, what, id, { isLarge: true });
  const { activityId } = await context.rest("DELETE", path);
  return removedAnswer(outcome, context.shortId(kind, id), activityId);
}

export function removedAnswer(outcome: string, id: string, activityId: string | null): ToolAnswer {
  return { text: `${outcome} · id ${id} · activityId ${activityId}`, data: { id, activityId } };
}

/** Returns the result of a tool that lists records. `name` is the field with the rows. */
export function pageAnswer({ text, paging, items }: Page, name: string): ToolAnswer {
  return { text, data: { ...paging, [name]: items } };
}

type Named = { readonly id: string; readonly name: string };

/** Returns a warning that several records have the same name. Returns no line if only one has the name. */
export function sameNameLines({ shortId }: Context, kind: IdKind, name: string, all: readonly Named[]): string[] {
  const same = all.filter((each) => foldForSearch(each.name) === foldForSearch(name));
  if (same.length < 2) return [];
  const ids = same.map(({ id }) => shortId(kind, id));
  const count = ids.length === 2 ? "two" : ids.length;
  return [`There are ${count} called ${quotedShort(name)} now: use ids (${firstOf(ids, 5)}).`];
}
