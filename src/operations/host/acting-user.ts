import { readFileSync, statSync } from "node:fs";
import type { Config } from "#platform/config.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { chownDataDir } from "./ownership.ts";

export type Identity = { readonly uid: number; readonly gid: number };

type Request = {
  readonly wanted: Pick<Config, "puid" | "pgid">;
  readonly self: number;
  /** Owner of the data folder. Null if the folder does not exist. */
  readonly owner: Identity | null;
  readonly capabilities: bigint | null;
};

const bits = { CHOWN: 0n, DAC_OVERRIDE: 1n, SETGID: 6n, SETUID: 7n } as const;

/** Switches from root to the owner of the data: the server could not open files of root. @throws OperatorError */
export function dropRoot({ dataDir, puid, pgid }: Pick<Config, "dataDir" | "puid" | "pgid">): void {
  const self = process.geteuid?.();
  if (self === undefined) return;
  const found = statSync(dataDir, { throwIfNoEntry: false });
  const request = { wanted: { puid, pgid }, self, owner: found ?? null, capabilities: readCapabilities() };
  const identity = chooseIdentity(request);
  if (identity === null) return;
  if (puid !== null && found?.isDirectory()) chownDataDir(dataDir, identity);
  switchUser(identity);
}

/**
 * Returns the user to which the process must switch, or null if no switch is needed.
 * @throws OperatorError if switching is not possible
 */
export function chooseIdentity({ wanted: { puid, pgid }, self, owner, capabilities }: Request): Identity | null {
  if (self !== 0) {
    if (puid === null || puid === self) return null;
    throw new OperatorError(
      `PUID=${puid}: this runs as user ${self} and can't become another`,
      `Start it as root (user: "0:0" in compose.yaml), or set user: "${puid}:${pgid ?? puid}" in place of PUID.`,
    );
  }
  const identity = puid === null ? owner : { uid: puid, gid: pgid ?? puid };
  if (identity === null || identity.uid === 0) return null;
  const needed =
    puid === null ? (["SETGID", "SETUID"] as const) : (["CHOWN", "DAC_OVERRIDE", "SETGID", "SETUID"] as const);
  const missing = needed.filter((name) => capabilities !== null && (capabilities & (1n << bits[name])) === 0n);
  if (missing.length > 0) {
    throw new OperatorError(
      `root can't become user ${identity.uid}: it lacks the capabilities ${missing.join(", ")}`,
      `Set user: "${identity.uid}:${identity.gid}" in compose.yaml, or cap_add: [${needed.join(", ")}].`,
    );
  }
  return { uid: identity.uid, gid: identity.gid };
}

function readCapabilities(): bigint | null {
  try {
    const hex = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    return hex === undefined ? null : BigInt(`0x${hex}`);
  } catch {
    return null;
  }
}

function switchUser({ uid, gid }: Identity): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (process.geteuid?.() !== uid || process.getegid?.() !== gid) throw new Error(`could not become user ${uid}`);
}
