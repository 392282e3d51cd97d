import { read } from "#web/sync/api/client.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";

/** Devices and browsers on which the member is signed in. The one that was used last comes first. */
export const signInsSource = source("settings.sign-ins", ["member"], (_, api) => read(api.app.sessions.get()));
export const tabletsSource = source("settings.tablets", ["device"], (_, api) => read(api.app.devices.get()));
/** API keys without secrets. Expired and revoked keys are included. */
export const keysSource = source("settings.keys", ["api_key", "member"], (_, api) => read(api.v1["api-keys"].get()));
/** Members, each with the email and with the state of the sign-in. Only adults may read these data. */
export const managedMembersSource = source("settings.members", ["member"], (_, api) => read(api.app.members.get()));
/** Version of the server. Null if the version is unknown. */
export const versionSource = source("settings.version", [], findVersion);

export type SignIn = Awaited<ReturnType<typeof signInsSource.fetch>>["sessions"][number];
export type Tablet = Awaited<ReturnType<typeof tabletsSource.fetch>>["devices"][number];
export type ManagedMember = Awaited<ReturnType<typeof managedMembersSource.fetch>>["members"][number];
export type ApiKey = Awaited<ReturnType<typeof keysSource.fetch>>["apiKeys"][number];

/**
 * Returns a member with email and sign-in state. Returns null while loading. Always returns null if the viewer is a
 * child or a guest.
 */
export function useManagedMember(id: string): ManagedMember | null {
  const isAdult = useIsAdult();
  const { data } = useSource(managedMembersSource, isAdult ? {} : null);
  return data?.members.find((member) => member.id === id) ?? null;
}

/**
 * Reads the version of the server from its MCP server card, because no other small response contains the version.
 * Returns null if the card has no version.
 */
async function findVersion(): Promise<string | null> {
  const card: unknown = await fetch("/mcp/server-card").then((answer) => answer.json());
  const version = typeof card === "object" && card !== null && "version" in card ? card.version : null;
  return typeof version === "string" ? version : null;
}
