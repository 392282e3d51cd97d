/**
 * `bun run tools [program] [arguments]`: runs a program from the packages of `tools/`, which only checks need. First
 * installs these packages if they are missing or differ from `tools/bun.lock`.
 */
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "../tools");
const packages = join(folder, "node_modules");
/** Path of a copy of the lock file with which the packages were installed. */
const installed = join(packages, ".installed-by");

/**
 * Returns the path of a file in the packages of `tools/`, which are installed if necessary.
 * @throws Error if the packages cannot be installed
 */
export function toolPath(file: string): string {
  const wanted = readFileSync(join(folder, "bun.lock"), "utf8");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== wanted) {
    console.error("Installing the packages of tools/, which only checks need (about 520 MB)");
    const { success, stdout, stderr } = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], {
      cwd: folder,
    });
    if (!success) throw new Error(`The packages of tools/ could not be installed: ${stdout}${stderr}`);
    writeFileSync(installed, wanted);
  }
  return join(packages, file);
}

if (import.meta.main) {
  const [program = "", ...args] = process.argv.slice(2);
  const path = toolPath(`.bin/${program}`);
  if (program !== "") {
    // The program runs with this Bun, so that no other runtime is needed.
    const command = [process.execPath, realpathSync(path), ...args];
    process.exitCode = Bun.spawnSync(command, { stdio: ["inherit", "inherit", "inherit"] }).exitCode;
  }
}
