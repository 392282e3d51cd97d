import {
  type Host,
  installService,
  programPath,
  serviceDataDir,
  settingsPath,
  uninstallService,
  unitText,
} from "#operations/host/service.ts";
import { isBinary } from "#platform/version.ts";
import type { Command } from "../command.ts";

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export function thisHost(): Host {
  const program = isBinary ? process.execPath : null;
  return { root: "", isRoot: process.geteuid?.() === 0, program, path: systemPath };
}

export const service: Command = {
  name: "service",
  summary: "let systemd run the server, from the start of this machine",
  keepsRoot: true,
  actions: {
    install: {
      summary: `Copy this program to ${programPath}, make the user inglenook, and start the service.`,
      async run() {
        installService(thisHost());
        const json = { program: programPath, settings: settingsPath, dataDir: serviceDataDir };
        return { json, text: installed };
      },
    },
    uninstall: {
      summary: "Stop the service and delete it and the program. Data and settings stay.",
      async run() {
        const wasInstalled = uninstallService(thisHost());
        const json = { wasInstalled, settings: settingsPath, dataDir: serviceDataDir };
        return { json, text: `${wasInstalled ? "The service is deleted." : "There was no service."}\n${kept}` };
      },
    },
    print: {
      summary: "Print the unit; change nothing.",
      async run() {
        return { json: { unit: unitText }, text: unitText };
      },
    },
  },
};

const installed = `The service inglenook runs, and starts with this machine.

  Its first lines, with the link for the first household:  sudo journalctl -u inglenook -o cat
  Data:      ${serviceDataDir}
  Settings:  ${settingsPath} (then: sudo systemctl restart inglenook)
  Commands:  sudo inglenook doctor --data-dir ${serviceDataDir}
`;

const kept = `The data stays in ${serviceDataDir}, and the settings in ${settingsPath}.
To delete both for ever: sudo rm -r ${serviceDataDir} ${settingsPath}
`;
