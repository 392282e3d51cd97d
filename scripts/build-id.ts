import { createHash } from "node:crypto";
import { join } from "node:path";
import { version } from "#platform/version.ts";

const root = join(import.meta.dir, "..");

/**
 * Returns an id of the build: the version and the commit. If files differ from the commit, a digest of them follows, so
 * that each state of the code has an id of its own. `INGLENOOK_BUILD` overrides the id. Without Git, each build gets
 * another id.
 */
export async function buildId(folder = root): Promise<string> {
  const given = process.env.INGLENOOK_BUILD;
  if (given) return given;
  const commit = git(folder, "rev-parse", "--verify", "HEAD");
  if (commit === null) return `${version}+${crypto.randomUUID()}`;
  const id = `${version}+${commit.trim().slice(0, 12)}`;
  const changes = git(folder, "diff", "--binary", "HEAD") ?? "";
  const added = (git(folder, "ls-files", "--others", "--exclude-standard", "-z") ?? "").split("\0").filter(Boolean);
  if (changes === "" && added.length === 0) return id;
  const digest = createHash("sha256").update(changes);
  for (const name of added) digest.update(`\0${name}\0`).update(await Bun.file(join(folder, name)).bytes());
  return `${id}.${digest.digest("hex").slice(0, 12)}`;
}

/** Runs git and returns its output. Null if git fails. */
function git(cwd: string, ...args: string[]): string | null {
  if (!Bun.which("git")) return null;
  const { exitCode, stdout } = Bun.spawnSync(["git", ...args], { cwd, stderr: "ignore" });
  return exitCode === 0 ? stdout.toString() : null;
}
