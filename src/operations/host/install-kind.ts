import { existsSync } from "node:fs";
import { join } from "node:path";

export const installKinds = ["binary", "package", "image", "source"] as const;
export type InstallKind = (typeof installKinds)[number];

/** `program` is null if the program runs from source. `root` is a prefix for every path. */
export function findInstallKind(program: string | null, root = ""): InstallKind {
  if (program === null) return "source";
  if (program !== join(root, "/usr/bin/inglenook")) return "binary";
  const isImage =
    existsSync(join(root, "/usr/lib/inglenook")) && !existsSync(join(root, "/var/lib/dpkg/info/inglenook.list"));
  return isImage ? "image" : "package";
}
