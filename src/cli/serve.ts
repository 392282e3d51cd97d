/** `serve`: the household's server. */
import { listHouseholds } from "../households/store.ts";
import type { Command } from "./command.ts";
import { holdDataDir, serveUntilStopped } from "./server.ts";

const firstSteps = (base: string, setupToken: string) => `
This data folder has no household yet. Open this link to make one; it works once:

  ${base}/setup#${setupToken}

Or make one here, and a key for it; the server may keep running:

  inglenook household create --name "Our home" --time-zone Europe/Berlin --owner "Your name"
  inglenook key create --name "First key" --scopes all

Or look around first: inglenook demo
`;

/** The household's server. */
export const serve: Command = {
  name: "serve",
  summary: "serve the household",
  actions: {
    "": {
      summary: "Serve until SIGTERM or Ctrl-C.",
      async run({ config }) {
        const holding = holdDataDir(config.dataDir);
        const isFresh = listHouseholds(holding.db).length === 0;
        await serveUntilStopped(config, holding, (url, setupToken) => {
          const base = config.baseUrl ?? url;
          process.stdout.write(`Inglenook is at ${base}\n${isFresh ? firstSteps(base, setupToken) : ""}`);
        });
        return null;
      },
    },
  },
};
