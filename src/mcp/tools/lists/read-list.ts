/** Reading lists: all of them, or one. */
import { Type } from "@sinclair/typebox";
import type { ListWithBlocks as List, SectionWithLists as Section } from "../../../lists/model.ts";
import { closed } from "../../../wire.ts";
import { count, cursorParameter, pageFields, text } from "../../input/parameters.ts";
import { quoted } from "../../output/format.ts";
import { itemTokens, pageOf, type Shown } from "../../output/paging.ts";
import { tool } from "../../tool.ts";
import { type Household, householdOf, Item, shownItem } from "./item.ts";
import { headLine, nameParameter } from "./list-header.ts";
import { type Block, flat, knownLists, listGone } from "./list-lookup.ts";

/** What can stand on a page, one below the other. `isApart`: an item that begins a list whose head stands further above. */
type Row = { readonly id: string } & (
  | { readonly section: Section }
  | { readonly list: List; readonly in: Section }
  | { readonly item: Block; readonly on: List; readonly in: Section; readonly isApart: boolean }
);

/**
 * Reads lists and their items. All lists come with what is on each right under it, where one page holds that. Where it does
 * not, all their heads come first, and then the items list by list: so the first page tells what lists there are, however
 * long one of them is. A cursor is always one of the second order.
 */
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
  repairs: { not_found: listGone },
  async run(context, { list, includeDone = false, cursor }) {
    const known = knownLists(context);
    const sections = await known.sections();
    const only = list === undefined ? null : await known.list(await known.listId(list));
    const household = await householdOf(context);
    const pageOfRows = (rows: readonly Row[]) => {
      const first = rows[cursor === undefined ? 0 : rows.findIndex(({ id }) => id === cursor) + 1];
      const again = first && "item" in first && !first.isApart ? shownList(first.on, first.in) : null;
      const page = pageOf(rows, cursor, "No lists.", (row) => shownRow(row, household), {
        isCounted: isItem,
        reserved: again === null ? headroom : headroom + itemTokens(again),
      });
      const begin = first === undefined ? 0 : rows.indexOf(first);
      const lines = [...(again === null ? [] : [`${again.line} (goes on)`]), page.text];
      return { lines, data: { ...page.paging, ...dataOf(rows.slice(begin, begin + page.items.length), household) } };
    };
    const inPlace = sections.flatMap((section) => rowsOf(section, only, includeDone));
    const whole = cursor === undefined || only !== null ? pageOfRows(inPlace) : null;
    if (whole !== null && (only !== null || !whole.data.truncated)) return told(whole);
    const { lines, data } = pageOfRows([
      ...inPlace.filter((row) => !isItem(row)),
      ...inPlace.filter(isItem).map((row, index, items) => apart(row, items[index - 1])),
    ]);
    return told({ lines: cursor === undefined ? [headsFirst, ...lines] : lines, data });
  },
});

/** For what stands beside the rows. */
const headroom = 40;

const headsFirst = "All lists first, then what is on them. For one list's items alone: list.";

type ItemRow = Extract<Row, { readonly item: Block }>;

/** An item as it stands where the heads come first. */
function apart(row: ItemRow, before: ItemRow | undefined): ItemRow {
  return { ...row, isApart: before?.on.id !== row.on.id };
}

function told({ lines, data }: { readonly lines: readonly string[]; readonly data: object }) {
  return { text: lines.join("\n"), data: { ...data } };
}

function isItem(row: Row): row is ItemRow {
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
      isApart: false,
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
  if ("list" in row) return shownList(row.list, row.in);
  const { line, fields } = shownItem(row.item, household);
  if (!row.isApart) return { line, fields };
  const { id, name } = row.on;
  return {
    line: `On ${quoted(name)} · id ${id}:\n${line}`,
    fields: { ...shownList(row.on, row.in).fields, ...fields },
  };
}

function shownList(list: List, section: Section): Shown {
  const done = flat(list.blocks).filter((block) => block.done).length;
  return {
    line: headLine(list, section.name, done),
    fields: {
      id: list.id,
      name: list.name,
      section: section.name,
      visibility: list.visibility,
      open: list.remainingCount,
      done,
    },
  };
}

/** The rows of a page with each item on its list, which is named on every page that has some of it. */
function dataOf(rows: readonly Row[], household: Household) {
  const sections: string[] = [];
  const lists = new Map<string, { readonly fields: object; readonly items: object[] }>();
  const begin = (list: List, section: Section) => {
    const made = { fields: shownList(list, section).fields, items: [] };
    lists.set(list.id, made);
    return made;
  };
  for (const row of rows) {
    if ("section" in row) sections.push(row.section.name);
    else if ("list" in row) begin(row.list, row.in);
    else (lists.get(row.on.id) ?? begin(row.on, row.in)).items.push(shownItem(row.item, household).fields);
  }
  return { sections, lists: [...lists.values()].map(({ fields, items }) => ({ ...fields, items })) };
}
