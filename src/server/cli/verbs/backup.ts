import { isatty } from "node:tty";
import { findTimeZone } from "#accounts/households/store.ts";
import { copyNewest } from "#operations/backup/copies.ts";
import { counted } from "#operations/backup/files.ts";
import type { Finding } from "#operations/backup/findings.ts";
import { verifyBackup } from "#operations/backup/inspect.ts";
import { takeBackup } from "#operations/backup/take.ts";
import { instanceId } from "#platform/jobs/store.ts";
import { version } from "#platform/version.ts";
import { type Command, type Input, type Result, UsageError } from "../command.ts";
import { withDatabase } from "../open.ts";
import { findingLines } from "./doctor.ts";

const standardOutput = 1;

export const backup: Command = {
  name: "backup",
  summary: "save the database and the pictures in one file, while the server may be running",
  actions: {
    "": {
      summary: "Save into the data folder's backups/, or into --to; the copy is checked before it gets its name.",
      options: {
        to: {
          value: "FOLDER|FILE|-",
          help: "a folder, a new file.tar.zst or file.tar, or - for standard output (compressed)",
        },
        progress: { value: null, help: "print percentages to standard error" },
        verify: { value: "FILE", help: "save nothing; unpack FILE elsewhere, migrate it and run the doctor over it" },
        copy: { value: null, help: "save nothing; copy the newest nightly backup to BACKUP_TO" },
      },
      async run(input) {
        const { options, switches } = input;
        const modes = [options.to, options.verify, switches.has("copy") ? "copy" : undefined];
        if (modes.filter((each) => each !== undefined).length > 1) {
          throw new UsageError("choose one of --to, --verify and --copy");
        }
        if (options.verify !== undefined) return verify(options.verify);
        return switches.has("copy") ? copy(input) : save(input);
      },
    },
  },
};

function save({ config, options, switches }: Input): Result | null {
  const to = options.to ?? null;
  if (to === "-" && isatty(standardOutput)) {
    throw new UsageError("--to - writes a file; send it to a program or a file, not to a terminal");
  }
  let shown = -1;
  const onProgress = (done: number) => {
    const percent = Math.floor(done * 100);
    if (!switches.has("progress") || percent === shown) return;
    shown = percent;
    process.stderr.write(`${percent} %\n`);
  };
  const request = { dataDir: config.dataDir, to, now: new Date(), appVersion: version, onProgress };
  const { skipped, ...json } = takeBackup(request);
  for (const name of skipped) process.stderr.write(`inglenook: not saved, because it is not a regular file: ${name}\n`);
  if (json.schemaFault !== null) {
    process.stderr.write(`inglenook: this backup can't be restored as it is: the database ${json.schemaFault}\n`);
  }
  if (to === "-") return null;
  const holds = `${counted(json.households, "household")}, ${counted(json.pictures, "picture")}`;
  const text = `Saved ${holds} in ${json.file} (${megabytes(json.bytes)}, checked).\n`;
  return { json: { ...json, skipped }, text };
}

function verify(file: string): Result {
  const json = verifyBackup(file, new Date());
  const verdict = json.ok ? `${file} can be restored, as of ${json.createdAt}.\n` : `${file} can't be restored.\n`;
  return { json, text: findingLines(json.findings as Finding[]) + verdict, isBad: !json.ok };
}

function copy({ config }: Input): Result {
  const { dataDir, backupTo: to } = config;
  if (to === null) throw new UsageError("--copy needs BACKUP_TO");
  const now = new Date();
  const facts = withDatabase(config, true, (db) => ({
    instance: instanceId(db),
    timeZone: findTimeZone(db) ?? "UTC",
  }));
  const copied = copyNewest({ dataDir, to, now, ...facts });
  if (copied === null) return { json: { file: null, isNew: false }, text: "There is no nightly backup to copy yet.\n" };
  const text = `${copied.isNew ? "Copied the newest nightly backup to" : "The newest nightly backup is already in"} ${copied.file}.\n`;
  return { json: copied, text };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
