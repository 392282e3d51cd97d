/**
 * The data folder disappears under a running server: the server refuses writes, still serves reads, and accepts the
 * same file when it returns.
 */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { databasePath, openDataDir } from "#platform/db/migrate.ts";
import { createLog } from "#platform/http/log.ts";
import { newPath } from "../support/home/folders.ts";
import { household, refusal, serverInProcess, start } from "../support/home/home.ts";
import { upload } from "../support/home/multipart.ts";
import { withMcpClient } from "../support/mcp/mcp.ts";
import { plain } from "../support/pictures/pictures.ts";

const gone = "The data folder is gone";

async function homeOnDisk() {
  const dataDir = newPath();
  const db = openDataDir(dataDir, { now: start });
  const lines: string[] = [];
  const log = createLog("info", (text) => lines.push(...text.trimEnd().split("\n")), true);
  const home = await household({ server: serverInProcess({ DATA_DIR: dataDir }, { db, log }) });
  const task = { label: "x", memberId: home.members.anna.id };
  /** The lines of the log that are about the files. */
  const said = () => {
    log.flush();
    const all = lines.map((line) => JSON.parse(line) as { level: string; message?: string });
    return all.flatMap(({ level, message }) => (message?.includes("inglenook.db") ? [`${level} ${message}`] : []));
  };
  return { ...home, dataDir, path: databasePath(dataDir), task, said };
}

type DiskHome = Awaited<ReturnType<typeof homeOnDisk>>;

const losses: [string, (home: DiskHome) => void, string][] = [
  ["the folder is deleted", ({ dataDir }) => rmSync(dataDir, { recursive: true }), "is missing"],
  ["the folder is renamed", ({ dataDir }) => renameSync(dataDir, `${dataDir}-moved`), "is missing"],
  ["the database alone is deleted", ({ path }) => rmSync(path), "is missing"],
  [
    "the folder is replaced by a copy",
    ({ dataDir }) => {
      cpSync(dataDir, `${dataDir}-copy`, { recursive: true });
      renameSync(dataDir, `${dataDir}-first`);
      renameSync(`${dataDir}-copy`, dataDir);
    },
    "another file is at",
  ],
  ["the log alone is deleted", ({ path }) => rmSync(`${path}-wal`), "inglenook.db-wal was deleted or replaced"],
  ["the log's index alone is deleted", ({ path }) => rmSync(`${path}-shm`), "inglenook.db-shm was deleted or replaced"],
  [
    "a file is where the folder was",
    ({ dataDir }) => {
      rmSync(dataDir, { recursive: true });
      Bun.spawnSync(["touch", dataDir]);
    },
    "is missing",
  ],
];

describe.each(losses)("data files that are lost because %s", (_, lose, logged) => {
  test("A server whose data files are lost refuses writes, serves reads, and logs the problem once", async () => {
    const home = await homeOnDisk();
    const { get, post, patch, task, said } = home;
    const made = (await post("/v1/tasks", task)).body;
    const signedIn = home.as(home.members.anna);
    expect((await signedIn.get("/app/household")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
    lose(home);
    expect((await post("/v1/tasks", task)).body).toEqual(refusal(507, gone));
    expect((await patch(`/v1/tasks/${made.id}`, { label: "y" })).body).toEqual(refusal(507, gone));
    expect((await home.delete(`/v1/tasks/${made.id}`)).body).toEqual(refusal(507, gone));
    expect((await signedIn.patch("/app/household", { name: "New" })).body).toEqual(refusal(507, gone));
    expect((await get("/readyz")).body).toEqual(refusal(503, gone));
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/v1/tasks")).body.tasks).toEqual([made]);
    expect(said()).toEqual([expect.stringContaining(logged)]);
    expect(said()[0]).toStartWith("error ");
  });

  test("A server whose data files are lost tells agents that nothing was changed", async () => {
    const home = await homeOnDisk();
    const { use } = withMcpClient(home);
    lose(home);
    const result = await use("create_tasks", { tasks: [{ label: "x", member: "Anna" }] });
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toBe(gone);
    expect(result.content[1].text).toContain("Nothing was changed");
  });
});

describe("a data folder that comes back", () => {
  test("A data folder that comes back unchanged is accepted again", async () => {
    const { get, post, task, dataDir, said, path } = await homeOnDisk();
    const send = () => post("/v1/tasks", task, { headers: { "Idempotency-Key": "once" } });
    renameSync(dataDir, `${dataDir}-moved`);
    expect((await send()).body).toEqual(refusal(507, gone));
    expect((await send()).body).toEqual(refusal(507, gone));
    renameSync(`${dataDir}-moved`, dataDir);
    const done = await send();
    expect(done.status).toBe(200);
    expect(done.headers.get("Idempotency-Replayed")).toBeNull();
    expect((await send()).headers.get("Idempotency-Replayed")).toBe("true");
    expect((await get("/readyz")).status).toBe(200);
    const other = new Database(path, { readonly: true });
    expect(other.query("SELECT label FROM task").all()).toEqual([{ label: "x" }]);
    other.close();
    expect(said()).toEqual([expect.stringContaining("is missing"), `info ${path} is back: writes are accepted again`]);
  });

  test("A data folder that comes back with another database is refused until a restart of the server", async () => {
    const { post, task, dataDir, said } = await homeOnDisk();
    const first = `${dataDir}-first`;
    cpSync(dataDir, `${dataDir}-copy`, { recursive: true });
    renameSync(dataDir, first);
    expect((await post("/v1/tasks", task)).status).toBe(507);
    renameSync(`${dataDir}-copy`, dataDir);
    expect((await post("/v1/tasks", task)).status).toBe(507);
    expect((await post("/v1/tasks", task)).status).toBe(507);
    expect(said()).toEqual([expect.stringContaining("is missing"), expect.stringContaining("Restart the server")]);
  });
});

describe("a cover uploaded while the folder is missing", () => {
  test("A cover picture is refused while the data folder is missing, and no folder is created", async () => {
    const { post, call, dataDir } = await homeOnDisk();
    const section = (await post("/v1/lists/sections", { name: "Home" })).body;
    const list = (await post("/v1/lists", { name: "Packing", sectionId: section.id })).body;
    const picture = upload(await plain(20, 20).png().toBuffer(), "a.png", "image/png");
    renameSync(dataDir, `${dataDir}-moved`);
    expect((await call("POST", `/v1/lists/${list.id}/cover`, picture)).body).toEqual(refusal(507, gone));
    expect(existsSync(dataDir)).toBe(false);
    mkdirSync(dataDir); // The empty mount point of a file system that was unmounted.
    expect((await call("POST", `/v1/lists/${list.id}/cover`, picture)).body).toEqual(refusal(507, gone));
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
