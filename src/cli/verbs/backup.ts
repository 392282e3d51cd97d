import { counted } from "../../backup/files.ts";
import { takeBackup } from "../../backup/take.ts";
import { version } from "../../version.ts";
import type { Command } from "../command.ts";

export const backup: Command = {
  name: "backup",
  summary: "save the database and the pictures in one file, while the server may be running",
  actions: {
    "": {
      summary: "Save into the data folder's backups/, or into --to; the copy is checked before it gets its name.",
      options: { to: { value: "FILE|FOLDER", help: "a new file, or a folder for a file named after the time" } },
      async run({ config, options }) {
        const request = { dataDir: config.dataDir, to: options.to ?? null, now: new Date(), appVersion: version };
        const { skipped, ...json } = takeBackup(request);
        for (const name of skipped)
          process.stderr.write(`inglenook: not saved, because it is not a regular file: ${name}\n`);
        const holds = `${counted(json.households, "household")}, ${counted(json.pictures, "picture")}`;
        const text = `Saved ${holds} in ${json.file} (${megabytes(json.bytes)}, checked).\n`;
        return { json: { ...json, skipped }, text };
      },
    },
  },
};

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
