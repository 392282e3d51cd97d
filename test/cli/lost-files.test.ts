/** Data folders deleted or replaced under a running server: it keeps acknowledged writes and changes no foreign file. */
import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fetchJson, householdFolderWithKey, run, start } from "../support/home/program.ts";

/** Time limit of a test, which starts the program several times. */
const patience = 30_000;

async function home() {
  const {
    cwd,
    key: { key },
  } = await householdFolderWithKey();
  const verb = (line: string) => run(line.split(" "), { cwd });
  const env = { NIGHTLY_BACKUP: "off" };
  const server = await start(["serve"], { cwd, env });
  const { body } = await fetchJson(`${server.url}/v1/households/me/members`, key);
  const memberId = body.members[0].id as string;
  const add = (label: string, at = server) =>
    fetchJson(`${at.url}/v1/tasks`, key, { method: "POST", body: { label, memberId } });
  expect((await add("first")).status).toBe(200);
  /** Starts a server and returns its tasks. */
  const afterRestart = async () => {
    const again = await start(["serve"], { cwd, env });
    const { tasks } = (await fetchJson(`${again.url}/v1/tasks`, key)).body;
    await again.stop();
    return tasks.map(({ label }: { label: string }) => label).sort();
  };
  return { cwd, data: join(cwd, "data"), verb, key, server, add, afterRestart };
}

describe("a server whose data files are lost", () => {
  test(
    "A server refuses writes and creates no files if the data folder is deleted",
    async () => {
      const { data, server, add } = await home();
      rmSync(data, { recursive: true });
      expect((await add("late")).body).toEqual({ error: "The data folder is gone", statusCode: 507 });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      const { code, err } = await server.stop();
      expect(code).toBe(0);
      expect(err.match(/The data folder is gone/g)?.length).toBe(1);
      expect(existsSync(data)).toBe(false);
    },
    patience,
  );

  test(
    "A server refuses writes if the data folder is renamed",
    async () => {
      const { data, server, add, afterRestart } = await home();
      renameSync(data, `${data}-moved`);
      expect((await add("late")).status).toBe(507);
      expect((await server.stop()).code).toBe(0);
      renameSync(`${data}-moved`, data);
      expect(await afterRestart()).toEqual(["first"]);
    },
    patience,
  );

  test(
    "A server does not touch the new database if the data folder is replaced",
    async () => {
      const { data, server, add, afterRestart } = await home();
      cpSync(data, `${data}-copy`, { recursive: true });
      const log = join(data, "inglenook.db-wal");
      const { size } = statSync(log);
      expect(size).toBeGreaterThan(0);
      expect((await add("lost with the first folder")).status).toBe(200);
      renameSync(data, `${data}-first`);
      renameSync(`${data}-copy`, data);
      expect((await add("late")).status).toBe(507);
      expect((await server.stop()).code).toBe(0);
      expect(statSync(log).size).toBe(size);
      expect(await afterRestart()).toEqual(["first"]);
    },
    patience,
  );

  test(
    "A server loses no data if the write-ahead log is deleted",
    async () => {
      const { data, server, add, afterRestart } = await home();
      rmSync(join(data, "inglenook.db-wal"));
      expect((await add("late")).status).toBe(507);
      expect((await server.stop()).code).toBe(0);
      expect(await afterRestart()).toEqual(["first"]);
    },
    patience,
  );

  test(
    "A deleted index of the write-ahead log does not revert writes of another process",
    async () => {
      const { data, server, add, verb, afterRestart } = await home();
      rmSync(join(data, "inglenook.db-shm"));
      expect((await add("late")).status).toBe(507);
      expect((await verb("member add --name Ben")).code).toBe(0);
      expect((await server.stop()).code).toBe(0);
      expect(await afterRestart()).toEqual(["first"]);
      expect((await verb("member list --json")).json().members.length).toBe(2);
      expect((await verb("doctor --json")).json().ok).toBe(true);
    },
    patience,
  );
});
