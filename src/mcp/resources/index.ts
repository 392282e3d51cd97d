/**
 * What of the household a client may show or attach without a tool: texts in Markdown at `household://` addresses. To add
 * one, write a {@link Resource} and put it into {@link resources}.
 */
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";
import type { Context } from "../tool.ts";
import { agendaResource, todayResource } from "./days.ts";
import { listResource } from "./list.ts";

/** How a variable of an address is completed: `said` is what has been written of it so far. */
export type Completion = (context: Context, said: string) => Promise<readonly string[]>;

type Read = (
  context: Context,
  variables: Readonly<Record<string, string>>,
) => Promise<ReadResourceResult["contents"] | null>;

/** One address, or all of a template's: `household://list/{id}`. `read` answers null where nothing is there. */
export type Resource =
  | { readonly isTemplate: false; readonly listed: ListResourcesResult["resources"][number]; readonly read: Read }
  | {
      readonly isTemplate: true;
      readonly listed: ListResourceTemplatesResult["resourceTemplates"][number];
      readonly complete?: Readonly<Record<string, Completion>>;
      readonly read: Read;
    };

/** In the order in which they are listed. */
export const resources: readonly Resource[] = [todayResource, agendaResource, listResource];

/** What is at an address; null where nothing is. @throws ToolError where REST refuses. */
export async function readResource(
  known: readonly Resource[],
  uri: string,
  context: Context,
): Promise<ReadResourceResult | null> {
  for (const resource of known) {
    const variables = resource.isTemplate
      ? variablesOf(resource.listed.uriTemplate, uri)
      : resource.listed.uri === uri
        ? {}
        : null;
    const contents = variables && (await resource.read(context, variables));
    if (contents) return { contents };
  }
  return null;
}

/** What stands in an address where the template has `{name}`; null where it is not one of the template's. */
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
