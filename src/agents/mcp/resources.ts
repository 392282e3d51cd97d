/** Offers Markdown texts at addresses that begin with `household://`. */
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";
import { foldForSearch } from "#lib/case-folding.ts";
import { mayEndId } from "#lib/short-ids.ts";
import { isDay } from "#lib/time.ts";
import type { ListWithBlocks } from "#lists/model.ts";
import { readDay } from "./input/times.ts";
import { bare, oneLine, withinQuotes } from "./output/format.ts";
import { ToolError } from "./output/tool-error.ts";
import { ifReadable, unless } from "./rest-client.ts";
import type { Context } from "./tool.ts";
import { datesFrom, readAgenda, readToday } from "./tools/agenda/agenda.ts";
import { allLists, type Block, listLookup } from "./tools/lists/list-lookup.ts";

/** Suggests values for a parameter of a prompt or an address. `typed` is what the person has typed so far. */
export type Completion = (context: Context, typed: string) => Promise<readonly string[]>;

type Contents = ReadResourceResult["contents"];
type Read = (context: Context, variables: Readonly<Record<string, string>>) => Promise<Contents | null>;

export type Resource =
  | { readonly isTemplate: false; readonly listed: ListResourcesResult["resources"][number]; readonly read: Read }
  | {
      readonly isTemplate: true;
      readonly listed: ListResourceTemplatesResult["resourceTemplates"][number];
      readonly complete?: Readonly<Record<string, Completion>>;
      readonly read: Read;
    };

const mimeType = "text/markdown";
const todayUri = "household://today";
const listUri = "household://list/";

const todayResource: Resource = {
  isTemplate: false,
  listed: {
    name: "today",
    title: "Today",
    uri: todayUri,
    mimeType,
    description: "The household's time, what is on today, what is due and overdue, and the dates of the next 14 days.",
  },
  read: async (context) => [{ uri: todayUri, mimeType, text: (await readToday(context)).text }],
};

const agendaResource: Resource = {
  isTemplate: true,
  listed: {
    name: "agenda",
    title: "A day's agenda",
    uriTemplate: "household://agenda/{date}",
    mimeType,
    description:
      "Events, meals, chores, check-ins and tasks due on one day. Write the date like 2026-11-27, today, tomorrow or monday.",
  },
  complete: {
    date: async (context, typed) => {
      const { now } = context;
      const names = ["today", "tomorrow", ...datesFrom(now.date, 14)];
      return names.filter((name) => name.startsWith(typed.trim().toLowerCase()));
    },
  },
  async read(context, { date = "" }) {
    const from = await dayOf(context, date);
    if (from === null) return null;
    const { text } = await readAgenda(context, { from, days: 1 });
    return [{ uri: `household://agenda/${encodeURIComponent(date)}`, mimeType, text }];
  },
};

async function dayOf(context: Context, name: string): Promise<string | null> {
  if (isDay(name)) return name;
  try {
    return readDay(name, context.clock, "date");
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

const listResource: Resource = {
  isTemplate: true,
  listed: {
    name: "list",
    title: "A list",
    uriTemplate: `${listUri}{id}`,
    description: "One of the household's lists with its items, in order, by its name or id.",
    mimeType,
  },
  complete: { id: completeList },
  async read(context, { id = "" }) {
    const list = await findList(context, id);
    if (!list) return null;
    const text = [`# ${oneLine(list.name)}`, "", ...list.blocks.flatMap((block) => linesOf(block, ""))].join("\n");
    return [{ uri: `${listUri}${encodeURIComponent(id)}`, mimeType, text }];
  },
};

export const resources: readonly Resource[] = [todayResource, agendaResource, listResource];

const maxListed = 50;

export async function listResources(
  known: readonly Resource[],
  context: Context,
): Promise<ListResourcesResult["resources"]> {
  const fixed = known.flatMap((each) => (each.isTemplate ? [] : [each.listed]));
  if (!known.includes(listResource)) return fixed;
  const lists = (await ifReadable(allLists(listLookup(context)))) ?? [];
  const shared = lists.filter(({ visibility }) => visibility === "shared").slice(0, maxListed);
  const listed = shared.map((list) => {
    const name = bare(list.name);
    return { name, title: name, uri: `${listUri}${encodeURIComponent(uriPartOf(context, list, lists))}`, mimeType };
  });
  return [...fixed, ...listed];
}

export async function completeList(context: Context, typed: string): Promise<string[]> {
  const wanted = foldForSearch(typed);
  const lists = await allLists(listLookup(context));
  return lists
    .filter(({ id, name }) => id.endsWith(wanted) || foldForSearch(name).includes(wanted))
    .map((list) => uriPartOf(context, list, lists));
}

function uriPartOf({ shortId }: Context, { id, name }: Named, lists: readonly Named[]): string {
  const plain = withinQuotes(name);
  const same = lists.filter((each) => foldForSearch(withinQuotes(each.name)) === foldForSearch(plain));
  // Clients resolve dots in addresses.
  return same.length > 1 || mayEndId(plain) || /^\.*$/.test(plain) ? shortId("list", id) : plain;
}

type Named = Pick<ListWithBlocks, "id" | "name">;

function findList(context: Context, nameOrId: string): Promise<ListWithBlocks | null> {
  const lookup = listLookup(context);
  const isUnknown = ({ status, code }: ToolError) => status === 404 || code === "no_such_reference";
  return unless(lookup.listId(nameOrId).then(lookup.list), isUnknown);
}

function linesOf({ type, content, done, subtasks = [] }: Block, indent: string): string[] {
  const text = oneLine(content);
  if (type === "divider") return ["---"];
  if (type === "header") return [`## ${text}`];
  if (type === "paragraph") return [`> ${text}`]; // So that no note can pass for a heading or an item.
  return [`${indent}- [${done ? "x" : " "}] ${text}`, ...subtasks.flatMap((each) => linesOf(each, `${indent}  `))];
}

/** Returns the resource at an address, or null if there is none. @throws ToolError if the REST API refuses */
export async function readResource(
  known: readonly Resource[],
  uri: string,
  context: Context,
): Promise<ReadResourceResult | null> {
  for (const resource of known) {
    const template = resource.isTemplate ? resource.listed.uriTemplate : resource.listed.uri;
    const variables = variablesOf(template, uri);
    const contents = variables && (await resource.read(context, variables));
    if (contents) return { contents };
  }
  return null;
}

function variablesOf(template: string, uri: string): Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\/]/g, "\\$&").replaceAll(/\{\w+\}/g, "([^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(uri);
  return found && Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? "")]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
