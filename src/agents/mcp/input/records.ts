/** Finds the records that the input of a tool names. */
import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { type IdKind, mayEndId } from "#lib/short-ids.ts";
import { isUuid } from "#lib/wire.ts";
import { ToolError, wrongParameter } from "../output/tool-error.ts";
import { ifReadable } from "../rest-client.ts";
import type { Context } from "../tool.ts";
import { type Named, resolveId } from "./names.ts";
import { capitalized, type Note } from "./times.ts";

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
  };
  return resolveId(named, nameOrId, kindNames[kind], parameter, ids, note);
}

const kindKey = Symbol("kind of id");

/** Schema of a parameter that contains an id, or only the last characters of an id; see {@link resolveIds}. */
export function idParameter(kind: IdKind, of: string) {
  return Type.String({ maxLength: 36, description: of, [kindKey]: kind });
}

/** Expands ids of which an agent sent only the last characters. Calls `refuse` for unknown and ambiguous ones. */
export function resolveIds(
  context: Context,
  schema: TSchema,
  value: unknown,
  refuse: (fault: ToolError) => void,
  path = "",
): unknown {
  const kind = (schema as { readonly [kindKey]?: IdKind })[kindKey];
  if (kind !== undefined && typeof value === "string") {
    try {
      return wholeId(context, kind, value, path, schema.description ?? "");
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      refuse(error);
      return value;
    }
  }
  if (schema.type === "array" && Array.isArray(value)) {
    return value.map((each, index) => resolveIds(context, schema.items, each, refuse, `${path}[${index}]`));
  }
  if (schema.type !== "object" || typeof value !== "object" || value === null) return value;
  const { properties } = schema as TObject;
  const prefix = path === "" ? "" : `${path}.`;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const own = properties[name];
      return [name, own === undefined ? field : resolveIds(context, own, field, refuse, prefix + name)];
    }),
  );
}

function wholeId(context: Context, kind: IdKind, text: string, parameter: string, source: string): string {
  const id = context.findId(kind, text, parameter);
  if (id !== null) return id;
  const thing = kindNames[kind];
  if (parameter.includes("[")) {
    const from = source.slice(0, 1).toLowerCase() + source.slice(1);
    const repair = `take an id ${from}; the ${thing} may be deleted. Nothing was changed.`;
    throw wrongParameter(parameter, `no such ${thing}`, repair, { code: "no_such_reference" });
  }
  throw new ToolError("not_found", null, `${capitalized(thing)} not found`, null, 404);
}
