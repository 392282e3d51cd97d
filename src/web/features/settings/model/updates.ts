import { runWithToast } from "#web/forms/run-with-toast.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";

/**
 * The server's version, the newer version if there is one, and the state of the check for newer versions. Only adults
 * may read this.
 */
export const updatesSource = source("settings.updates", [], (_, api) => read(api.app.server.updates.get()));

/**
 * Release notes, which only adults may read. `since` selects the notes of all later versions. If `since` is null, only
 * the notes of the current version are returned.
 */
export const releaseNotesSource = source("settings.release-notes", [], ({ since }: { since: string | null }, api) =>
  read(api.app.server["release-notes"].get({ query: since === null ? {} : { since } })),
);

export type Updates = Awaited<ReturnType<typeof updatesSource.fetch>>;

const turnUpdateCheck = command({
  // A server that refuses the change no longer offers it.
  mayChangeAnyway: true,
  refetches: [updatesSource],
  send: (isOn: boolean, api) => read(api.app.server["update-check"].put({ isOn })),
});

export function useUpdates() {
  return { ...useSource(updatesSource, {}), turn: (isOn: boolean) => runWithToast(turnUpdateCheck, isOn) };
}
