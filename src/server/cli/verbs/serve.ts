import { basename } from "node:path";
import { messageOf } from "#lib/errors.ts";
import { followUps, scheduleFollowUps } from "#operations/backup/follow-ups.ts";
import { nightlyBackup, takeInChild } from "#operations/backup/nightly.ts";
import { restoreBackup } from "#operations/backup/restore.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import type { Restored } from "#platform/deps.ts";
import type { NightlyJobContext } from "#platform/jobs/nightly.ts";
import { command } from "#platform/program.ts";
import type { Command } from "../command.ts";
import { connectionHelp, qrText } from "../connection-help.ts";
import { type Listening, openLockedDataDir, serveUntilStopped, stopSignals } from "../server.ts";

const firstSteps = (setupLink: string, elsewhere: string) => `
This data folder has no household yet. Open this link to make one; it works once:

  ${setupLink}
${elsewhere}
Or make one here, and a key for it; the server may keep running:

  ${command('household create --name "Our home" --time-zone Europe/Berlin --owner "Your name"')}
  ${command('key create --name "First key" --scopes all')}

Or look around first: ${command("demo")}
`;

export const serve: Command = {
  name: "serve",
  summary: "serve the household",
  actions: {
    "": {
      summary: "Serve until SIGTERM or Ctrl-C.",
      async run(input, show) {
        const { config } = input;
        let folder = openLockedDataDir(config.dataDir);
        const isFresh = directoryOf(folder.db).isEmpty();
        const greet = (listening: Listening) => {
          const { addresses } = listening.reach;
          const base = config.baseUrl ?? listening.url;
          const linkAt = (address: string) => `${address}/setup#${listening.setupToken}`;
          const setupLink = isFresh ? linkAt(base) : null;
          const steps = setupLink === null ? "" : firstSteps(setupLink, phoneLinkText(addresses[0], base, linkAt));
          show({
            json: { url: base, addresses, setupLink },
            text: `Inglenook is at ${base}\n${connectionHelp(listening, base)}${steps}`,
          });
        };
        const { dataDir } = config;
        const take = (file: string, signal: AbortSignal) => takeInChild(dataDir, file, signal);
        const extraJobs = (night: NightlyJobContext) => {
          const { db, clock } = night;
          scheduleFollowUps(db, config, null, clock());
          if (config.nightlyBackup === null) return [];
          const onTaken = (name: string) => scheduleFollowUps(db, config, name, clock());
          return [nightlyBackup({ ...night, dataDir, take, onTaken }), ...followUps({ ...night, config })];
        };
        const shared = { input, extraJobs, mayRestore: true };
        let { port, restore } = await serveUntilStopped({ ...shared, config, folder, onListening: greet });
        while (restore !== null) {
          const { restored, isStopped } = await restoreFor(dataDir, restore);
          if (isStopped) return null;
          folder = openLockedDataDir(dataDir);
          const again = { ...shared, config: { ...config, port }, folder, restored, onListening: () => {} };
          ({ port, restore } = await serveUntilStopped(again));
        }
        return null;
      },
    },
  },
};

/**
 * Restores a backup, or changes nothing if this fails. Signals to stop take effect only afterwards, because the folder
 * has no database meanwhile.
 */
async function restoreFor(dataDir: string, file: string): Promise<{ restored: Restored; isStopped: boolean }> {
  let isStopped = false;
  const onSignal = () => {
    isStopped = true;
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  let fault: string | null = null;
  try {
    restoreBackup({ file, dataDir, mayReplace: true, migrates: true, now: new Date() });
  } catch (error) {
    fault = messageOf(error);
  }
  await Bun.sleep(0);
  for (const signal of stopSignals) process.off(signal, onSignal);
  const endedAt = new Date().toISOString();
  return { restored: { kind: "restore", name: basename(file), endedAt, fault, result: null }, isStopped };
}

function phoneLinkText(address: string | undefined, base: string, linkAt: (address: string) => string): string {
  if (address === undefined) return "";
  const link = linkAt(address);
  const text = address === base ? "" : `\nOn a phone or tablet:\n\n  ${link}\n`;
  return process.stdout.isTTY ? `${text}\n${qrText(link)}` : text;
}
