import { systemTimers } from "#lib/timers.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { createSignals } from "#platform/deps.ts";
import { silentLog } from "#platform/http/log.ts";
import { Metrics } from "#platform/metrics.ts";
import { build } from "#platform/version.ts";
import type { Command } from "../command.ts";

export const openapi: Command = {
  name: "openapi",
  summary: "print the OpenAPI 3.0.3 description of the REST API",
  actions: {
    "": {
      summary: "Print the same document that /openapi.json serves.",
      options: { app: { value: null, help: "describe what only the app may call, in place of the API" } },
      async run({ config, switches }) {
        const [{ createFeatures }, { withServices }, { describeApi }] = await Promise.all([
          import("../../app.ts"),
          import("../../deps.ts"),
          import("#platform/openapi/document.ts"),
        ]);
        const runtime = {
          closing: null,
          setupToken: "",
          build,
          reachableAddresses: () => ({ addresses: [], isOnlyHere: true }),
          settingNames: [],
          runVerb: () => Promise.reject(new Error("no server runs")),
          restore: null,
          restored: null,
        };
        const shared = { db: openInMemory(), config, clock: () => new Date(), timers: systemTimers, log: silentLog };
        const deps = withServices({ ...shared, ...createSignals(), runtime, metrics: new Metrics(false) });
        const json = describeApi(createFeatures(deps), switches.has("app") ? "app" : "api");
        return { json, text: JSON.stringify(json, null, 2) };
      },
    },
  },
};
