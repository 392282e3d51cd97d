import { existsSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isBinary } from "./version.ts";

/** The running program. `main` is the path of the main module, or null if the program is a compiled binary. */
export type Program = {
  readonly file: string;
  readonly main: string | null;
  readonly cwd: string;
  readonly root?: string;
};

const installed: readonly string[] = ["/usr/bin/inglenook", "/usr/local/bin/inglenook"];

/** Returns the command that starts this program from the current folder. */
export function commandOf({ file, main, cwd, root = "" }: Program): string {
  if (main !== null) return `npx bun run ${shellWord(within(cwd, main) ?? main)}`;
  const isPackage = existsSync(join(root, "/var/lib/dpkg/info/inglenook.list"));
  if (file === installed[0] && !isPackage && existsSync(join(root, "/usr/lib/inglenook"))) {
    return `docker compose exec inglenook ${file}`;
  }
  if (installed.includes(file)) return "inglenook";
  const local = within(cwd, file);
  return shellWord(local === null ? file : `.${sep}${local}`);
}

/** Returns the command line that runs a subcommand, such as `inglenook doctor`, on this machine. */
export function command(verb: string): string {
  const main = isBinary ? null : join(import.meta.dir, "../main.ts");
  return `${commandOf({ file: process.execPath, main, cwd: process.cwd() })} ${verb}`;
}

function within(folder: string, file: string): string | null {
  const path = relative(folder, file);
  return path.startsWith("..") || isAbsolute(path) ? null : path;
}

export function shellWord(text: string): string {
  return /^[\w./\\@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
