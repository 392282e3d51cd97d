import { followUps, scheduleFollowUps } from "../../backup/follow-ups.ts";
import { nightlyBackup, takeInChild } from "../../backup/nightly.ts";
import { listHouseholds } from "../../households/store.ts";
import type { Command } from "../command.ts";
import { openLockedDataDir, serveUntilStopped } from "../server.ts";

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
        const { dataDir } = config;
        const take = (file: string, signal: AbortSignal) => takeInChild(dataDir, file, signal);
        await serveUntilStopped(config, folder, onListening, (night) => {
          const { db, clock } = night;
          scheduleFollowUps(db, config, null, clock());
          if (config.nightlyBackup === null) return [];
          const onTaken = (name: string) => scheduleFollowUps(db, config, name, clock());
          return [nightlyBackup({ ...night, dataDir, take, onTaken }), ...followUps({ ...night, config })];
        });
        return null;
      },
    },
  },
};
