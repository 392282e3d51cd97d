import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "#lib/errors.ts";

export type AccessProblem = { readonly problem: string; readonly remedy: string };

export function findAccessProblem(path: string): AccessProblem | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EROFS") {
      return { problem: `${path} is on a read-only file system`, remedy: "Mount it so that it can be written." };
    }
    const owner = ownerOf(path);
    const parent = dirname(path);
    if (owner === null && parent !== path) return findAccessProblem(parent);
    return describeOwner(path, owner, process.geteuid?.() ?? null);
  }
}

/** Returns what is wrong with the owner, and how to repair it. The ids are null on systems without user ids. */
export function describeOwner(path: string, owner: number | null, self: number | null): AccessProblem {
  const problem = `${path} is not writable`;
  if (owner === null || self === null) {
    return { problem, remedy: "Give the folder to the user that the server runs as." };
  }
  const wrongOwner = `${problem}: it belongs to ${nameOf(owner)}, and this runs as ${nameOf(self)}`;
  const give = `chown -R ${self} ${path}`;
  if (owner === self) return { problem: wrongOwner, remedy: `Let its owner write it: chmod -R u+rwX ${path}` };
  if (owner === 0) return { problem: wrongOwner, remedy: `Give it to ${nameOf(self)}: ${give}` };
  return { problem: wrongOwner, remedy: `Run this as ${nameOf(owner)}, or give it to ${nameOf(self)}: ${give}` };
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
}

function nameOf(user: number): string {
  const name = namesOfUsers().get(user);
  return name === undefined ? `user ${user}` : `${name} (user ${user})`;
}

function namesOfUsers(): ReadonlyMap<number, string> {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    const fields = lines.map((line) => line.split(":")).filter(({ length }) => length > 2);
    return new Map(fields.map(([name = "", , id]) => [Number(id), name]));
  } catch {
    return new Map();
  }
}
