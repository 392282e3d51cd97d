import { read } from "#web/sync/api/client.ts";
import { Unreachable } from "#web/sync/api/failures.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { command } from "#web/sync/command.ts";
import { serverSource } from "./sources.ts";

type Secured = { readonly name: string; readonly password: string };

export const takeBackup = command({
  invalidates: [],
  send: (_: null, api) => read(api.app.server.backups.post()),
});

/** Uploads a backup file. The server checks the file before listing it. */
export const uploadBackup = command({
  invalidates: [],
  send: (file: File, _, report) => uploadFile("/app/server/backups/upload", file, report, { isRaw: true }),
});

export const deleteBackup = command({
  invalidates: [],
  refetches: [serverSource],
  send: (name: string, api) => read(api.app.server.backups.delete(undefined, { query: { name } })),
  done: ({ settings }) => settings.server.deleted,
});

export const prepareDownload = command({
  invalidates: [],
  send: (body: Secured, api) => read(api.app.server.backups.download.post(body)),
});

export const checkBackup = command({
  invalidates: [],
  send: (name: string, api) => read(api.app.server.backups.check.post({ name })),
});

export const restoreBackup = command({
  invalidates: [],
  send: async (body: Secured, api) => {
    await read(api.app.server.restore.post(body)).catch((error: unknown) => {
      // The server may have stopped before its response arrived.
      if (!(error instanceof Unreachable)) throw error;
    });
    return true;
  },
});
