/** `serve`: the household's server. */
import { listHouseholds } from "../members/store.ts";
import type { Command } from "./command.ts";
import { holdDataDir, serveUntilStopped } from "./server.ts";

const firstSteps = `
This data folder has no household yet. Make one, and a key for it; the server may keep running:

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
        await serveUntilStopped(config, holding, (url) => {
          process.stdout.write(`Inglenook is at ${config.baseUrl ?? url}\n${isFresh ? firstSteps : ""}`);
        });
        return null;
      },
    },
  },
};
