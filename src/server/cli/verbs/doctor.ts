import { lookup } from "node:dns/promises";
import { systemTimers } from "#lib/timers.ts";
import { Mailer } from "#notifications/channels/mail.ts";
import { examine } from "#operations/backup/doctor.ts";
import { examineCertificate, examineNetwork, type NetworkProbes } from "#operations/backup/doctor-network.ts";
import { type Finding, ok, wrong } from "#operations/backup/findings.ts";
import type { Config } from "#platform/config.ts";
import { imageLibraryDir } from "#platform/images/library.ts";
import { findEncoderError } from "#platform/images/to-webp.ts";
import type { Command } from "../command.ts";

const probes: NetworkProbes = { verifyMail, lookUp: (name) => lookup(name), timers: systemTimers };

const signs = { ok: "ok    ", notice: "note  ", wrong: "WRONG " } as const;

export const doctor: Command = {
  name: "doctor",
  summary: "check the data folder and suggest repairs; exit code 1 if something is wrong",
  actions: {
    "": {
      summary: "Check the data, backups, disk, jobs and reminders. Changes nothing.",
      options: { network: { value: null, help: "also try the mail server and the names of the push services" } },
      async run({ config, switches }) {
        const { dataDir } = config;
        const outside = switches.has("network") ? await examineNetwork(config, probes) : [];
        const now = new Date();
        const certificate = await examineCertificate(config.tls, now);
        const findings = [...examine(config, now), ...certificate, await images(), ...outside];
        const isBad = findings.some(({ level }) => level === "wrong");
        const verdict = isBad ? "Something is wrong.\n" : "All is well.\n";
        return { json: { ok: !isBad, dataDir, findings }, text: findingLines(findings) + verdict, isBad };
      },
    },
  },
};

async function verifyMail(config: Config): Promise<string | null> {
  const mailer = new Mailer(config, () => new Date());
  try {
    const outcome = await mailer.verify();
    return outcome.kind === "ok" ? null : outcome.reason;
  } finally {
    await mailer.close();
  }
}

async function images(): Promise<Finding> {
  const fault = await findEncoderError();
  if (fault === null) return ok("images", "covers can be made");
  const todo =
    imageLibraryDir() === null
      ? "Set TMPDIR to a folder that may hold programs, and install libstdc++ (Debian: libstdc++6)."
      : "Put the files of the image library there, or leave IMAGE_LIBRARY_DIR out.";
  return wrong("images", `covers can't be made: ${fault}`, todo);
}

export function findingLines(findings: readonly Finding[]): string {
  return findings.map(lineOf).join("");
}

function lineOf({ check, level, says, todo }: Finding): string {
  return `${signs[level]} ${check}: ${says}\n${todo === null ? "" : `        → ${todo}\n`}`;
}
