import { invalid } from "#lib/errors.ts";
import { groups, profiles, type Tool } from "../tool.ts";

export type Toolset = {
  readonly names: ReadonlySet<string>;
  readonly isReadOnly: boolean;
  /** Whether to send structured results too. Many clients would show the model only these, so not by default. */
  readonly isStructured: boolean;
};

const structured = "structured";
const known: readonly string[] = [...profiles, ...groups, structured];

/** Reads the requested toolset from the headers. @throws ApiError 400 */
export function readToolset(headers: Headers): Toolset {
  const names = (headers.get("x-mcp-toolsets") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (!names.every((name) => known.includes(name))) {
    throw invalid("X-MCP-Toolsets", `must be any of ${known.join(", ")}, separated by commas`);
  }
  const readOnly = (headers.get("x-mcp-readonly") ?? "false").trim().toLowerCase();
  if (readOnly !== "true" && readOnly !== "false") throw invalid("X-MCP-Readonly", "must be true or false");
  const sets = new Set(names);
  const isStructured = sets.delete(structured);
  return { names: sets.size > 0 ? sets : new Set(["full"]), isReadOnly: readOnly === "true", isStructured };
}

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
