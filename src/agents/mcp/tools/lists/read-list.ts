import { Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import type { ListWithBlocks as List, SectionWithLists as Section } from "#lists/model.ts";
import { allOptional, Field, Param, textFields } from "../../input/parameters.ts";
import type { RowView } from "../../output/answers.ts";
import { joinParts, quoted } from "../../output/format.ts";
import type { Viewer } from "../../tool.ts";
import { Item, itemView, listTool } from "./item.ts";
import { type Block, flat, listLookup } from "./list-lookup.ts";

/** Row of the result. If `showsListName` is true, the item's row names its list, whose row is not directly above. */
type Row = { readonly id: string } & (
  | { readonly section: Section }
  | { readonly list: List; readonly in: Section }
  | { readonly item: Block; readonly on: List; readonly in: Section; readonly showsListName: boolean }
);

/** Tool that returns all lists, each before its items if all fit on one page; otherwise all headers come first. */
export const listLists = listTool({
  name: "list_lists",
  title: "Read lists and what is still on them",
  profile: "core",
  does: "reads",
  description: "Shopping, packing and other lists with their items, all or one.",
  input: allOptional({
    list: Param.list("Only this one: name or id"),
    includeDone: Param.flag("Ticked ones too"),
    cursor: Param.cursor,
  }),
  output: closed({
    ...Field.page,
    sections: Field.texts,
    lists: Type.Array(
      closed({
        ...textFields("id", "name", "section", "visibility"),
        open: Field.count,
        done: Field.count,
        items: Type.Array(Item),
      }),
    ),
  }),
  async run(context, { list, includeDone = false, cursor }) {
    const lookup = listLookup(context);
    const sections = await lookup.sections();
    const only = list === undefined ? null : await lookup.list(await lookup.listId(list, "list", context.note));
    const pageOfRows = (rows: readonly Row[]) => {
      const first = rows[cursor === undefined ? 0 : rows.findIndex(({ id }) => id === cursor) + 1];
      const repeatedHeader =
        first && "item" in first && !first.showsListName ? listView(first.on, first.in, context) : null;
      const page = context.page(rows, cursor, "No lists.", rowView, {
        isCounted: isItem,
        reserved: repeatedHeader === null ? reservedTokens : reservedTokens + context.tokensOf(repeatedHeader),
      });
      const begin = first === undefined ? 0 : rows.indexOf(first);
      const text = repeatedHeader === null ? page.text : `${repeatedHeader.line} (continued)\n${page.text}`;
      return { text, data: { ...page.paging, ...dataOf(rows.slice(begin, begin + page.items.length), context) } };
    };
    const rows = sections.flatMap((section) => rowsOf(section, only, includeDone));
    const whole = cursor === undefined || only !== null ? pageOfRows(rows) : null;
    if (whole !== null && (only !== null || !whole.data.truncated)) return whole;
    const { text, data } = pageOfRows([
      ...rows.filter((row) => !isItem(row)),
      ...rows.filter(isItem).map((row, index, all) => ({ ...row, showsListName: all[index - 1]?.on.id !== row.on.id })),
    ]);
    return { text: cursor === undefined ? `${listsFirstNote}\n${text}` : text, data };
  },
});

const reservedTokens = 40;

const listsFirstNote = "All lists come first, then their items. To read one list, send list.";

type ItemRow = Extract<Row, { readonly item: Block }>;

function isItem(row: Row): row is ItemRow {
  return "item" in row;
}

function rowsOf(section: Section, only: List | null, includeDone: boolean): Row[] {
  const lists = section.lists.filter(({ id }) => only === null || id === only.id);
  const rows = lists.flatMap((list) => [
    { id: list.id, list, in: section },
    ...flat(includeDone ? list.blocks : withoutDone(list.blocks)).map((item) => {
      return { id: item.id, item, on: list, in: section, showsListName: false };
    }),
  ]);
  return only === null ? [{ id: section.id, section }, ...rows] : rows;
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
  const { line, fields } = itemView(row.item, viewer);
  if (!row.showsListName) return { line, fields };
  const { id, name } = row.on;
  return {
    line: `On ${quoted(name)} · id ${viewer.shortId("list", id)}:\n${line}`,
    fields: { ...listView(row.on, row.in, viewer).fields, ...fields },
  };
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
