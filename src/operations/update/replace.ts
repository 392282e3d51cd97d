import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { sweepUnfinished, syncFolder, unfinishedName } from "#lib/files.ts";
import { hour } from "#lib/time.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { withSpace } from "#platform/db/space.ts";
import { fetchFile, type Release, type ReleaseSource } from "./release.ts";

export type Program = { readonly path: string; readonly folder: string; readonly stat: Stats };

const maxProgramBytes = 400e6;
const downloadTimeoutMs = hour;
const trialTimeoutMs = 60_000;
/** The largest expected size of the next version, as a multiple of the size of the installed program. */
const growth = 1.25;
const freeSpaceAdvice = "Free some space there.";

/** Returns facts about the installed program. @throws OperatorError if its folder is not writable or too full */
export function inspectProgram(path: string): Program {
  const folder = dirname(path);
  const stat = statSync(path);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new OperatorError(
      `the folder of the program, ${folder}, can't be written`,
      "Run it as the owner of that folder, or with sudo.",
    );
  }
  sweepUnfinished(folder);
  withSpace(folder, stat.size * growth, freeSpaceAdvice, () => {});
  return { path, folder, stat };
}

/** Downloads and verifies a program. The caller must delete the returned file. @throws OperatorError, OutboundError */
export async function fetchProgram(
  source: ReleaseSource,
  { sums }: Release,
  name: string,
  program: Program,
): Promise<string> {
  const wanted = sums.get(name);
  if (wanted === undefined)
    throw new OperatorError(`the release has no ${name}`, "See its page for the files that it has.");
  const file = join(program.folder, unfinishedName(basename(program.path)));
  const digest = new Bun.SHA256();
  const out = openSync(file, "wx", 0o600);
  try {
    const into = (chunk: Uint8Array) => {
      withSpace(program.folder, chunk.length, freeSpaceAdvice, () => writeAll(out, chunk));
      digest.update(chunk);
    };
    await fetchFile(source, name, { onChunk: into, maxBytes: maxProgramBytes, timeoutMs: downloadTimeoutMs });
    const sum = digest.digest("hex");
    if (sum !== wanted) {
      throw new OperatorError(`${name} is damaged: its SHA-256 is ${sum}, and SHA256SUMS has ${wanted}`, "Try again.");
    }
    keepAttributes(file, program.stat);
    fsyncSync(out);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(out);
  }
  return file;
}

/**
 * Runs a new program as a trial.
 * @throws OperatorError if it does not run on this machine or does not have this version
 */
export function tryProgram(file: string, version: string): void {
  const reported = versionOf(file);
  if (reported === version) return;
  const does = reported === null ? "does not run here" : `says that it is ${JSON.stringify(reported.slice(0, 50))}`;
  throw new OperatorError(`the program of ${version} ${does}`, "Nothing was changed. Please report it.");
}

function versionOf(file: string): string | null {
  try {
    const { stdout, exitCode } = Bun.spawnSync([file, "--version"], {
      env: { PATH: "/usr/bin:/bin" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      timeout: trialTimeoutMs,
      maxBuffer: 4_096,
    });
    return exitCode === 0 ? stdout.toString().trim() : null;
  } catch {
    return null;
  }
}

/** Replaces the program in one step. Returns the path of the previous program. @throws OperatorError */
export function swapProgram(file: string, { path, folder, stat }: Program): string {
  const present = statSync(path, { throwIfNoEntry: false });
  if (present?.ino !== stat.ino || present.mtimeMs !== stat.mtimeMs) {
    throw new OperatorError(`${path} was replaced during the update`, "Nothing was changed. Look which version it is.");
  }
  const previous = `${path}.previous`;
  const kept = join(folder, unfinishedName(basename(previous)));
  try {
    keepPrevious(path, kept, stat);
    renameSync(kept, previous);
    renameSync(file, path);
  } finally {
    rmSync(kept, { force: true });
  }
  syncFolder(folder);
  return previous;
}

function keepPrevious(path: string, kept: string, stat: Stats): void {
  try {
    linkSync(path, kept);
  } catch {
    // The file system has no hard links.
    withSpace(dirname(kept), stat.size, freeSpaceAdvice, () => copyFileSync(path, kept, constants.COPYFILE_EXCL));
    keepAttributes(kept, stat);
  }
}

function keepAttributes(file: string, { uid, gid, mode }: Stats): void {
  const found = statSync(file);
  if (found.uid !== uid || found.gid !== gid) chownSync(file, uid, gid);
  chmodSync(file, mode & 0o7777);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
