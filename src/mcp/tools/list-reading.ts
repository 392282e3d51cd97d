/** Reading lists: all of them, or one. */
import { Type } from "@sinclair/typebox";
import { closed } from "../../schema.ts";
import { count, cursorParameter, pageFields, text } from "../kinds.ts";
import { quoted } from "../lines.ts";
import { headLine, nameParameter } from "../lists/heads.ts";
import { type Household, householdOf, Item, shownItem } from "../lists/items.ts";
import { type Block, flat, knownLists, type List, listGone, type Section } from "../lists/known.ts";
import { pageOf, type Shown } from "../paging.ts";
import { tool } from "../tool.ts";

/** What can stand on a page, one below the other. */
type Row = { readonly id: string } & (
  | { readonly section: Section }
  | { readonly list: List; readonly in: Section }
  | { readonly item: Block; readonly on: List; readonly in: Section }
);

/** Reads lists and their items. */
export const listLists = tool({
  name: "list_lists",
  title: "Read lists and their items",
  group: "lists",
  profile: "core",
  does: "reads",
  scopes: ["lists.read"],
  description: "Shopping, packing and other lists with their items, all or one.",
  input: closed({
    list: Type.Optional(nameParameter("Only this one: name or id")),
    includeDone: Type.Optional(Type.Boolean({ description: "Ticked ones too" })),
    cursor: cursorParameter,
  }),
  output: closed({
    ...pageFields,
    sections: Type.Array(text),
    lists: Type.Array(
      closed({
        id: text,
        name: text,
        section: text,
        visibility: text,
        open: count,
        done: count,
        items: Type.Array(Item),
      }),
    ),
  }),
  repairs: { "List not found": listGone },
  async run(context, { list, includeDone = false, cursor }) {
    const known = knownLists(context);
    const only = list === undefined ? null : await known.list(await known.listId(list));
    const sections = await known.sections();
    const all = sections.flatMap((section) => rowsOf(section, only, includeDone));
    const household = await householdOf(context);
    const page = pageOf(all, cursor, "No lists.", (row) => shownRow(row, household), { isCounted: isItem });
    const rows = all.slice(cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1);
    return told(rows.slice(0, page.items.length), page.text, page.paging, household);
  },
});

function isItem(row: Row): boolean {
  return "item" in row;
}

/** What is to be read of a section: itself, its lists and their items; of one list alone that one's. */
function rowsOf(section: Section, only: List | null, includeDone: boolean): Row[] {
  const lists = section.lists.filter(({ id }) => only === null || id === only.id);
  const rows = lists.flatMap((list) => [
    { id: list.id, list, in: section },
    ...flat(includeDone ? list.blocks : open(list.blocks)).map((item) => ({
      id: item.id,
      item,
      on: list,
      in: section,
    })),
  ]);
  return only === null ? [{ id: section.id, section }, ...rows] : rows;
}

/** Without what is ticked off; a task that is stays while something under it is open. */
function open(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    const subtasks = (block.subtasks ?? []).filter(({ done }) => !done);
    return block.done && subtasks.length === 0 ? [] : [{ ...block, subtasks }];
  });
}

function shownRow(row: Row, household: Household): Shown {
  if ("section" in row) {
    const { id, name } = row.section;
    return { line: `Section ${quoted(name)} · id ${id}`, fields: { id, name } };
  }
  return "item" in row ? shownItem(row.item, household) : shownList(row.list, row.in);
}

function shownList(list: List, section: Section): Shown {
  const done = flat(list.blocks).filter((block) => block.done).length;
  return {
    line: headLine(list, section.name, done),
    fields: {
      ...{ id: list.id, name: list.name, section: section.name, visibility: list.visibility },
      ...{ open: list.remainingCount, done },
    },
  };
}

/** The rows of a page with each item on its list. A list that began on the page before is named again. */
function told(rows: readonly Row[], page: string, paging: object, household: Household) {
  const sections: string[] = [];
  const lists: { fields: object; id: string; items: object[] }[] = [];
  const begin = (list: List, section: Section) => {
    const made = { id: list.id, fields: shownList(list, section).fields, items: [] };
    lists.push(made);
    return made;
  };
  for (const row of rows) {
    if ("section" in row) sections.push(row.section.name);
    else if ("list" in row) begin(row.list, row.in);
    else {
      const last = lists.at(-1);
      const on = last?.id === row.on.id ? last : begin(row.on, row.in);
      on.items.push(shownItem(row.item, household).fields);
    }
  }
  const [first] = rows;
  const again = first && "item" in first ? `${shownList(first.on, first.in).line} (goes on)\n` : "";
  const data = { ...paging, sections, lists: lists.map(({ fields, items }) => ({ ...fields, items })) };
  return { text: `${again}${page}`, data };
}
