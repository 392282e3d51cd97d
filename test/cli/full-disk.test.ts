/** A full disk, simulated by a limit on the size of files, which works on every machine. */
import { describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { lockDataDir } from "#platform/db/lock.ts";
import { emptyFolder, fetchJson, householdFolderWithKey, run, start } from "../support/home/program.ts";

/** Time limit of a test, which starts the program several times. */
const patience = 30_000;
/**
 * Size of the disk in bytes: too small for the shared-memory index of the WAL (32 KB), and for any write to the WAL.
 */
const tiny = 4;

async function home() {
  const {
    cwd,
    key: { key },
  } = await householdFolderWithKey();
  const verb = (line: string) => run(line.split(" "), { cwd });
  const server = await start(["serve"], { cwd, env: { NIGHTLY_BACKUP: "off" } });
  const { body } = await fetchJson(`${server.url}/v1/households/me/members`, key);
  const task = { label: "x", memberId: body.members[0].id as string };
  const made = (await fetchJson(`${server.url}/v1/tasks`, key, { method: "POST", body: task })).body;
  return { cwd, verb, key, server, task, made };
}

type Full = Awaited<ReturnType<typeof home>>;

/** Starts a server without disk space; checks that it serves reads and refuses writes. */
async function servesReads({ cwd, key, task, made }: Full) {
  const server = await start(["serve"], { cwd, env: { NIGHTLY_BACKUP: "off" }, largestFile: tiny });
  const tasks = `${server.url}/v1/tasks`;
  expect((await fetchJson(tasks, key)).body.tasks).toEqual([made]);
  const refused = await fetchJson(tasks, key, { method: "POST", body: task });
  expect(refused.body).toEqual({ error: "Disk is full", statusCode: 507 });
  expect((await fetchJson(`${server.url}/readyz`, key)).body.error).toBe("The database can't be written");
  expect((await fetchJson(tasks, key)).body.tasks).toEqual([made]);
  return server;
}

test("The lock of the data folder is taken without writing any bytes", () => {
  const dataDir = emptyFolder();
  const release = lockDataDir(dataDir);
  const sizes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).size]);
  expect(sizes).toEqual([["inglenook.lock", 0]]);
  expect(() => lockDataDir(dataDir)).toThrow("Another Inglenook is using the data folder");
  release();
});

/** Opens a database without disk space, and runs a transaction that writes nothing. While it runs, its log has a second name. */
const emptyTransaction = `
  import { linkSync } from "node:fs";
  import { hasLostFiles, openDatabase, transact } from "./src/platform/db/client.ts";
  const [path] = process.argv.slice(-1);
  const db = openDatabase(path);
  linkSync(path + "-wal", path + "-kept");
  transact(db, () => {});
  console.log(hasLostFiles(db) ? "lost" : "there");
`;

test("A transaction without writes does not take the server out of full-disk mode", async () => {
  const { cwd, server } = await home();
  await server.stop();
  const path = join(cwd, "data/inglenook.db");
  const limited = `trap "" XFSZ; ulimit -S -f ${2 * tiny}; exec "$0" "$@"`;
  const child = Bun.spawnSync(["sh", "-c", limited, process.execPath, "-e", emptyTransaction, path], {
    cwd: join(import.meta.dir, "../.."),
    env: { ...process.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
  });
  expect({ out: child.stdout.toString(), err: child.stderr.toString() }).toEqual({ out: "there\n", err: "" });
});

describe("a server on a full disk", () => {
  test(
    "A cleanly stopped server starts and reads on a full disk, and writes again once there is space",
    async () => {
      const full = await home();
      await full.server.stop();
      const left = readdirSync(join(full.cwd, "data")).filter((name) => name.startsWith("inglenook.db-"));
      expect(left).toEqual([]);
      const server = await servesReads(full);
      Bun.spawnSync(["prlimit", `--pid=${server.pid}`, "--fsize=unlimited:"]);
      const tasks = `${server.url}/v1/tasks`;
      expect((await fetchJson(tasks, full.key, { method: "POST", body: full.task })).status).toBe(200);
      // Other processes can open the database again.
      expect((await full.verb("key list --json")).json().apiKeys.length).toBe(1);
      expect((await server.stop()).code).toBe(0);
      const again = await start(["serve"], { cwd: full.cwd });
      expect((await fetchJson(`${again.url}/v1/tasks`, full.key)).body.tasks.length).toBe(2);
      await again.stop();
    },
    patience,
  );

  test(
    "A server that was killed starts and reads on a full disk",
    async () => {
      const full = await home();
      await full.server.stop("SIGKILL");
      const server = await servesReads(full);
      expect((await server.stop()).code).toBe(0);
      const again = await start(["serve"], { cwd: full.cwd });
      expect((await fetchJson(`${again.url}/v1/tasks`, full.key)).body.tasks).toEqual([full.made]);
      await again.stop();
    },
    patience,
  );

  test(
    "Commands that read work on a full disk, and commands that write say that the disk is full",
    async () => {
      const { cwd, server } = await home();
      await server.stop();
      const list = await run(["member", "list", "--json"], { cwd, largestFile: tiny });
      expect(list).toMatchObject({ code: 0, err: "" });
      const add = await run(["member", "add", "--name", "Ben"], { cwd, largestFile: tiny });
      expect(add).toMatchObject({
        code: 1,
        err: "inglenook: data/inglenook.db can't be written: the disk is full. Free some space, then try again.\n",
      });
    },
    patience,
  );
});
