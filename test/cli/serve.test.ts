import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  emptyFolder,
  fetchJson,
  householdFolder,
  householdFolderWithKey,
  run,
  start,
  typed,
} from "../support/home/program.ts";
import { beginPost, keepBusy } from "../support/home/raw.ts";

async function home(env: Record<string, string> = {}) {
  const { cwd, key } = await householdFolderWithKey();
  const verb = (line: string) => run(line.split(" "), { cwd });
  const server = await start(["serve"], { cwd, env });
  const { body } = await fetchJson(`${server.url}/v1/households/me/members`, key.key);
  const task = { label: "x", memberId: body.members[0].id as string };
  return { cwd, verb, key, server, task };
}

describe("serve", () => {
  test("A server on a new folder prints the first commands to type, and these commands work", async () => {
    const server = await start(["serve"]);
    const program = await typed("");
    expect(server.out).toContain("This data folder has no household yet");
    expect(server.out).toMatch(/^ {2}http:\/\/localhost:\d+\/setup#[\w-]{43}$/m);
    const lines = server.out
      .split("\n")
      .filter((line) => line.startsWith(`  ${program}`))
      .map((line) => line.trim());
    expect(lines.length).toBe(2);
    let key = "";
    for (const line of lines) {
      const args = line
        .match(/"[^"]*"|\S+/g)!
        .slice(1)
        .map((word) => word.replaceAll('"', ""));
      const { code, out } = await run(args, { cwd: server.cwd });
      expect(code).toBe(0);
      key = out.trim();
    }
    expect((await fetchJson(`${server.url}/v1/tasks`, key)).body).toEqual({ tasks: [] });
    expect((await server.stop()).code).toBe(0);
  });

  test("A server on a new folder prints a setup link that can be used only once", async () => {
    const server = await start(["serve"]);
    const token = /setup#([\w-]{43})/.exec(server.out)?.[1];
    const body = { token, householdName: "Home", timeZone: "UTC", memberName: "Anna", password: "correct horse" };
    const claim = () =>
      fetch(`${server.url}/app/setup`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await claim()).status).toBe(200);
    expect((await claim()).status).toBe(403);
    const { err } = await server.stop();
    expect(err).not.toContain(token ?? "?");
    const again = await start(["serve"], { cwd: server.cwd });
    expect(again.out).not.toContain("setup");
    await again.stop();
  });

  test("The commands “serve --json” and “demo --json” print one JSON document", async () => {
    const server = await start(["serve", "--json"]);
    expect(JSON.parse(server.out)).toEqual({
      url: server.url,
      addresses: [],
      setupLink: expect.stringMatching(/\/setup#[\w-]{43}$/),
    });
    await server.stop();
    const demo = await start(["demo", "--json"]);
    expect(JSON.parse(demo.out)).toMatchObject({ key: expect.stringMatching(/^fam_live_/), url: demo.url });
    await demo.stop();
  });

  test("A running server records every change of a task in the activity feed", async () => {
    const { server, key, task } = await home();
    const at = (path: string) => `${server.url}${path}`;
    const headers = { "X-Agent-Name": "Story agent" };
    const made = (await fetchJson(at("/v1/tasks"), key.key, { method: "POST", body: task, headers })).body;
    const change = { completedAt: made.createdAt };
    await fetchJson(at(`/v1/tasks/${made.id}`), key.key, { method: "PATCH", body: change, headers });
    expect((await fetchJson(at("/v1/tasks?completed=true"), key.key)).body.tasks[0].id).toBe(made.id);
    await fetchJson(at(`/v1/tasks/${made.id}`), key.key, { method: "DELETE", headers });
    const { entries } = (await fetchJson(at("/v1/activity?limit=3"), key.key)).body;
    expect(entries.map((entry: any) => [entry.action, entry.actor.agentName])).toEqual([
      ["deleted", "Story agent"],
      ["completed", "Story agent"],
      ["created", "Story agent"],
    ]);
    await server.stop();
  });

  test("A running server sees changes by other commands at the next request", async () => {
    const { server, verb, key } = await home();
    const read = async () => (await fetchJson(`${server.url}/v1/tasks`, key.key)).body;
    expect(await read()).toEqual({ tasks: [] });
    await verb("plan set --plan none");
    expect(await read()).toEqual({ error: "subscription_required", statusCode: 403 });
    await verb("plan set --plan base");
    expect(await read()).toEqual({ error: "api_plan_required", statusCode: 403 });
    await verb("plan set --plan api");
    expect(await read()).toEqual({ tasks: [] });
    await verb(`key revoke ${key.id}`);
    expect(await read()).toEqual({ error: "Invalid API key", statusCode: 401 });
    await server.stop();
  });

  test("A second server does not start on the same data folder or on the same port", async () => {
    const { server, cwd } = await home();
    const second = await run(["serve"], { cwd });
    expect(second.code).toBe(1);
    expect(second.err).toBe(
      "inglenook: Another Inglenook is using the data folder ./data. Stop it first, or set another DATA_DIR.\n",
    );
    const port = new URL(server.url).port;
    const other = await run(["serve"], { env: { PORT: port } });
    expect(other.code).toBe(1);
    expect(other.err).toBe(
      `inglenook: port ${port} on 127.0.0.1 is in use; choose another: PORT=${Number(port) + 1}\n`,
    );
    await server.stop();
  });

  test("A server ignores the environment variable TZ", async () => {
    const { server, key, task } = await home({ TZ: "Pacific/Kiritimati" });
    const { body } = await fetchJson(`${server.url}/v1/tasks`, key.key, { method: "POST", body: task });
    expect(Math.abs(Date.parse(body.createdAt) - Date.now())).toBeLessThan(60_000);
    await server.stop();
  });

  test("A server writes one line of JSON to standard error for each request", async () => {
    const { server, key } = await home();
    await fetchJson(`${server.url}/v1/tasks`, key.key);
    const { err } = await server.stop();
    const lines = err
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-2)).toMatchObject({ method: "GET", route: "/v1/tasks", status: 200, key: key.prefix });
    expect(lines.at(-1)).toMatchObject({ level: "info", message: "stopping" });
    expect(err).not.toContain(key.key);
  });

  test("A server warns about an environment variable that differs from a setting in one letter", async () => {
    const { server, key } = await home({ CORS_ORIGIN: "x", RATE_LIMIT_BRUST: "5", DATABASE_URL: "x" });
    expect((await fetchJson(`${server.url}/v1/tasks`, key.key)).status).toBe(200);
    const { err } = await server.stop();
    const warnings = err
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === "warning");
    expect(warnings).toMatchObject([
      { message: "CORS_ORIGIN is not a setting. Did you mean CORS_ORIGINS?" },
      { message: "RATE_LIMIT_BRUST is not a setting. Did you mean RATE_LIMIT_BURST?" },
    ]);
  });

  test("A server deletes expired sign-ins, also if nightly backups are turned off", async () => {
    const cwd = await householdFolder();
    const db = new Database(join(cwd, "data/inglenook.db"));
    db.run(`INSERT INTO session (id, household_id, member_id, token_hash, created_at, last_seen_at)
      SELECT id, household_id, id, id, '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z' FROM member`);
    const count = () => (db.query("SELECT count(*) AS n FROM session").get() as { n: number }).n;
    expect(count()).toBe(1);
    const server = await start(["serve"], { cwd, env: { NIGHTLY_BACKUP: "off" } });
    await server.hasLogged("deleted 1 ended sign-ins and 0 old answers");
    expect(count()).toBe(0);
    db.close();
    await server.stop();
  });

  test("The command “healthcheck” exits with code 0 only while the server runs", async () => {
    const { server } = await home();
    const { port } = new URL(server.url);
    expect(await run(["healthcheck"], { env: { PORT: port } })).toMatchObject({ code: 0, out: "ok\n" });
    await server.stop();
    const { code, err } = await run(["healthcheck"], { env: { PORT: port } });
    expect({ code, err }).toEqual({
      code: 1,
      err: `inglenook: no server answers at http://localhost:${port}/readyz\n`,
    });
  });

  test("A server refuses a request with oversized headers, and continues to run", async () => {
    const { server, key } = await home();
    const answer = await fetch(`${server.url}/v1/tasks`, { headers: { "X-Large": "x".repeat(1_000_000) } });
    expect(answer.status).toBe(431);
    expect((await fetchJson(`${server.url}/v1/tasks`, key.key)).status).toBe(200);
    await server.stop();
  });
});

describe("SIGTERM", () => {
  test("SIGTERM stops the server within 5 seconds, and no data remain in the write-ahead log", async () => {
    const { server, cwd, key, task } = await home();
    await fetchJson(`${server.url}/v1/tasks`, key.key, { method: "POST", body: task });
    const { code, ms } = await server.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
    const files = readdirSync(join(cwd, "data"));
    expect(files).toContain("inglenook.db");
    expect(
      files.filter((name) => name.startsWith("inglenook.db-") && statSync(join(cwd, "data", name)).size > 0),
    ).toEqual([]);
  });

  test("SIGTERM makes the server write the last uses of API keys that were only in memory", async () => {
    const { server, cwd, key } = await home();
    const lastUse = () => {
      const db = new Database(join(cwd, "data/inglenook.db"));
      const row = db.query("SELECT last_used_at AS at FROM api_key WHERE prefix = ?").get(key.prefix) as { at: string };
      db.close();
      return row.at;
    };
    await fetchJson(`${server.url}/v1/tasks`, key.key);
    expect(lastUse()).toBeNull();
    await server.stop();
    expect(Date.parse(lastUse())).toBeGreaterThan(Date.now() - 60_000);
  });

  test("SIGTERM lets the server finish a request in flight", async () => {
    const { server, key, task } = await home();
    const headers = { Authorization: `Bearer ${key.key}`, "Content-Type": "application/json" };
    const slow = await beginPost(`${server.url}/v1/tasks`, headers, JSON.stringify(task), 10);
    const stopped = server.stop();
    await server.hasLogged("stopping");
    slow.finish();
    expect((await slow.answer).status).toBe(200);
    expect((await stopped).code).toBe(0);
  });

  test("A server that SIGTERM stops sends “Connection: close” with the last answers", async () => {
    const { server, key, task } = await home({ RATE_LIMIT_BURST: "1000000" });
    const head = `Host: localhost\r\nAuthorization: Bearer ${key.key}\r\n`;
    const body = JSON.stringify(task);
    const write = `POST /v1/tasks HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const read = `GET /v1/households/me/members HTTP/1.1\r\n${head}\r\n`;
    let answers = 0;
    const warm = Promise.withResolvers<void>();
    const count = () => {
      if (++answers === 200) warm.resolve();
    };
    const connections = Array.from({ length: 12 }, (_, index) =>
      keepBusy(server.url, index % 4 === 0 ? write : read, count),
    );
    await warm.promise;
    const { code, ms } = await server.stop();
    expect([code, ms < 5_000]).toEqual([0, true]);
    for (const { sent, answered, lastHead, error } of await Promise.all(connections)) {
      expect([answered, error]).toEqual([sent, ""]);
      expect(lastHead).toMatch(/^HTTP\/1.1 200 [\s\S]*^connection: close/im);
    }
  });

  test("A server that SIGTERM stops does not wait forever for an endless request", async () => {
    const { server, key, task } = await home();
    const headers = { Authorization: `Bearer ${key.key}`, "Content-Type": "application/json" };
    await beginPost(`${server.url}/v1/tasks`, headers, JSON.stringify(task), 1);
    const { code, ms } = await server.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
  });

  test("SIGINT, which Ctrl-C sends, stops the server like SIGTERM", async () => {
    const { server } = await home();
    expect((await server.stop("SIGINT")).code).toBe(0);
  });
});

describe("kill -9", () => {
  test("A server that is killed during writes loses no acknowledged task and leaves a valid database", async () => {
    const { server, cwd, key, task } = await home({ RATE_LIMIT_BURST: "1000000" });
    const acknowledged: string[] = [];
    const write = async (name: string) => {
      for (let count = 0; ; count++) {
        const label = `${name} ${count}`;
        const answer = await fetchJson(`${server.url}/v1/tasks`, key.key, {
          method: "POST",
          body: { ...task, label },
        }).catch(() => null);
        if (answer === null) return;
        if (answer.status === 200) acknowledged.push(label);
      }
    };
    const writers = ["a", "b", "c", "d"].map(write);
    while (acknowledged.length <= 100) await Bun.sleep(5);
    await server.stop("SIGKILL");
    await Promise.all(writers);

    const again = await start(["serve"], { cwd });
    const { tasks } = (await fetchJson(`${again.url}/v1/tasks`, key.key)).body;
    const kept = new Set(tasks.map(({ label }: { label: string }) => label));
    expect(acknowledged.filter((label) => !kept.has(label))).toEqual([]);
    await again.stop();
    const db = new Database(join(cwd, "data/inglenook.db"));
    expect(db.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    const entries = db.query("SELECT count(*) AS n FROM activity WHERE subject_type = 'task'").get() as { n: number };
    expect(entries.n).toBe(tasks.length);
    db.close();
  });
});

describe("a long write-ahead log", () => {
  test("A running server checkpoints a long write-ahead log, and loses nothing if killed", async () => {
    const { server, cwd, key } = await home();
    const db = new Database(join(cwd, "data/inglenook.db"));
    db.run("PRAGMA wal_autocheckpoint = 0");
    db.run("CREATE TABLE filler (bytes BLOB)");
    const fill = () => db.run("INSERT INTO filler VALUES (zeroblob(20000000))");
    const waiting = () => {
      const found = db.query("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number };
      return found.log - found.checkpointed;
    };
    fill();
    expect(waiting()).toBeGreaterThan(4_000);
    while (waiting() > 0) await Bun.sleep(10);
    fill();
    while (waiting() > 4_000) await Bun.sleep(1);
    await server.stop("SIGKILL"); // The checkpoint may be running.
    expect(db.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    expect(db.query("SELECT count(*) AS n FROM filler").get()).toEqual({ n: 2 });
    db.close();
    const again = await start(["serve"], { cwd });
    expect((await fetchJson(`${again.url}/v1/tasks`, key.key)).status).toBe(200);
    expect((await again.stop()).code).toBe(0);
  });
});

describe("demo", () => {
  test("The demo serves a household with tasks, and the printed API key and commands work", async () => {
    const demo = await start(["demo"]);
    const key = /fam_live_\w{36}/.exec(demo.out)?.[0] ?? "";
    const { household, members } = (await fetchJson(`${demo.url}/v1/households/me/members`, key)).body;
    expect(household.name).toBe("The Lindens");
    expect(members.length).toBe(4);
    expect((await fetchJson(`${demo.url}/v1/tasks`, key)).body.tasks.length).toBeGreaterThan(8);
    const curls = demo.out.split("\n").filter((line) => line.startsWith("  curl "));
    expect(curls.length).toBe(5);
    const told: any[] = [];
    for (const line of curls) {
      const curl = Bun.spawn(["sh", "-c", line], { stdout: "pipe", cwd: demo.cwd });
      told.push(JSON.parse(await curl.stdout.text()));
    }
    expect(told.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(told[3].member.name).toBe("Mia");
    expect(told[4].chores.length).toBeGreaterThan(3);
    const { entries } = (await fetchJson(`${demo.url}/v1/activity?limit=1`, key)).body;
    expect(entries[0]).toMatchObject({ actor: { agentName: "My agent" }, summary: "added “Try Inglenook” for Anna" });
    expect(readdirSync(demo.cwd)).toEqual(["demo-data", "demo.cookies"]);
    expect((await demo.stop("SIGINT")).code).toBe(0);
  });

  test("The demo starts with new data each time", async () => {
    const first = await start(["demo"]);
    await first.stop();
    const again = await start(["demo"], { cwd: first.cwd });
    const key = /fam_live_\w{36}/.exec(again.out)?.[0] ?? "";
    expect(first.out).not.toContain(key);
    expect((await fetchJson(`${again.url}/v1/households/me/members`, key)).body.members.length).toBe(4);
    await again.stop();
  });

  test("The demo never empties a folder that is in use or contains files of other programs", async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "photo.jpg"), "mine");
    const refused = await run(["demo", "--data-dir", "."], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("contains files that are not the demo's");
    expect(existsSync(join(cwd, "photo.jpg"))).toBe(true);
    const demo = await start(["demo"]);
    const second = await run(["demo"], { cwd: demo.cwd });
    expect(second.err).toContain("Another Inglenook is using the data folder");
    expect((await fetch(`${demo.url}/readyz`)).status).toBe(200);
    await demo.stop();
  });
});
