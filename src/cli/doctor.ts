import { examine } from "../backup/doctor.ts";
import { type Finding, ok, wrong } from "../backup/findings.ts";
import { findCoverFault } from "../images/to-webp.ts";
import type { Command } from "./command.ts";

const signs = { ok: "ok    ", notice: "note  ", wrong: "WRONG " } as const;

export const doctor: Command = {
  name: "doctor",
  summary: "check the data folder and suggest repairs; exit code 1 if something is wrong",
  actions: {
    "": {
      summary: "Check the database, pictures, backups, disk, permissions and versions. Changes nothing.",
      async run({ config: { dataDir, nightlyBackup } }) {
        const options = { dataDir, isNightly: nightlyBackup !== null, now: new Date() };
        const findings = [...examine(options), await images()];
        const isBad = findings.some(({ level }) => level === "wrong");
        const verdict = isBad ? "Something is wrong.\n" : "All is well.\n";
        return { json: { ok: !isBad, dataDir, findings }, text: findings.map(lineOf).join("") + verdict, isBad };
      },
    },
  },
};

async function images(): Promise<Finding> {
  const fault = await findCoverFault();
  if (fault === null) return ok("images", "covers can be made");
  return wrong("images", `covers can't be made: ${fault}`, "Set TMPDIR to a folder that may hold programs.");
}

function lineOf({ check, level, says, todo }: Finding): string {
  return `${signs[level]} ${check}: ${says}\n${todo === null ? "" : `        → ${todo}\n`}`;
}
