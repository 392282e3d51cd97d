import { resolve } from "node:path";
import { readHousehold, toHousehold } from "#accounts/households/store.ts";
import { exportCalendar } from "#calendar/feeds/export.ts";
import { stampOf } from "#lib/files.ts";
import { readExport, writeExport } from "#operations/backup/export.ts";
import { counted } from "#operations/backup/files.ts";
import { version } from "#platform/version.ts";
import { systemWork } from "#platform/work.ts";
import type { Command } from "../command.ts";
import { householdOption, viewHousehold } from "../open.ts";

export const exportVerb: Command = {
  name: "export",
  summary: "write a household as JSON files, a calendar and pictures, to read or to take elsewhere",
  actions: {
    "": {
      summary: "Write into a new or empty folder; passwords, keys and sign-ins are left out.",
      options: {
        to: { value: "FOLDER", help: "where; ./inglenook-export-<time> if left out" },
        ...householdOption,
      },
      async run(input) {
        const { config, options } = input;
        const now = new Date();
        const folder = options.to ?? `./inglenook-export-${stampOf(now)}`;
        const { household, data, calendar } = viewHousehold(input, (work) => ({
          household: toHousehold(readHousehold(work)),
          data: readExport(work),
          calendar: exportCalendar(systemWork(work.db, readHousehold(work), now)),
        }));
        const about = { household, exportedAt: now.toISOString(), appVersion: version };
        const { pictures } = writeExport(data, about, calendar, config.dataDir, resolve(folder));
        const records = Object.values(data).reduce((total, rows) => total + rows.length, 0);
        const text = `Wrote ${counted(records, "record")} and ${counted(pictures, "picture")} of “${household.name}” to ${folder}.\n`;
        return { json: { folder, ...about, records, pictures }, text };
      },
    },
  },
};
