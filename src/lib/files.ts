/** Files and folders: names that carry an instant, names of unfinished files, durability. */
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** An instant as file names carry it: `2026-11-27T090000.000Z`, which sorts as time does. */
export function stampOf(instant: Date): string {
  return instant.toISOString().replaceAll(":", "");
}

/** The instant in a name made with {@link stampOf}; null where there is none. */
export function instantIn(name: string): Date | null {
  const parts = /(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)/.exec(name);
  const instant = parts ? new Date(`${parts[1]}:${parts[2]}:${parts[3]}`) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}

/** The names in a folder, sorted; none where it does not exist. */
export function readFolder(folder: string): string[] {
  return statIsFolder(folder) ? readdirSync(folder).sort() : [];
}

function statIsFolder(folder: string): boolean {
  return lstatSync(`${folder}/`, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A name for what is not finished, which {@link sweepUnfinished} knows again. */
export function unfinishedName(name: string): string {
  return `.unfinished-${process.pid}-${name}`;
}

const unfinished = /^\.unfinished-(\d+)-/;

/** True for names made with {@link unfinishedName}. */
export function isUnfinished(name: string): boolean {
  return unfinished.test(name);
}

/** Removes what processes that are gone (killed, power cut) left unfinished in a folder. Call it before making anything. */
export function sweepUnfinished(folder: string): void {
  for (const name of readFolder(folder)) {
    const pid = Number(unfinished.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Makes the names in a folder durable: a renamed file is only then safe from a power cut. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}
