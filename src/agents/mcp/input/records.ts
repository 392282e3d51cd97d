/** Finds the records that the input of a tool names. */
import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { type IdKind, mayEndId } from "#lib/short-ids.ts";
import { isUuid } from "#lib/wire.ts";
import { ToolError, wrongParameter } from "../output/tool-error.ts";
import { ifReadable } from "../rest-client.ts";
import type { Context } from "../tool.ts";
import { maySearch, type Named, resolveId } from "./names.ts";
import { capitalized, type Note } from "./times.ts";
import { findByTitle, type Titled, type TitleSource } from "./titles.ts";

const kindNames: Readonly<Record<IdKind, string>> = {
  event: "event",
  task: "task",
  block: "item",
  recipe: "recipe",
  meal: "meal",
  activity: "activity entry",
  member: "member",
  list: "list",
  section: "section",
  check_in: "check-in",
  chore: "chore",
};

/** Finds a record by name, id or end of an id. A key that may not read names can still use ids. @throws ToolError */
export async function recordId(
  context: Context,
  kind: IdKind,
  nameOrId: string,
  read: () => Promise<readonly Named[]>,
  parameter: string,
  note?: Note,
): Promise<string> {
  if (isUuid(nameOrId.trim())) return nameOrId.trim().toLowerCase();
  const named = mayEndId(nameOrId) ? ((await ifReadable(read())) ?? []) : await read();
  return recordIdAmong(context, kind, named, nameOrId, parameter, note);
}

/** Finds a record among `named` by its name or id. @throws ToolError if the name is unknown or ambiguous */
export function recordIdAmong(
  context: Context,
  kind: IdKind,
  named: readonly Named[],
  nameOrId: string,
  parameter: string,
  note?: Note,
): string {
  const ids = {
    find: (text: string) => context.findId(kind, text, parameter),
    short: (id: string) => context.shortId(kind, id),
    maySearch: () => maySearch(context),
  };
  return resolveId(named, nameOrId, kindNames[kind], parameter, ids, note);
}

const kindKey = Symbol("kind of id");
const titlesKey = Symbol("records that a title can mean");

type IdSchema = { readonly [kindKey]?: IdKind; readonly [titlesKey]?: TitleSource };

/** Maximum length of a title: 200 characters of up to two UTF-16 code units. */
const maxTitleLength = 400;

/**
 * Schema of a parameter that contains an id, or only the last characters of an id; see {@link resolveIds}. If `titles`
 * is given, the parameter can also contain a title.
 */
export function idParameter(kind: IdKind, of: string, titles?: TitleSource) {
  const maxLength = titles ? maxTitleLength : 36;
  return Type.String({ maxLength, description: of, [kindKey]: kind, [titlesKey]: titles });
}

type IdReader = {
  readonly context: Context;
  readonly isForDeletion: boolean;
  readonly refuse: (fault: ToolError) => void;
  readonly titled: Map<TitleSource, Promise<readonly Titled[] | null>>;
};

/** Replaces titles and the last characters of ids by whole ids. Calls `refuse` for unknown and ambiguous ones. */
export function resolveIds(
  context: Context,
  schema: TSchema,
  value: unknown,
  isForDeletion: boolean,
  refuse: (fault: ToolError) => void,
): Promise<unknown> {
  return resolveWithin({ context, isForDeletion, refuse, titled: new Map() }, schema, value, "");
}

async function resolveWithin(reader: IdReader, schema: TSchema, value: unknown, path: string): Promise<unknown> {
  const kind = (schema as IdSchema)[kindKey];
  if (kind !== undefined && typeof value === "string") {
    if (value.length > schema.maxLength) return value; // It is refused already.
    try {
      return await wholeId(reader, kind, schema, value, path);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      reader.refuse(error);
      return value;
    }
  }
  if (schema.type === "array" && Array.isArray(value)) {
    if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return value; // It is refused already.
    return eachInOrder(value, (each, index) => resolveWithin(reader, schema.items, each, `${path}[${index}]`));
  }
  if (schema.type !== "object" || typeof value !== "object" || value === null) return value;
  const { properties } = schema as TObject;
  const prefix = path === "" ? "" : `${path}.`;
  const fields = await eachInOrder(Object.entries(value), async ([name, field]) => {
    const own = properties[name];
    return [name, own === undefined ? field : await resolveWithin(reader, own, field, prefix + name)];
  });
  return Object.fromEntries(fields);
}

async function eachInOrder<Item, Result>(
  items: readonly Item[],
  step: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) results.push(await step(item, index));
  return results;
}

async function wholeId(
  reader: IdReader,
  kind: IdKind,
  schema: TSchema,
  text: string,
  parameter: string,
): Promise<string> {
  const { context, isForDeletion } = reader;
  const id = context.findId(kind, text, parameter);
  if (id !== null) return id;
  const thing = kindNames[kind];
  const source = (schema as IdSchema)[titlesKey];
  const titled = source === undefined ? undefined : await readTitled(reader, source);
  const hasTitle = titled?.some(({ title }) => title.trim().toLowerCase() === text.trim().toLowerCase());
  const unknown = (error: ToolError) =>
    parameter.includes("[") ? error : notFoundError(thing, parameter, error.repair);
  if (titled && (hasTitle || !mayEndId(text))) {
    const shortId = (each: string) => context.shortId(kind, each);
    const listedBy = `list_${kind}s`;
    const search = { parameter, thing, isForDeletion, listedBy, shortId, note: context.note, call: context };
    try {
      return findByTitle(text, titled, search);
    } catch (error) {
      throw error instanceof ToolError && error.code === "no_such_reference" ? unknown(error) : error;
    }
  }
  if (source !== undefined && !mayEndId(text)) {
    const repair = `send its id: this key may not read the ${thing}s, so it cannot name them.`;
    throw unknown(wrongParameter(parameter, `no such ${thing}`, repair, { code: "no_such_reference" }));
  }
  if (parameter.includes("[")) {
    const description = schema.description ?? "";
    const from = description.slice(0, 1).toLowerCase() + description.slice(1);
    const right = source === undefined ? `take an id ${from}` : "send another id, or the title";
    const repair = `${right}; the ${thing} may be deleted. Nothing was changed.`;
    throw wrongParameter(parameter, `no such ${thing}`, repair, { code: "no_such_reference" });
  }
  throw notFoundError(thing, parameter);
}

/** Returns the refusal of the REST API for an unknown record. */
function notFoundError(thing: string, parameter: string, repair: string | null = null): ToolError {
  const error = new ToolError("not_found", null, `${capitalized(thing)} not found`, repair, 404);
  error.parameter = parameter;
  return error;
}

function readTitled({ context, titled }: IdReader, source: TitleSource): Promise<readonly Titled[] | null> {
  const known = titled.get(source) ?? ifReadable(source(context));
  titled.set(source, known);
  return known;
}
