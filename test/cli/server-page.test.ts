/** Settings → This server: backups, findings and restoring, at a real server. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "#platform/db/migrate.ts";
import { eventually } from "../support/browser/wait.ts";
import { emptyFolder, run, start } from "../support/home/program.ts";
import { filled, forged, oldBackup, putEndlessView } from "../support/records/backups.ts";

const password = "correct horse battery";

/** A new household whose owner is signed in. */
async function home(args: readonly string[] = []) {
  // A first nightly backup would come in between; on a slow machine, polls would reach the rate limit.
  const env = { NIGHTLY_BACKUP: "off", RATE_LIMIT_BURST: "1000000", RATE_LIMIT_PER_MINUTE: "1000000" };
  const server = await start(["serve", ...args], { env });
  const token = /setup#([\w-]{43})/.exec(server.out)?.[1];
  let cookie = "";
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isJson = body !== undefined && !(body instanceof Uint8Array);
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        Cookie: cookie,
        Origin: server.url,
        ...(isJson && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : ((body ?? null) as Uint8Array<ArrayBuffer> | null),
    });
    const type: string = answer.headers.get("content-type") ?? "";
    const read: any = type.includes("json") ? await answer.json() : answer;
    return { status: answer.status, headers: answer.headers, body: read };
  };
  const signIn = async (path: string, body: object) => {
    const { headers, status } = await send("POST", path, body);
    cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    return status;
  };
  const household = { householdName: "Home", timeZone: "UTC", memberName: "Anna", password };
  await signIn("/app/setup", { token, ...household });
  const post = (path: string, body?: unknown) => send("POST", `/app/server${path}`, body);
  const get = async (path = "") => (await send("GET", `/app/server${path}`)).body;
  /** Waits for the end of work, and returns how it ended. */
  const ended = async () => {
    await eventually("the work ends", async () => (await get("/work")).running === null);
    return (await get("/work")).last;
  };
  const backup = async () => {
    expect((await post("/backups")).status).toBe(200);
    expect(await ended()).toMatchObject({ kind: "backup", fault: null });
    return (await get()).backups[0].name as string;
  };
  const addTask = async (label: string) => {
    const { member } = (await send("GET", "/app/session")).body;
    await send("POST", "/v1/tasks", { label, memberId: member.id });
  };
  const tasks = async () => (await send("GET", "/v1/tasks")).body.tasks.map(({ label }: { label: string }) => label);
  return { server, cwd: server.cwd, send, post, get, ended, backup, addTask, tasks, signIn };
}

test("An owner can make, list, check, download and delete a backup in the app", async () => {
  const { cwd, server, send, post, get, ended, backup, addTask } = await home();
  const before = await get();
  expect(before).toMatchObject({ backups: [], nightlyBackup: null, backupTo: null, dataDir: "./data" });
  expect(before.disk.databaseBytes).toBeGreaterThan(0);
  const name = await backup();
  const file = join(cwd, "data/backups", name);
  const { backups } = await get();
  expect(backups).toMatchObject([{ name, kind: "manual", bytes: readFileSync(file).length, isCopied: null }]);
  await addTask("Since then");
  expect((await get()).disk.undoBytes).toBeGreaterThan(before.disk.undoBytes);
  expect((await post("/backups/check", { name })).status).toBe(200);
  const check = await ended();
  expect(check).toMatchObject({ kind: "check", name, fault: null, result: { households: 1, pictures: 0 } });
  expect(check.result.losses).toContainEqual({ table: "task", added: 1, changed: 0, deleted: 0 });

  const download = (given: string) => post("/backups/download", { name, password: given });
  expect((await download("not the one")).body).toEqual({ error: "password: is not your password", statusCode: 422 });
  const { address } = (await download(password)).body;
  const got = await send("GET", address);
  expect(got.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
  expect(Buffer.from(await got.body.arrayBuffer())).toEqual(readFileSync(file));
  expect((await send("GET", address)).status).toBe(404);
  expect((await fetch(`${server.url}${(await download(password)).body.address}`)).status).toBe(401);

  expect((await send("DELETE", `/app/server/backups?name=${name}`)).body.backups).toEqual([]);
  expect(existsSync(file)).toBe(false);
  await server.stop();
}, 60_000);

test("An owner sees no backups from a time when the server had other households", async () => {
  const { cwd, server, get, post, backup } = await home();
  const verb = async (line: string) => (await run([...line.split(" "), "--json"], { cwd })).json();
  const other = await verb("household create --name Others --time-zone UTC --owner Otto");
  const { file } = await verb("backup");
  expect((await get()).error).toBe("Only an owner of this server's household can do this");
  await verb(`household delete ${other.household.id} --yes`);
  expect((await get()).backups).toEqual([]);
  const name = file.split("/").at(-1);
  expect((await post("/backups/check", { name })).status).toBe(404);
  expect((await post("/backups/download", { name, password })).status).toBe(404);
  const own = await backup();
  expect((await get()).backups.map((each: { name: string }) => each.name)).toEqual([own]);
  await server.stop();
}, 60_000);

test("A backup name that leads to a file in another folder gets the error “Backup not found”", async () => {
  const { cwd, server, send, post, backup } = await home();
  writeFileSync(join(cwd, "data/secret.tar"), "secret");
  await backup();
  symlinkSync("../secret.tar", join(cwd, "data/backups/link.tar"));
  for (const name of ["../secret.tar", "link.tar", "/etc/passwd", ".unfinished-1-x.tar", "inglenook.db", "a.tar"]) {
    const refusals = [
      await post("/backups/check", { name }),
      await post("/backups/download", { name, password }),
      await post("/restore", { name, password }),
      await send("DELETE", `/app/server/backups?name=${encodeURIComponent(name)}`),
    ];
    for (const { body } of refusals) expect({ name, body }).toMatchObject({ body: { error: "Backup not found" } });
  }
  expect(existsSync(join(cwd, "data/secret.tar"))).toBe(true);
  await server.stop();
}, 60_000);

test("A backup is restored in the app only after a check, and the replaced data are kept", async () => {
  const { cwd, server, post, ended, backup, addTask, tasks, signIn, send } = await home();
  await addTask("Before");
  const name = await backup();
  await addTask("After");
  const restore = (given = password) => post("/restore", { name, password: given });
  expect((await restore()).body).toMatchObject({ error: "name: check this backup first" });
  await post("/backups/check", { name });
  await ended();
  expect((await restore("not the one")).status).toBe(422);
  expect(await tasks()).toEqual(["Before", "After"]);
  expect((await restore()).body).toMatchObject({ running: { kind: "restore", name } });
  await eventually("it serves again", async () => {
    const answer = await fetch(`${server.url}/readyz`).catch(() => null);
    return answer?.status === 200 && readdirSync(join(cwd, "data")).some((each) => each.startsWith("replaced-"));
  });
  await signIn("/app/session", { login: "Anna", password });
  expect(await tasks()).toEqual(["Before"]);
  expect((await send("GET", "/app/server/work")).body.last).toMatchObject({ kind: "restore", name, fault: null });
  const { code } = await server.stop();
  expect(code).toBe(0);
}, 60_000);

test("A damaged backup that an owner uploads is refused and deleted", async () => {
  const { cwd, server, send, get, ended } = await home();
  const upload = (bytes: Uint8Array) => send("POST", "/app/server/backups/upload", bytes);
  for (const version of [1, 9]) {
    const bytes = readFileSync(oldBackup(version));
    expect((await upload(bytes)).status).toBe(200);
    const { kind, name, fault, result } = await ended();
    expect({ kind, fault, result }).toMatchObject({ kind: "check", fault: null, result: { schemaVersion: version } });
    expect(readFileSync(join(cwd, "data/backups", name))).toEqual(bytes);
    // By the time of the backup, not of the upload.
    const listed = { name, kind: "uploaded", takenAt: result.createdAt };
    expect((await get()).backups).toContainEqual(expect.objectContaining(listed));
  }
  const damaged = new Uint8Array(readFileSync(oldBackup(9)));
  damaged[damaged.length >> 1]! ^= 0xff;
  for (const bytes of [new Uint8Array(10), new TextEncoder().encode("<script>"), damaged]) {
    expect((await upload(bytes)).status).toBe(200);
    const { fault } = await ended();
    expect(fault).toMatch(/^the file is damaged or not an Inglenook backup/);
  }
  expect((await upload(new Uint8Array(0))).status).toBe(400);
  const names = readdirSync(join(cwd, "data/backups"));
  expect(names.every((name) => name.startsWith("uploaded-"))).toBe(true);
  expect(names.length).toBe(2);
  await server.stop();
}, 60_000);

test("An uploaded backup with an endless SQL view is refused immediately", async () => {
  const { server, send, ended, backup } = await home();
  const path = databasePath(filled({}));
  putEndlessView(path);
  const archive = readFileSync(forged([["inglenook.db", readFileSync(path)]]));
  for (const bytes of [archive, readFileSync(path)]) {
    expect((await send("POST", "/app/server/backups/upload", bytes)).status).toBe(200);
    expect((await ended()).fault).toBe(
      "the file is damaged or not an Inglenook backup (its database has no table household). Nothing was changed.",
    );
  }
  await backup();
  await server.stop();
}, 60_000);

test("Only one backup or upload runs at a time, and a stop of the server leaves no file", async () => {
  const { cwd, server, post, get } = await home();
  const answers = await Promise.all([post("/backups"), post("/backups"), post("/backups/upload")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await get("/work")).running).toMatchObject({ kind: "backup" });
  expect((await server.stop()).code).toBe(0);
  const again = await run(["backup", "--json"], { cwd });
  expect(again.code).toBe(0);
  expect(readdirSync(join(cwd, "data/backups"))).toEqual([again.json().file.split("/").at(-1)]);
}, 60_000);

test("The app shows the findings of “doctor”, and the text for support names nobody", async () => {
  const elsewhere = emptyFolder();
  const { server, get, cwd } = await home(["--backup-to", elsewhere, "--data-dir", "./annas-data"]);
  const { findings, supportText } = await get("/findings");
  const checks = findings.map(({ check }: { check: string }) => check);
  expect(checks).toContain("copies");
  expect(findings.find(({ check }: { check: string }) => check === "copies").says).toContain(elsewhere);
  expect(supportText).toMatch(/^Inglenook \d+\.\d+\.\d+ /);
  expect(supportText).toContain("ok database");
  for (const name of ["Anna", "Home", elsewhere, "annas-data", cwd]) expect(supportText).not.toContain(name);
  await server.stop();
}, 60_000);
