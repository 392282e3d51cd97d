/** Mail servers for tests. Each is a process of Node. */
import { join } from "node:path";
import { systemTimers } from "#lib/timers.ts";
import { createChannels, type Network } from "#notifications/channels/adapters.ts";
import { readConfig } from "#platform/config.ts";
import { afterAllTests } from "../home/clean-up.ts";
import { emptyDatabase } from "../home/empty-database.ts";
import { start, TestClock } from "../home/home.ts";
import { localCert, localKey } from "./tls-localhost.ts";

/** Path of Node. Null if it is not installed; the tests then print a line and pass. */
export const node = Bun.which("node");

export type Received = {
  readonly from: string;
  readonly to: string[];
  readonly isSecure: boolean;
  readonly text: string;
};

export type MailServerSettings = { secure?: boolean; hasTls?: boolean; user?: string; password?: string };

/** Starts `smtp-server.mjs` as a process. */
export async function mailServer(settings: MailServerSettings = {}) {
  const given = JSON.stringify({ key: localKey, cert: localCert, ...settings });
  const program = Bun.spawn([node ?? "node", join(import.meta.dir, "smtp-server.mjs"), given], {
    stdout: "pipe",
    stderr: "inherit",
  });
  afterAllTests(() => program.kill());
  const lines = linesOf(program.stdout);
  const next = async <Line>(isWanted: (line: Record<string, unknown>) => boolean): Promise<Line> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("the mail server ended");
      const line = JSON.parse(value);
      if (isWanted(line)) return line;
    }
  };
  const { port } = await next<{ port: number }>((line) => "port" in line);
  return {
    port,
    /** Returns the next mail to this address. */
    mail: (address = "anna@home.example") => next<Received>(({ to }) => Array.isArray(to) && to.includes(address)),
    /** Resolves when the last connection to the mail server is closed. */
    closed: () => next((line) => line.connections === 0),
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 1);
    }
  }
}

/** Creates notification channels that trust the certificate of these mail servers. */
export function mailChannels(env: Record<string, string>, network: Network = {}) {
  const clock = new TestClock(start);
  const config = readConfig({ BASE_URL: "https://home.family.org", MAIL_FROM: "Inglenook <home@family.org>", ...env });
  const parts = { db: emptyDatabase(), config, clock: () => clock.now, timers: systemTimers };
  const channels = createChannels(parts, { ca: localCert, ...network });
  return { channels, clock };
}
