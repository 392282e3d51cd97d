import { counted } from "../backup/files.ts";
import { restoreBackup } from "../backup/restore.ts";
import type { Command } from "./command.ts";

export const restore: Command = {
  name: "restore",
  summary: "bring a backup or a snapshot back; the server must be stopped",
  actions: {
    "": {
      summary:
        "Check FILE, a backup (.tar) or a snapshot (backups/before-v….db), keep what is in the data folder aside in it, and put FILE in its place.",
      positionals: ["file"],
      options: { yes: { value: null, help: "also where there is data already" } },
      async run({ config, switches, positionals }) {
        const [file = ""] = positionals;
        const { dataDir } = config;
        const json = restoreBackup({ file, dataDir, mayReplace: switches.has("yes"), now: new Date() });
        const holds = `${counted(json.households, "household")}, ${counted(json.pictures, "picture")}`;
        const former = json.replaced === null ? "" : `What was there before is in ${json.replaced}.\n`;
        const revived = "Keys and sign-ins are as they were then: end again what was ended since.\n";
        return { json, text: `Restored ${holds} to ${dataDir}, as of ${json.createdAt}.\n${revived}${former}` };
      },
    },
  },
};
