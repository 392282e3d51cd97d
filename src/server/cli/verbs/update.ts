import { existsSync, rmSync } from "node:fs";
import { findInstallKind, type InstallKind } from "#operations/host/install-kind.ts";
import { type Host, restartService, serviceDataDirOf } from "#operations/host/service.ts";
import { adviceFor, adviceText } from "#operations/update/advice.ts";
import {
  findNewest,
  findRelease,
  isNewer,
  notesUrl,
  outboundFor,
  type ReleaseSource,
} from "#operations/update/release.ts";
import { fetchProgram, inspectProgram, swapProgram, tryProgram } from "#operations/update/replace.ts";
import type { Config } from "#platform/config.ts";
import { databasePath } from "#platform/db/migrate.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { hasUnfinishedSwap } from "#platform/db/swap.ts";
import { runSelf } from "#platform/jobs/run-program.ts";
import { isBinary, repository, version } from "#platform/version.ts";
import type { Command, Input, Result } from "../command.ts";
import { thisHost } from "./service.ts";

export const update: Command = {
  name: "update",
  summary: "replace this program by the newest release, after a backup",
  keepsRoot: true,
  actions: {
    "": {
      summary: "Download the newest release, verify it, save a backup, and swap; the previous program stays beside it.",
      options: {
        check: { value: null, help: "only say whether there is a newer version" },
        "without-backup": { value: null, help: "save no backup first, for a program that has no data here" },
      },
      async run(input) {
        const { config, switches } = input;
        const kind = findInstallKind(isBinary ? process.execPath : null);
        const source = releaseSourceOf(config, kind);
        if (switches.has("check")) return announce(await findNewest(source), kind, config);
        if (kind === "binary" && process.platform !== "win32") return replace(input, source);
        const newest = await findNewest(source);
        if (!isNewer(newest, version)) return upToDate(newest);
        throw new OperatorError(`${newest} is out, but ${reasons[kind]}`, todoFor(kind, newest, config));
      },
    },
  },
};

const reasons: Readonly<Record<InstallKind, string>> = {
  binary: "a running program can't be replaced on Windows",
  package: "a package installed this program, and has to update it",
  image: "this program is part of a container image, which has to be updated as a whole",
  source: "this runs from source",
};

const byHand = `Get the newer file from ${repository}/releases, check it, and put it in place of this one.`;

function releaseSourceOf(config: Config, kind: InstallKind): ReleaseSource {
  const { updateUrl, updateKey } = config;
  if (updateKey !== null) return { updateUrl, updateKey, outbound: outboundFor(updateUrl) };
  const todo = kind === "binary" || kind === "package" ? byHand : todoFor(kind, version, config);
  throw new OperatorError("this build has no key of its maker (UPDATE_KEY), so it can't verify releases", todo);
}

function todoFor(kind: InstallKind, newest: string, config: Config): string {
  return kind === "binary" ? byHand : `Type: ${adviceText(adviceFor(kind, newest, config))}`;
}

async function replace({ config, env, options, switches }: Input, source: ReleaseSource): Promise<Result> {
  const release = await findRelease(source);
  const newest = release.version;
  if (!isNewer(newest, version)) return upToDate(newest);
  const program = inspectProgram(process.execPath);
  const host = thisHost();
  const isGiven = (options["data-dir"] ?? env.DATA_DIR ?? "") !== "";
  const dataDir = (isGiven ? null : serviceDataDirOf(host)) ?? config.dataDir;
  const wantsBackup = !switches.has("without-backup");
  if (wantsBackup && !existsSync(databasePath(dataDir)) && !hasUnfinishedSwap(dataDir)) {
    const todo = "Name the data folder: --data-dir FOLDER. If this program has no data, add --without-backup.";
    throw new OperatorError(`there is nothing to back up in ${dataDir}`, todo);
  }
  const name = `inglenook-${process.platform}-${process.arch}`;
  report(`downloading ${name} ${newest}`);
  const file = await fetchProgram(source, release, name, program);
  try {
    tryProgram(file, newest);
    if (wantsBackup) report(`saving ${dataDir}`);
    const backup = wantsBackup ? await takeBackup(dataDir) : null;
    const previous = swapProgram(file, program);
    const isRestarted = restart(host, { newest, previous, backup });
    const done = { newest, program: program.path, previous, backup, isRestarted };
    return { json: { version, ...done, isNewer: true, isUpdated: true }, text: updatedText(done) };
  } finally {
    rmSync(file, { force: true });
  }
}

/** Restarts the service, and returns whether it runs afterwards. @throws OperatorError */
function restart(host: Host, { newest, previous, backup }: Omit<Done, "isRestarted">): boolean {
  try {
    return restartService(host);
  } catch {
    const saved = backup === null ? "" : ` The backup is ${backup}.`;
    const todo = `See: journalctl -u inglenook. The former program is ${previous}.${saved}`;
    throw new OperatorError(`Inglenook is now ${newest}, but the service could not be restarted`, todo);
  }
}

function report(step: string): void {
  process.stderr.write(`inglenook: ${step}\n`);
}

/** Saves a backup in a child process, which runs as the user who owns the data. */
async function takeBackup(dataDir: string): Promise<string> {
  const saved: { readonly file: string } = JSON.parse(
    await runSelf(["backup", "--json", "--data-dir", dataDir], { signal: new AbortController().signal }),
  );
  return saved.file;
}

type Done = {
  readonly newest: string;
  readonly previous: string;
  readonly backup: string | null;
  readonly isRestarted: boolean;
};

function updatedText({ newest, previous, backup, isRestarted }: Done): string {
  return `${isRestarted ? `Inglenook is now ${newest}, and the service runs it.` : `Inglenook is now ${newest}. Restart the server.`}

  What is new:      ${notesUrl(newest)}
  Former program:   ${previous}
${backup === null ? "" : `  Backup before it: ${backup}\n`}`;
}

function announce(newest: string, kind: InstallKind, config: Config): Result {
  if (!isNewer(newest, version)) return upToDate(newest);
  const advice = adviceFor(kind, newest, config);
  const text = `${newest} is out; this is ${version}. To update: ${adviceText(advice)}\nWhat is new: ${notesUrl(newest)}\n`;
  return { json: { version, newest, isNewer: true, isUpdated: false, ...advice }, text };
}

function upToDate(newest: string): Result {
  const text =
    newest === version
      ? `${version} is the newest version.\n`
      : `The newest release is ${newest}; this is ${version}.\n`;
  return { json: { version, newest, isNewer: false, isUpdated: false }, text };
}
