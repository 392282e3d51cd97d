/** Offers Markdown texts at addresses that begin with `household://`. */
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";
import type { Context } from "../tool.ts";
import { agendaResource, todayResource } from "./days.ts";
import { listedLists, listResource } from "./list.ts";

/**
 * Function that suggests values for a parameter of a prompt or of a resource's address. `typed` is what the person has
 * typed so far.
 */
export type Completion = (context: Context, typed: string) => Promise<readonly string[]>;

type Read = (
  context: Context,
  variables: Readonly<Record<string, string>>,
) => Promise<ReadResourceResult["contents"] | null>;

export type Resource =
  | { readonly isTemplate: false; readonly listed: ListResourcesResult["resources"][number]; readonly read: Read }
  | {
      readonly isTemplate: true;
      readonly listed: ListResourceTemplatesResult["resourceTemplates"][number];
      readonly complete?: Readonly<Record<string, Completion>>;
      readonly read: Read;
    };

export const resources: readonly Resource[] = [todayResource, agendaResource, listResource];

type Listed = ListResourcesResult["resources"];

export async function listResources(known: readonly Resource[], context: Context): Promise<Listed> {
  const fixed = known.flatMap((each) => (each.isTemplate ? [] : [each.listed]));
  return known.includes(listResource) ? [...fixed, ...(await listedLists(context))] : fixed;
}

/**
 * Reads the resource at an address. Returns null if the resource does not exist.
 * @throws ToolError if the REST API refuses
 */
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
