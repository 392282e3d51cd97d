import { counted } from "../../backup/files.ts";
import { restoreBackup } from "../../backup/restore.ts";
import type { Command } from "../command.ts";

export const restore: Command = {
  name: "restore",
  summary: "restore a backup or a snapshot; the server must be stopped",
  actions: {
    "": {
      summary:
        "Check FILE, a backup (.tar) or a snapshot (backups/before-v….db), move the current data to a subfolder, and restore FILE.",
      positionals: ["file"],
      options: { yes: { value: null, help: "replace existing data" } },
      async run({ config, switches, positionals }) {
        const [file = ""] = positionals;
        const { dataDir } = config;
        const json = restoreBackup({ file, dataDir, mayReplace: switches.has("yes"), now: new Date() });
        const holds = `${counted(json.households, "household")}, ${counted(json.pictures, "picture")}`;
        const former = json.replaced === null ? "" : `What was there before is in ${json.replaced}.\n`;
        const revived = "Keys and sign-ins are those of the backup: revoke again what was revoked since.\n";
        return { json, text: `Restored ${holds} to ${dataDir}, as of ${json.createdAt}.\n${revived}${former}` };
      },
    },
  },
};
