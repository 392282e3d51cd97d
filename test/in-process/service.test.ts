import { beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Host,
  installService,
  restartService,
  serviceDataDirOf,
  uninstallService,
} from "#operations/host/service.ts";
import { newPath, put } from "../support/home/folders.ts";

/** A folder in place of `/`, with programs that only write down how they were called. */
let root: string;
let host: Host;

const unit = "etc/systemd/system/inglenook.service";
const program = "usr/local/bin/inglenook";
const settings = "etc/inglenook/inglenook.env";

beforeEach(() => {
  root = newPath();
  mkdirSync(join(root, "run/systemd/system"), { recursive: true });
  put(root, "home/anna/inglenook", "the program");
  for (const name of ["systemctl", "systemd-sysusers"]) standIn(name, "exit 0");
  host = { root, isRoot: true, program: join(root, "home/anna/inglenook"), path: `${root}/stand-ins:/usr/bin:/bin` };
});

function standIn(name: string, then: string): void {
  put(root, `stand-ins/${name}`, `#!/bin/sh\necho "${name} $*" >> ${root}/calls\n${then}\n`);
  chmodSync(join(root, "stand-ins", name), 0o755);
}

function takeCalls(): string[] {
  const path = join(root, "calls");
  const calls = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  rmSync(path, { force: true });
  return calls;
}

const read = (name: string) => readFileSync(join(root, name), "utf8");
const modeOf = (name: string) => statSync(join(root, name)).mode & 0o777;

describe("the installation of the service", () => {
  test("The installation of the service copies the program, creates the user and starts the systemd unit", () => {
    installService(host);
    expect(read(program)).toBe("the program");
    expect([modeOf(program), modeOf(unit), modeOf(settings)]).toEqual([0o755, 0o644, 0o600]);
    const packaged = readFileSync(join(import.meta.dir, "../../packaging/inglenook.service"), "utf8");
    expect(read(unit)).toBe(packaged.replace("ExecStart=/usr/bin/", "ExecStart=/usr/local/bin/"));
    expect(takeCalls()).toEqual([
      'systemd-sysusers --inline u inglenook - "Inglenook, the household organiser" /var/lib/inglenook',
      "systemctl daemon-reload",
      "systemctl enable inglenook.service",
      "systemctl restart inglenook.service",
    ]);
  });

  test("A repeated installation of the service replaces the program and keeps the settings", () => {
    installService(host);
    writeFileSync(join(root, settings), "PORT=8080\n");
    writeFileSync(host.program ?? "", "a newer program");
    installService(host);
    expect(read(program)).toBe("a newer program");
    expect(read(settings)).toBe("PORT=8080\n");
    installService({ ...host, program: join(root, program) });
    expect(read(program)).toBe("a newer program");
  });

  test("The installation of the service reports a failed command with the reason", () => {
    standIn("systemctl", "echo 'Job for inglenook.service failed.' >&2; exit 1");
    expect(() => installService(host)).toThrow(
      "systemctl daemon-reload failed: Job for inglenook.service failed. See the log: journalctl -u inglenook",
    );
    rmSync(join(root, "stand-ins/systemd-sysusers"));
    expect(() => installService({ ...host, path: join(root, "stand-ins") })).toThrow("systemd-sysusers is missing");
  });
});

describe("the uninstallation of the service", () => {
  test("The uninstallation stops the service, deletes the unit and the program, and keeps data and settings", () => {
    installService(host);
    put(root, "var/lib/inglenook/inglenook.db", "data");
    put(root, `${program}.previous`, "from before an update");
    takeCalls();
    expect(uninstallService(host)).toBe(true);
    expect(takeCalls()).toEqual(["systemctl disable --now inglenook.service", "systemctl daemon-reload"]);
    expect(
      [unit, program, settings, "var/lib/inglenook/inglenook.db"].map((name) => existsSync(join(root, name))),
    ).toEqual([false, false, true, true]);
    expect(existsSync(join(root, `${program}.previous`))).toBe(false);
    expect(uninstallService(host)).toBe(false);
    expect(takeCalls()).toEqual([]);
  });

  test("The uninstallation deletes nothing if the service cannot be stopped", () => {
    installService(host);
    standIn("systemctl", "echo 'Access denied' >&2; exit 4");
    expect(() => uninstallService(host)).toThrow("systemctl disable --now inglenook.service failed: Access denied");
    expect([unit, program].map((name) => existsSync(join(root, name)))).toEqual([true, true]);
  });
});

describe("the service after an update", () => {
  const installed = () => {
    installService(host);
    takeCalls();
    return { ...host, program: join(root, program) };
  };

  test("The service is restarted after an update if the service runs the updated program", () => {
    expect(restartService(installed())).toBe(true);
    expect(takeCalls()).toEqual([
      "systemctl try-restart inglenook.service",
      "systemctl is-active --quiet inglenook.service",
      "systemctl is-active --quiet inglenook.service",
    ]);
  });

  test("The service counts as not restarted after an update if it ends soon after its start", () => {
    const own = installed();
    const seen = join(root, "seen");
    standIn("systemctl", `[ "$1" != is-active ] || { [ ! -e '${seen}' ] && touch '${seen}'; }`);
    expect(restartService(own)).toBe(false);
  });

  test("The service is not started after an update if the service was stopped", () => {
    const own = installed();
    standIn("systemctl", '[ "$1" != is-active ]');
    expect(restartService(own)).toBe(false);
  });

  test("The service is not restarted by an update of another program, from source, or without systemd", () => {
    const own = installed();
    expect(restartService(host)).toBe(false);
    expect(restartService({ ...own, program: null })).toBe(false);
    rmSync(join(root, "run"), { recursive: true });
    expect(restartService(own)).toBe(false);
    expect(takeCalls()).toEqual([]);
  });

  test("A failed restart of the service after an update is reported with the reason", () => {
    const own = installed();
    standIn("systemctl", "echo 'Job failed.' >&2; exit 1");
    expect(() => restartService(own)).toThrow("systemctl try-restart inglenook.service failed: Job failed.");
  });

  test("The service finds the data at the path in the service's settings", () => {
    const own = installed();
    expect(serviceDataDirOf(own)).toBe("/var/lib/inglenook");
    put(root, settings, '# DATA_DIR=/no\nPORT=8080\nDATA_DIR=/srv/a\nDATA_DIR="/srv/our home"\n');
    expect(serviceDataDirOf(own)).toBe("/srv/our home");
    expect(serviceDataDirOf(host)).toBeNull();
    put(root, unit, "[Service]\nExecStart=/opt/inglenook serve\n");
    expect(serviceDataDirOf(own)).toBeNull();
  });
});

describe("refusals of the service commands", () => {
  const refusals: readonly [why: string, says: string, arrange: () => Partial<Host>][] = [
    ["from source", "Build it: npm run build", () => ({ program: null })],
    ["without root", "only root may change services. Run it with sudo.", () => ({ isRoot: false })],
    [
      "without systemd",
      "this machine is not managed by systemd",
      () => {
        rmSync(join(root, "run"), { recursive: true });
        return {};
      },
    ],
    [
      "beside a package",
      "a package has installed the service (/usr/lib/systemd/system/inglenook.service)",
      () => {
        put(root, "usr/lib/systemd/system/inglenook.service", "");
        return {};
      },
    ],
    [
      "beside a unit of somebody else",
      `/${unit} runs another program. Move that file away first.`,
      () => {
        put(root, unit, "[Service]\nExecStart=/opt/inglenook serve\n");
        return {};
      },
    ],
  ];
  test.each(refusals)(
    "The installation and the uninstallation of the service refuse %s, and change nothing",
    (_, says, arrange) => {
      const changed = { ...host, ...arrange() };
      expect(() => installService(changed)).toThrow(says);
      expect(() => uninstallService(changed)).toThrow(says);
      expect([existsSync(join(root, program)), existsSync(join(root, settings))]).toEqual([false, false]);
      expect(takeCalls()).toEqual([]);
    },
  );
});
