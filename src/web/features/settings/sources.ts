import { read } from "../../sync/api/client.ts";
import { useIsAdult } from "../../sync/session.ts";
import { source } from "../../sync/source.ts";
import { useSource } from "../../sync/use-source.ts";

/** Latest first. */
export const signInsSource = source("settings.sign-ins", ["member"], (_, api) => read(api.app.sessions.get()));
export const tabletsSource = source("settings.tablets", ["device"], (_, api) => read(api.app.devices.get()));
/** Without secrets; includes expired and revoked keys. */
export const keysSource = source("settings.keys", ["api_key", "member"], (_, api) => read(api.v1["api-keys"].get()));
/** With emails and sign-in state; for adults only. */
export const managedMembersSource = source("settings.members", ["member"], (_, api) => read(api.app.members.get()));
/** For adults. The networks of a machine come and go. */
export const addressesSource = source("settings.addresses", [], (_, api) => read(api.app.server.addresses.get()));
/** Null if unknown. */
export const versionSource = source("settings.version", [], findVersion);

export type SignIn = Awaited<ReturnType<typeof signInsSource.fetch>>["sessions"][number];
export type Tablet = Awaited<ReturnType<typeof tabletsSource.fetch>>["devices"][number];
export type ManagedMember = Awaited<ReturnType<typeof managedMembersSource.fetch>>["members"][number];
export type ApiKey = Awaited<ReturnType<typeof keysSource.fetch>>["apiKeys"][number];

/** Null while loading, and for children and guests. */
export function useManagedMember(id: string): ManagedMember | null {
  const isAdult = useIsAdult();
  const { data } = useSource(managedMembersSource, isAdult ? {} : null);
  return data?.members.find((member) => member.id === id) ?? null;
}

/** The MCP server card is the only small response with the version. */
async function findVersion(): Promise<string | null> {
  const card: unknown = await fetch("/mcp/server-card").then((answer) => answer.json());
  const version = typeof card === "object" && card !== null && "version" in card ? card.version : null;
  return typeof version === "string" ? version : null;
}
