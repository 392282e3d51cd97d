import { startNightly, takeInChild } from "../backup/nightly.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/client.ts";
import { listHouseholds } from "../households/store.ts";
import type { Log } from "../http/log.ts";
import { systemTimers } from "../lib/timers.ts";
import type { Command } from "./command.ts";
import { openLockedDataDir, serveUntilStopped } from "./server.ts";

const firstSteps = (setupLink: string) => `
This data folder has no household yet. Open this link to make one; it works once:

  ${setupLink}

Or make one here, and a key for it; the server may keep running:

  inglenook household create --name "Our home" --time-zone Europe/Berlin --owner "Your name"
  inglenook key create --name "First key" --scopes all

Or look around first: inglenook demo
`;

export const serve: Command = {
  name: "serve",
  summary: "serve the household",
  actions: {
    "": {
      summary: "Serve until SIGTERM or Ctrl-C.",
      async run({ config }, show) {
        const folder = openLockedDataDir(config.dataDir);
        const isFresh = listHouseholds(folder.db).length === 0;
        const onListening = (url: string, setupToken: string) => {
          const base = config.baseUrl ?? url;
          const setupLink = isFresh ? `${base}/setup#${setupToken}` : null;
          show({
            json: { url: base, setupLink },
            text: `Inglenook is at ${base}\n${setupLink ? firstSteps(setupLink) : ""}`,
          });
        };
        await serveUntilStopped(config, folder, onListening, (log) => backUpNightly(config, folder.db, log));
        return null;
      },
    },
  },
};

function backUpNightly({ dataDir, nightlyBackup }: Config, db: Db, log: Log): () => Promise<void> {
  if (nightlyBackup === null) return async () => {};
  return startNightly({
    dataDir,
    at: nightlyBackup,
    zone: () => listHouseholds(db)[0]?.timeZone ?? null,
    clock: () => new Date(),
    timers: systemTimers,
    log,
    take: (file, signal) => takeInChild(dataDir, file, signal),
  });
}
