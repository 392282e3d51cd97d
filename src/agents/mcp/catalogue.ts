import type { CallToolResult, ListToolsResult } from "@modelcontextprotocol/server";
import { type TObject, Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import { isAdult, type Role } from "#platform/auth/role.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { Field } from "./input/parameters.ts";
import { toJsonSchema, withoutLengths } from "./input/validate-input.ts";
import { type Prompt, prompts } from "./prompts.ts";
import { type Resource, resources } from "./resources.ts";
import { profiles, type Tool, type ToolAnswer } from "./tool.ts";
import { activityTools } from "./tools/activity.ts";
import { overviewTools } from "./tools/agenda/agenda.ts";
import { deleteEvent, updateEvent } from "./tools/calendar/change.ts";
import { createEvent, createEvents } from "./tools/calendar/create.ts";
import { deleteEvents } from "./tools/calendar/delete-many.ts";
import { findFreeTime } from "./tools/calendar/free-time.ts";
import { getEvent, listEvents } from "./tools/calendar/read.ts";
import { checkInTools } from "./tools/check-ins.ts";
import { choreTools } from "./tools/chores.ts";
import { listTools } from "./tools/lists/lists.ts";
import { groceryTools } from "./tools/meals/groceries.ts";
import { mealTools } from "./tools/meals/meals.ts";
import { memberTools } from "./tools/members.ts";
import { recipeTools } from "./tools/recipes.ts";
import { taskTools } from "./tools/tasks.ts";

const tools = [
  memberTools,
  overviewTools,
  [listEvents, getEvent, createEvent, updateEvent, deleteEvent, createEvents, deleteEvents, findFreeTime],
  taskTools,
  listTools,
  recipeTools,
  mealTools,
  groceryTools,
  choreTools,
  checkInTools,
  activityTools,
].flat();

type ListedTool = ListToolsResult["tools"][number];

export type CatalogueEntry = {
  readonly tool: Tool;
  readonly listed: ListedTool;
  /** Schema of the structured result. Null if the tool always returns free text. */
  readonly outputSchema: ListedTool["outputSchema"] | null;
  /** Input schema without the maximum lengths of texts. Used to validate arguments. The REST API checks the lengths. */
  readonly shape: TObject;
};

export type Catalogue = {
  readonly entries: readonly CatalogueEntry[];
  readonly byName: ReadonlyMap<string, CatalogueEntry>;
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
};

export function createCatalogue(parts: {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
}): Catalogue {
  const entries = profiles.flatMap((profile) => parts.tools.filter((tool) => tool.profile === profile)).map(toEntry);
  const byName = new Map(entries.map((entry) => [entry.tool.name, entry]));
  if (byName.size !== entries.length) throw new Error("Two tools have the same name");
  return { entries, byName, resources: parts.resources, prompts: parts.prompts };
}

export const catalogue = createCatalogue({ tools, resources, prompts });

/** Returns a scope that the tool needs and the API key lacks. Returns null if the key has all scopes. */
export function findMissingScope(
  { scopes, anyScope = [] }: Pick<Tool, "scopes" | "anyScope">,
  has: readonly Scope[],
): Scope | null {
  const missing = scopes.find((scope) => !has.includes(scope));
  if (missing) return missing;
  return anyScope.length === 0 || anyScope.some((scope) => has.includes(scope)) ? null : (anyScope[0] ?? null);
}

export function isForRole({ isForAdults = false }: Pick<Tool, "isForAdults">, role: Role): boolean {
  return !isForAdults || isAdult(role);
}

function toEntry(tool: Tool): CatalogueEntry {
  const { name, title, description, input, output } = tool;
  const listed: ListedTool = {
    name,
    title,
    description,
    inputSchema: toJsonSchema(input) as ListedTool["inputSchema"],
    annotations: {
      readOnlyHint: tool.does === "reads",
      destructiveHint: tool.does === "changes" || tool.does === "deletes",
      idempotentHint: tool.isIdempotent ?? tool.does !== "adds",
      openWorldHint: tool.isOpenWorld ?? false,
    },
  };
  const outputSchema = output === null ? null : (toJsonSchema(withText(output)) as ListedTool["outputSchema"]);
  return { tool, listed, outputSchema, shape: withoutLengths(input) };
}

/** Adds the field `text`, and makes all other fields optional, because required fields cost 10 % more tokens. */
function withText(output: TObject): TObject {
  return closed({ text: Field.text, ...Type.Partial(output).properties });
}

export function toResult(
  { text: lines, data }: ToolAnswer,
  notes: readonly string[],
  isStructured: boolean,
): CallToolResult {
  const whole = [lines, ...notes].join("\n");
  return {
    content: [{ type: "text", text: whole }],
    ...(isStructured ? { structuredContent: { text: whole, ...data } } : {}),
  };
}
