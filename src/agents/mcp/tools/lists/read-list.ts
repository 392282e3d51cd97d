import { Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import type { ListWithBlocks as List, SectionWithLists as Section } from "#lists/model.ts";
import { allOptional, Field, items, Param, textFields } from "../../input/parameters.ts";
import type { RowView } from "../../output/answers.ts";
import { joinParts, quoted } from "../../output/format.ts";
import type { Viewer } from "../../tool.ts";
import { Item, itemView, listTool } from "./item.ts";
import { type Block, flat, listLookup } from "./list-lookup.ts";

type Row = { readonly id: string } & (
  | { readonly section: Section }
  | { readonly list: List; readonly in: Section }
  | { readonly item: Block; readonly on: List; readonly in: Section }
);

/** Tool that returns the names of all lists, or one list with its items. */
export const listLists = listTool({
  name: "list_lists",
  title: "Read lists and what is still on them",
  profile: "core",
  does: "reads",
  description: "Shopping, packing and other lists, by name; with list, its items.",
  input: allOptional({
    list: Param.list(),
    includeDone: Param.flag("Ticked ones too"),
    cursor: Param.cursor,
  }),
  output: closed({
    ...Field.page,
    sections: Field.texts,
    lists: items({
      ...textFields("id", "name", "section", "visibility"),
      open: Field.count,
      done: Field.count,
      items: Type.Array(Item),
    }),
  }),
  async run(context, { list, includeDone = false, cursor }) {
    const lookup = listLookup(context);
    const sections = await lookup.sections();
    const only = list === undefined ? null : await lookup.list(await lookup.listId(list, "list", context.note));
    const rows = sections.flatMap((section) => rowsOf(section, only, includeDone));
    const begin = cursor === undefined ? 0 : rows.findIndex(({ id }) => id === cursor) + 1;
    const first = rows[begin];
    const repeatedHeader = first && "item" in first ? listView(first.on, first.in, context) : null;
    const page = context.page(rows, cursor, "No lists.", rowView, {
      isCounted: only === null ? (row) => "list" in row : isItem,
      reserved: repeatedHeader === null ? reservedTokens : reservedTokens + context.tokensOf(repeatedHeader),
    });
    const shown = rows.slice(begin, begin + page.items.length);
    const lines = [
      ...(repeatedHeader === null ? [] : [`${repeatedHeader.line} (continued)`]),
      page.text,
      ...(only === null && shown.some((row) => "list" in row) ? ["To read what is on a list, send list."] : []),
    ];
    return { text: lines.join("\n"), data: { ...page.paging, ...dataOf(shown, context) } };
  },
});

const reservedTokens = 40;

type ItemRow = Extract<Row, { readonly item: Block }>;

function isItem(row: Row): row is ItemRow {
  return "item" in row;
}

function rowsOf(section: Section, only: List | null, includeDone: boolean): Row[] {
  const lists = section.lists.filter(({ id }) => only === null || id === only.id);
  const headers = lists.map((list) => ({ id: list.id, list, in: section }));
  if (only === null) return [{ id: section.id, section }, ...headers];
  return headers.flatMap((header) => {
    const blocks = includeDone ? header.list.blocks : withoutDone(header.list.blocks);
    return [header, ...flat(blocks).map((item) => ({ id: item.id, item, on: header.list, in: section }))];
  });
}

/** Returns the items without done tasks. Keeps a done task if it has open subtasks. */
function withoutDone(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    const subtasks = (block.subtasks ?? []).filter(({ done }) => !done);
    return block.done && subtasks.length === 0 ? [] : [{ ...block, subtasks }];
  });
}

function rowView(row: Row, viewer: Viewer): RowView {
  if ("section" in row) {
    const { name } = row.section;
    const id = viewer.shortId("section", row.section.id);
    return { line: `Section ${quoted(name)} · id ${id}`, fields: { id, name } };
  }
  if ("list" in row) return listView(row.list, row.in, viewer);
  return itemView(row.item, viewer);
}

/** Formats a list: `List “Groceries” in “Home” · 3 open, 9 done · shared · id …` */
function listView(list: List, section: Section, { shortId }: Viewer): RowView {
  const id = shortId("list", list.id);
  const { name, visibility, remainingCount: open } = list;
  const done = flat(list.blocks).filter((block) => block.done).length;
  const line = joinParts([
    `List ${quoted(name)} in ${quoted(section.name)}`,
    `${open} open, ${done} done`,
    list.favorite && "favourite",
    visibility,
    `id ${id}`,
  ]);
  return { line, fields: { id, name, section: section.name, visibility, open, done } };
}

/** Returns the rows as structured data. Each page repeats the lists to which its items belong. */
function dataOf(rows: readonly Row[], viewer: Viewer) {
  const sections: string[] = [];
  const lists = new Map<string, { readonly items: object[] }>();
  const begin = (list: List, section: Section) => {
    const made = { ...listView(list, section, viewer).fields, items: [] };
    lists.set(list.id, made);
    return made;
  };
  for (const row of rows) {
    if ("section" in row) sections.push(row.section.name);
    else if ("list" in row) begin(row.list, row.in);
    else (lists.get(row.on.id) ?? begin(row.on, row.in)).items.push(itemView(row.item, viewer).fields);
  }
  return { sections, lists: [...lists.values()] };
}
