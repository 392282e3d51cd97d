import { counted } from "#operations/backup/files.ts";
import { previewRestore } from "#operations/backup/inspect.ts";
import { restoreBackup } from "#operations/backup/restore.ts";
import type { Command, Result } from "../command.ts";

export const restore: Command = {
  name: "restore",
  summary: "restore a backup or a snapshot; the server must be stopped",
  actions: {
    "": {
      summary:
        "Check FILE, a backup or a snapshot (backups/before-v….db.zst), move the current data to a subfolder, and restore FILE.",
      positionals: ["file"],
      options: {
        yes: { value: null, help: "replace existing data" },
        preview: { value: null, help: "restore nothing; count what of the current data would be lost" },
      },
      async run({ config, switches, positionals }) {
        const [file = ""] = positionals;
        const { dataDir } = config;
        if (switches.has("preview")) return preview(file, dataDir);
        const json = restoreBackup({ file, dataDir, mayReplace: switches.has("yes"), now: new Date() });
        const holds = `${counted(json.households, "household")}, ${counted(json.pictures, "picture")}`;
        const former = json.replaced === null ? "" : `What was there before is in ${json.replaced}.\n`;
        const revived = "Keys and sign-ins are those of the backup: revoke again what was revoked since.\n";
        return { json, text: `Restored ${holds} to ${dataDir}, as of ${json.createdAt}.\n${revived}${former}` };
      },
    },
  },
};

function preview(file: string, dataDir: string): Result {
  const json = previewRestore(file, dataDir, new Date());
  const lines = json.losses.map(
    ({ table, added, changed, deleted }) => `  ${table}: ${added} added, ${changed} changed, ${deleted} deleted\n`,
  );
  const text = lines.length > 0 ? `This would be undone:\n${lines.join("")}` : "Nothing changed since.\n";
  return { json, text: `${file} is of ${json.createdAt}. ${text}` };
}
