/** `openapi`: the API's description without a server. */
import { createFeatures } from "../app.ts";
import { openInMemory } from "../db/migrate.ts";
import { silentLog } from "../http/log.ts";
import { describe } from "../openapi.ts";
import { version } from "../version.ts";
import type { Command } from "./command.ts";

/** The description, for generators of clients. */
export const openapi: Command = {
  name: "openapi",
  summary: "print the OpenAPI 3.0.3 description of the REST API",
  actions: {
    "": {
      summary: "Print the same document that /openapi.json serves.",
      async run({ config }) {
        const lifecycle = { isDraining: false };
        const features = createFeatures({
          db: openInMemory(),
          config,
          clock: () => new Date(),
          log: silentLog,
          lifecycle,
          version,
        });
        const json = await describe(features);
        return { json, text: JSON.stringify(json, null, 2) };
      },
    },
  },
};
