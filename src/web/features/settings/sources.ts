/** What the settings ask the server. */
import { api, read } from "../../sync/api/client.ts";
import { useIsAdult } from "../../sync/session.ts";
import { source } from "../../sync/source.ts";
import { useSource } from "../../sync/use-source.ts";

/** Where the viewer is signed in, the latest first. */
export const signInsSource = source("settings.sign-ins", ["member"], () => read(api.app.sessions.get()));
/** The household's settings. */
export const householdSource = source("settings.household", ["household"], () => read(api.app.household.get()));
/** Paired tablets. */
export const tabletsSource = source("settings.tablets", ["device"], () => read(api.app.devices.get()));
/** API keys, those that have ended too; without what makes them work. */
export const keysSource = source("settings.keys", ["api_key", "member"], () => read(api.v1["api-keys"].get()));
/** The members with their emails, and who can sign in; for adults alone. */
export const managedMembersSource = source("settings.members", ["member"], () => read(api.app.members.get()));
/** The server's version; null where it does not tell. */
export const versionSource = source("settings.version", [], findVersion);

/** One of the viewer's sign-ins. */
export type SignIn = Awaited<ReturnType<typeof signInsSource.fetch>>["sessions"][number];
/** The household's settings. */
export type HouseholdSettings = Awaited<ReturnType<typeof householdSource.fetch>>;
/** A paired tablet. */
export type Tablet = Awaited<ReturnType<typeof tabletsSource.fetch>>["devices"][number];
/** A member as adults manage one. */
export type ManagedMember = Awaited<ReturnType<typeof managedMembersSource.fetch>>["members"][number];
/** An API key, as it is shown after it was made. */
export type ApiKey = Awaited<ReturnType<typeof keysSource.fetch>>["apiKeys"][number];

/** A member's email and sign-in; null while they are not known, and for viewers who are no adults. */
export function useManagedMember(id: string): ManagedMember | null {
  const isAdult = useIsAdult();
  const { data } = useSource(managedMembersSource, isAdult ? {} : null);
  return data?.members.find((member) => member.id === id) ?? null;
}

/** The card that the server shows to agents is the one short answer with its version. */
async function findVersion(): Promise<string | null> {
  const card: unknown = await fetch("/mcp/server-card").then((answer) => answer.json());
  const version = typeof card === "object" && card !== null && "version" in card ? card.version : null;
  return typeof version === "string" ? version : null;
}
