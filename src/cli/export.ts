/** `export`: a household as files to read. */
import { resolve } from "node:path";
import { readExport, writeExport } from "../backup/export.ts";
import { counted, stampOf } from "../backup/files.ts";
import { snapshot } from "../db/client.ts";
import { toHousehold } from "../households/store.ts";
import { version } from "../version.ts";
import type { Command } from "./command.ts";
import { householdOption, pickHousehold, withDatabase } from "./open.ts";

/** A household as files to read. (`export` is a word of the language.) */
export const exportVerb: Command = {
  name: "export",
  summary: "write a household as JSON files and pictures, to read or to take elsewhere",
  actions: {
    "": {
      summary: "Write into a new or empty folder; passwords, keys and sign-ins are left out.",
      options: {
        to: { value: "FOLDER", help: "where; ./inglenook-export-<time> if left out" },
        ...householdOption,
      },
      async run({ config, options }) {
        const now = new Date();
        const folder = options.to ?? `./inglenook-export-${stampOf(now)}`;
        const { household, data } = withDatabase(config, true, (db) =>
          snapshot(db, () => {
            const found = pickHousehold(db, options.household);
            return { household: toHousehold(found), data: readExport(db, found.id) };
          }),
        );
        const about = { household, exportedAt: now.toISOString(), appVersion: version };
        const { pictures } = writeExport(data, about, config.dataDir, resolve(folder));
        const records = Object.values(data).reduce((total, rows) => total + rows.length, 0);
        const text = `Wrote ${counted(records, "record")} and ${counted(pictures, "picture")} of “${household.name}” to ${folder}.\n`;
        return { json: { folder, ...about, records, pictures }, text };
      },
    },
  },
};
