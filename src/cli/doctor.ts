/** `doctor`: whether all is well with the data. */
import { examine } from "../backup/doctor.ts";
import { type Finding, ok, wrong } from "../backup/findings.ts";
import { findCoverFault } from "../images/to-webp.ts";
import type { Command } from "./command.ts";

const signs = { ok: "ok    ", notice: "note  ", wrong: "WRONG " } as const;

/** Whether all is well with the data. */
export const doctor: Command = {
  name: "doctor",
  summary: "look the data folder through and say what to do; exit code 1 if something is wrong",
  actions: {
    "": {
      summary: "Look at the database, pictures, backups, disk, permissions and versions. Changes nothing.",
      async run({ config: { dataDir, nightlyBackup } }) {
        const patient = { dataDir, isNightly: nightlyBackup !== null, now: new Date() };
        const findings = [...examine(patient), await images()];
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
