/** Faults of the data folder that a person must repair. Each verb and the doctor name the file and the repair. */
import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bareEnvironment, binary, emptyFolder, householdFolder, run, typed } from "../support/home/program.ts";

/** Time limit of a test, which starts the program several times. */
const patience = 60_000;

const put = (content: string | null) => (cwd: string, name: string) => {
  const path = join(cwd, "data", name);
  rmSync(path, { recursive: true, force: true });
  if (content === null) mkdirSync(path);
  else writeFileSync(path, content);
};
const folder = put(null);
const file = put("");

function spoil(cwd: string, from: number, to: number): void {
  const path = join(cwd, "data/inglenook.db");
  writeFileSync(path, readFileSync(path).fill(0x5a, from, to));
}

const damaged =
  "data/inglenook.db is damaged (database disk image is malformed). " +
  `Stop the server and restore the newest sound backup: ${await typed("restore FILE --yes")}`;
const isFolder = (name: string) => `data/${name} is a folder where a file must be. Move it away.`;
const isFile = (name: string) => `data/${name} is a file where a folder must be. Move it away.`;
const all = ["key list", "household list", "plan show", "backup", "export", "member add --name B", "serve"];

const faults: [string, (cwd: string) => void, string[], string][] = [
  ["its first page is damaged", (cwd) => spoil(cwd, 108, 4_096), all, damaged],
  ["most of it is damaged", (cwd) => spoil(cwd, 4_096, 40 * 4_096), all, damaged],
  ["the database is a folder", (cwd) => folder(cwd, "inglenook.db"), all, isFolder("inglenook.db")],
  ["the log is a folder", (cwd) => folder(cwd, "inglenook.db-wal"), all, isFolder("inglenook.db-wal")],
  ["the log's index is a folder", (cwd) => folder(cwd, "inglenook.db-shm"), all, isFolder("inglenook.db-shm")],
  ["the lock is a folder", (cwd) => folder(cwd, "inglenook.lock"), ["serve"], isFolder("inglenook.lock")],
  ["the covers are a file", (cwd) => file(cwd, "covers"), ["backup", "export", "serve"], isFile("covers")],
  ["the photos are a file", (cwd) => file(cwd, "photos"), ["backup", "export"], isFile("photos")],
  ["the backups are a file", (cwd) => file(cwd, "backups"), ["backup"], isFile("backups")],
];

describe("a fault in the data folder", () => {
  test.each(faults)(
    "The command “doctor” and other commands report the fault and what to do if %s",
    async (_, spoilt, verbs, message) => {
      const cwd = await householdFolder();
      spoilt(cwd);
      const said = await Promise.all(verbs.map((verb) => run(verb.split(" "), { cwd })));
      expect(said.map(({ code, err }, index) => [verbs[index], code, err])).toEqual(
        verbs.map((verb) => [verb, 1, `inglenook: ${message}\n`]),
      );
      const doctor = await run(["doctor", "--json"], { cwd });
      expect(doctor.code).toBe(1);
      const wrong = doctor.json().findings.filter(({ level }: { level: string }) => level === "wrong");
      expect(wrong.length).toBeGreaterThan(0);
      const [says = ""] = message.split(". ");
      const [path = ""] = says.split(" ");
      expect(wrong[0].says).toContain(message === damaged ? "" : path);
      expect(wrong[0].todo).toBe(message.slice(says.length + 2));
    },
    patience,
  );

  test(
    "A file in the place of the data folder is reported by “doctor” and by other commands",
    async () => {
      const cwd = emptyFolder();
      writeFileSync(join(cwd, "data"), "");
      const says = "data is a file where a folder must be";
      expect((await run(["key", "list"], { cwd })).err).toBe(`inglenook: ${says}. Move it away.\n`);
      expect((await run(["serve"], { cwd })).err).toContain(says);
      const doctor = await run(["doctor"], { cwd });
      expect(doctor.code).toBe(1);
      expect(doctor.out).toContain(`WRONG  data folder: ./${says}\n        → Move it away, or set another DATA_DIR.`);
    },
    patience,
  );
});

describe("a folder that this user cannot write to", () => {
  const isRoot = process.getuid?.() === 0;
  /** Root can write to every folder, so its capabilities are dropped. */
  const ordinary = isRoot ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];
  const say = async (cwd: string, ...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([...ordinary, await binary(), ...args], {
      cwd,
      env: bareEnvironment,
    });
    return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
  };
  const self = process.getuid?.() ?? 0;

  test(
    "A data folder that is not writable is reported with the owner and the present user",
    async () => {
      const cwd = await householdFolder();
      chmodSync(join(cwd, "data"), 0o500);
      const says = new RegExp(
        `data is not writable: it belongs to (.* \\()?user ${self}\\)?, and this runs as .*user ${self}`,
      );
      const { code, out } = await say(cwd, "doctor");
      expect(code).toBe(1);
      expect(out).toMatch(says);
      expect(out).toContain("→ Let its owner write it: chmod -R u+rwX data");
      expect(out).not.toContain("restore");
      const serve = await say(cwd, "serve");
      expect(serve.code).toBe(1);
      expect(serve.err).toMatch(says);
      chmodSync(join(cwd, "data"), 0o700);
    },
    patience,
  );

  test(
    "The report about another user's data folder names both users, or what root is not capable of",
    async () => {
      const cwd = await householdFolder();
      const other = isRoot ? 54_321 : 0;
      const path = isRoot ? "data" : "/usr"; // No other user can write to a folder of root.
      if (isRoot) for (const name of ["data", "data/inglenook.db"]) chownSync(join(cwd, name), other, other);
      const { code, out, err } = await say(cwd, "doctor", "--data-dir", path);
      expect(code).toBe(1);
      if (isRoot) {
        expect(err).toStartWith(
          `inglenook: root can't become user ${other}: it lacks the capabilities SETGID, SETUID.`,
        );
        return;
      }
      expect(out).toMatch(
        new RegExp(`${path} is not writable: it belongs to (.* \\()?user ${other}\\)?, and this runs as`),
      );
      expect(out).toContain(`chown -R ${self} ${path}`);
      expect(out).not.toContain("restore");
    },
    patience,
  );
});
