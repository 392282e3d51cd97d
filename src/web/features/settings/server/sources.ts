import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";

/** State of the server. Only owners of the household that runs the server may read this state. */
export const serverSource = source("settings.server", [], (_, api) => read(api.app.server.get()));
export const workSource = source("settings.server-work", [], (_, api) => read(api.app.server.work.get()));
export const findingsSource = source("settings.server-findings", [], (_, api) => read(api.app.server.findings.get()));

export type ServerFacts = Awaited<ReturnType<typeof serverSource.fetch>>;
export type Backup = ServerFacts["backups"][number];
export type Work = Awaited<ReturnType<typeof workSource.fetch>>;
export type Preview = NonNullable<NonNullable<Work["last"]>["result"]>;
export type Finding = Awaited<ReturnType<typeof findingsSource.fetch>>["findings"][number];
/** Name of a backup, with the password of the owner who downloads or restores it. */
export type Secured = { readonly name: string; readonly password: string };
