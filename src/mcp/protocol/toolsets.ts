/** Which tools a request asks for, by its headers. */
import { invalid } from "../../errors.ts";
import { groups, profiles, type Tool } from "../tool.ts";

/** What a client narrows its tools to. */
export type Toolset = { readonly names: ReadonlySet<string>; readonly isReadOnly: boolean };

const known: readonly string[] = [...profiles, ...groups];

/**
 * Reads `X-MCP-Toolsets` (profiles and groups by commas; absent: all) and `X-MCP-Readonly`.
 * @throws ApiError 400 for a name that there is not.
 */
export function readToolset(headers: Headers): Toolset {
  const names = (headers.get("x-mcp-toolsets") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (!names.every((name) => known.includes(name))) {
    throw invalid("X-MCP-Toolsets", `must be any of ${known.join(", ")}, by commas`);
  }
  const readOnly = (headers.get("x-mcp-readonly") ?? "false").trim().toLowerCase();
  if (readOnly !== "true" && readOnly !== "false") throw invalid("X-MCP-Readonly", "must be true or false");
  return { names: new Set(names.length > 0 ? names : ["full"]), isReadOnly: readOnly === "true" };
}

/** Whether a tool is in what the client narrowed to; scopes are another matter. */
export function isInToolset(
  { profile, group, does }: Pick<Tool, "profile" | "group" | "does">,
  wanted: Toolset,
): boolean {
  if (wanted.isReadOnly && does !== "reads") return false;
  const isInProfile = profiles.some((name, rank) => wanted.names.has(name) && profiles.indexOf(profile) <= rank);
  if (isInProfile) return true;
  const hasGroups = groups.some((name) => wanted.names.has(name));
  return group === "always" ? hasGroups : group !== null && wanted.names.has(group);
}
