import type { Command } from "../command.ts";
import { localUrl } from "../server.ts";

const patienceMs = 3_000;

export const healthcheck: Command = {
  name: "healthcheck",
  summary: "ask the running server whether it is ready; exit code 1 if not",
  actions: {
    "": {
      summary: "Ask the server on PORT for /readyz.",
      async run({ config }) {
        const url = `${localUrl(config, config.port)}/readyz`;
        // The certificate is for the names that other machines use.
        const tls = { rejectUnauthorized: false };
        const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), tls }).catch(() => null);
        if (!answer) throw new Error(`no server answers at ${url}`);
        if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
        return { json: { status: "ok" }, text: "ok\n" };
      },
    },
  },
};
