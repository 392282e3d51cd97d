import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "#platform/db/operator-error.ts";
import { command } from "#platform/program.ts";
import settingsText from "../../../packaging/inglenook.env" with { type: "text" };
import packagedUnit from "../../../packaging/inglenook.service" with { type: "text" };
import userText from "../../../packaging/inglenook.sysusers" with { type: "text" };

export const programPath = "/usr/local/bin/inglenook";
export const settingsPath = "/etc/inglenook/inglenook.env";
export const serviceDataDir = "/var/lib/inglenook";
const unitPath = "/etc/systemd/system/inglenook.service";
const packagedUnits = ["/usr/lib/systemd/system/inglenook.service", "/lib/systemd/system/inglenook.service"];

export const unitText = packagedUnit.replace("/usr/bin/inglenook", programPath);

const restartCheckMs = 3_000;

export type Host = {
  /** Prefix of all paths. Empty on a real machine. */
  readonly root: string;
  readonly isRoot: boolean;
  /** Path of the program. Null if the program runs from source. */
  readonly program: string | null;
  readonly path: string;
};

export function installService(host: Host): void {
  const program = requireSuitableHost(host);
  const at = (path: string) => join(host.root, path);
  if (program !== at(programPath)) {
    replaceFile(at(programPath), (path) => copyFileSync(program, path), 0o755);
  }
  call(host, ["systemd-sysusers", "--inline", userText.trim()]);
  if (!existsSync(at(settingsPath))) replaceFile(at(settingsPath), (path) => writeFileSync(path, settingsText), 0o600);
  replaceFile(at(unitPath), (path) => writeFileSync(path, unitText), 0o644);
  call(host, ["systemctl", "daemon-reload"]);
  call(host, ["systemctl", "enable", "inglenook.service"]);
  call(host, ["systemctl", "restart", "inglenook.service"]);
}

/** Removes the service. Returns false if there was no service. @throws OperatorError */
export function uninstallService(host: Host): boolean {
  requireSuitableHost(host);
  const unit = join(host.root, unitPath);
  if (!existsSync(unit)) return false;
  call(host, ["systemctl", "disable", "--now", "inglenook.service"]);
  rmSync(unit);
  call(host, ["systemctl", "daemon-reload"]);
  for (const name of [programPath, `${programPath}.previous`]) rmSync(join(host.root, name), { force: true });
  return true;
}

/** Returns the data folder of the systemd service, or null if the service does not run the host's program. */
export function serviceDataDirOf({ root, program }: Host): string | null {
  const unit = join(root, unitPath);
  const isOurs = program === join(root, programPath) && existsSync(unit) && readExecutable(unit) === programPath;
  if (!isOurs) return null;
  const set = existsSync(join(root, settingsPath)) ? readFileSync(join(root, settingsPath), "utf8") : "";
  return [...set.matchAll(/^\s*DATA_DIR=(["']?)(.+)\1\s*$/gm)].at(-1)?.[2] ?? serviceDataDir;
}

/** Restarts only a running service. Returns whether it still runs some seconds later. @throws OperatorError */
export function restartService(host: Host): boolean {
  if (serviceDataDirOf(host) === null || !existsSync(join(host.root, "/run/systemd/system"))) return false;
  call(host, ["systemctl", "try-restart", "inglenook.service"]);
  const isActive = () => runs(host, ["systemctl", "is-active", "--quiet", "inglenook.service"]);
  if (!isActive()) return false;
  // A start that fails, such as a migration without space, ends the process later.
  Bun.sleepSync(restartCheckMs);
  return isActive();
}

function requireSuitableHost({ root, isRoot, program }: Host): string {
  if (program === null) {
    throw new OperatorError("the service runs the binary, and this runs from source", "Build it: npm run build");
  }
  if (!existsSync(join(root, "/run/systemd/system"))) {
    throw new OperatorError(
      "this machine is not managed by systemd",
      `See what the service would be: ${command("service print")}`,
    );
  }
  const packaged = packagedUnits.find((path) => existsSync(join(root, path)));
  if (packaged !== undefined) {
    throw new OperatorError(
      `a package has installed the service (${packaged})`,
      "Use the package manager and systemctl.",
    );
  }
  if (!isRoot) throw new OperatorError("only root may change services", "Run it with sudo.");
  const unit = join(root, unitPath);
  if (existsSync(unit) && readExecutable(unit) !== programPath) {
    throw new OperatorError(`${unitPath} runs another program`, "Move that file away first.");
  }
  return program;
}

function readExecutable(unit: string): string | null {
  return /^ExecStart=(\S+) serve$/m.exec(readFileSync(unit, "utf8"))?.[1] ?? null;
}

function replaceFile(path: string, write: (path: string) => void, mode: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    write(unfinished);
    chmodSync(unfinished, mode);
    const file = openSync(unfinished, "r");
    fsyncSync(file);
    closeSync(file);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function call({ path }: Host, command: readonly string[]): void {
  const [name = ""] = command;
  if (Bun.which(name, { PATH: path }) === null)
    throw new OperatorError(`${name} is missing`, "Install systemd's programs.");
  const { exitCode, stderr } = spawn(path, command);
  if (exitCode === 0) return;
  const reason = stderr.toString().trim().split("\n", 1)[0]?.replace(/\.$/, "");
  throw new OperatorError(`${command.join(" ")} failed: ${reason}`, "See the log: journalctl -u inglenook");
}

function runs({ path }: Host, command: readonly string[]): boolean {
  return spawn(path, command).exitCode === 0;
}

function spawn(path: string, command: readonly string[]) {
  return Bun.spawnSync([...command], {
    env: { PATH: path, LC_ALL: "C" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
}
