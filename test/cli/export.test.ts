import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns } from "drizzle-orm";
import { exportedColumns, exportedTables, readExport } from "#operations/backup/export.ts";
import { tableOf } from "#platform/traits.ts";
import { put } from "../support/home/folders.ts";
import { household } from "../support/home/home.ts";
import { emptyFolder, fetchJson, run, start } from "../support/home/program.ts";

const ourCover = "0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp";
const theirCover = "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf.webp";
const mentionedCover = "b0b1b2b3b4b5b6b7b8b9babbbcbdbebf.webp";

async function home() {
  const cwd = emptyFolder();
  const verb = (line: string) => run(line.split(" "), { cwd });
  await verb("household create --name Test --time-zone Europe/Berlin --owner Anna");
  await verb("household create --name Neighbours --time-zone UTC --owner Zoe");
  const key: string = (await verb("key create --name Key --scopes all --household Test --json")).json().key;
  const setPassword = ["member", "set-password", "--member", "Anna", "--household", "Test"];
  expect((await run(setPassword, { cwd, stdin: "correct horse battery staple" })).code).toBe(0);
  const server = await start(["serve"], { cwd });
  const { body } = await fetchJson(`${server.url}/v1/households/me/members`, key);
  const send = (method: string, path: string, sent: object, headers = {}) =>
    fetchJson(`${server.url}${path}`, key, { method, body: sent, headers });
  const label = `Looks like a cover: ${mentionedCover}`;
  const task = { label, memberId: body.members[0].id, dueDate: "2026-12-24" };
  const made = await send("POST", "/v1/tasks", task, { "Idempotency-Key": "once" });
  await send("PATCH", `/v1/tasks/${made.body.id}`, { dueDate: "2026-12-23" });
  const piano = { title: "Piano", startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" };
  await send("POST", "/v1/events", { ...piano, recurrenceRule: "FREQ=WEEKLY", memberIds: [body.members[0].id] });
  const old = { title: "Moon landing", startsAt: "1969-07-20T20:17:00Z", endsAt: "1969-07-20T21:17:00Z" };
  await send("POST", "/v1/events", old);
  const section = await send("POST", "/v1/lists/sections", { name: "Home" });
  const list = await send("POST", "/v1/lists", { name: "Packing", sectionId: section.body.id });
  const db = new Database(join(cwd, "data/inglenook.db"));
  db.run("UPDATE list SET cover_file = ? WHERE id = ?", [ourCover, list.body.id]);
  db.close();
  put(cwd, `data/covers/${ourCover}`, "ours");
  put(cwd, `data/covers/${mentionedCover}`, "of a deleted list");
  put(cwd, `data/covers/${theirCover}`, "theirs");
  put(cwd, "data/photos/summer/sea.jpg", "a photo");
  const read = (name: string) => JSON.parse(readFileSync(join(cwd, name), "utf8"));
  return { cwd, verb, key, server, read, taskId: made.body.id as string };
}

describe("export", () => {
  test("An export of a running server writes a household as readable files without secrets", async () => {
    const { cwd, verb, key, server, read, taskId } = await home();
    const answer = (await verb("export --household Test --to out --json")).json();
    expect(answer).toMatchObject({ folder: "out", household: { name: "Test" }, pictures: 2 });
    expect(read("out/export.json").household).toMatchObject({ name: "Test", timeZone: "Europe/Berlin" });
    expect(read("out/household.json")).toMatchObject({ name: "Test", plan: "api" });
    expect(read("out/member.json")).toMatchObject([{ name: "Anna", role: "owner", avatar: null }]);
    expect(read("out/task.json")).toMatchObject([{ id: taskId, dueDate: "2026-12-23", completedAt: null }]);
    expect(read("out/task.json")[0].dueOrder).toBeUndefined();
    const change = read("out/activity.json").find(
      (each: any) => each.action === "updated" && each.subjectType === "task",
    );
    expect(change.changes).toEqual({ dueDate: { from: "2026-12-24", to: "2026-12-23" } });
    expect(change.before.task[0].id).toBe(taskId);
    const lines = readFileSync(join(cwd, "out/calendar.ics"), "utf8").split("\r\n");
    expect(lines).toContain("RRULE:FREQ=WEEKLY");
    for (const line of ["X-WR-TIMEZONE:Europe/Berlin", "SUMMARY:Piano", "SUMMARY:Moon landing", "CATEGORIES:Anna"])
      expect(lines).toContain(line);
    expect(readdirSync(join(cwd, "out/covers"))).toEqual([ourCover]);
    expect(readFileSync(join(cwd, "out/photos/summer/sea.jpg"), "utf8")).toBe("a photo");

    const names = readdirSync(join(cwd, "out")).filter((name) => name.endsWith(".json"));
    const everything = names.map((name) => readFileSync(join(cwd, "out", name), "utf8")).join("\n");
    const db = new Database(join(cwd, "data/inglenook.db"));
    const { hash } = db.query("SELECT hash FROM api_key").get() as { hash: string };
    db.close();
    expect(everything).toContain(key.slice(9, 17));
    for (const secret of [hash, key, "$argon2", "Neighbours", "Zoe"]) expect(everything).not.toContain(secret);
    expect(names).not.toContain("idempotency.json");
    expect(everything).not.toMatch(/"\w*(?:hash|token|secret|password)\w*":/i);
    await server.stop();
  });

  test("An export needs a new or empty folder, and the household's name if there are several", async () => {
    const { cwd, verb, server } = await home();
    expect((await verb("export")).err).toContain("--household must name one of: Test (");
    put(cwd, "mine/thesis.txt", "mine");
    expect(await verb("export --household Test --to mine")).toMatchObject({
      code: 1,
      err: `inglenook: ${join(cwd, "mine")} is not empty; give another folder.\n`,
    });
    expect(readdirSync(join(cwd, "mine"))).toEqual(["thesis.txt"]);
    const { out } = await verb("export --household Test");
    const folder = / to \.\/(\S+)\.\n$/.exec(out)?.[1] ?? "";
    expect(folder).toStartWith("inglenook-export-");
    expect(existsSync(join(cwd, folder, "task.json"))).toBe(true);
    await server.stop();
  });

  test("An export on a full disk leaves no partial folder", async () => {
    const { cwd, server } = await home();
    put(cwd, "data/photos/large.jpg", new Uint8Array(1_000_000));
    const { code } = await run(["export", "--household", "Test", "--to", "out"], { cwd, largestFile: 900 });
    expect(code).toBe(1);
    expect(readdirSync(cwd)).toEqual(["data"]);
    await server.stop();
  });
});

describe("the JSON decoding of an export", () => {
  test("An export decodes only columns that the schema declares as JSON", async () => {
    const home = await household();
    const texts = ["[1]", '{"a":1}', "[]", "null"];
    for (const label of texts) {
      const { body: task } = await home.post("/v1/tasks", { label, memberId: home.members.anna.id });
      const { body: recipe } = await home.post("/v1/recipes", {
        name: label,
        ingredients: [label],
        instructions: label,
      });
      const { body: section } = await home.post("/v1/lists/sections", { name: label });
      const data = readExport({ db: home.db, householdId: home.id });
      expect(data.task).toMatchObject([{ label }]);
      expect(data.recipe).toMatchObject([{ name: label, ingredients: [label], instructions: label }]);
      expect(data.list_section).toMatchObject([{ name: label }]);
      await home.delete(`/v1/tasks/${task.id}`);
      await home.delete(`/v1/lists/sections/${section.id}`);
      home.db.$client.run("DELETE FROM recipe WHERE id = ?", [recipe.id]);
    }
  });
});

describe("the contents of an export", () => {
  test("An export includes no credentials", () => {
    const names = exportedTables();
    for (const name of ["household", "member", "task", "activity", "apiKey", "actor"] as const) {
      expect(names).toContain(name);
    }
    for (const name of ["idempotency", "session", "invitation"] as const) expect(names).not.toContain(name);
    const columns = names.flatMap(exportedColumns);
    expect(columns.filter((column) => /hash|token|secret|password|salt/i.test(column))).toEqual([]);
  });

  test("An export includes the expected number of columns of each table", () => {
    // Of a household: what undo data it keeps. Of a channel: where it leads, the hash of it, and the refusals. Of records
    // that agents name: the end of the id.
    const withheld: Record<string, number> = {
      household: 2,
      actor: 1,
      member: 1,
      device: 1,
      apiKey: 1,
      task: 2,
      activity: 1,
      block: 1,
      recipe: 1,
      meal: 1,
      notice: 6,
      channel: 3,
      externalCalendar: 10,
      externalAccount: 4,
      googleClient: 1,
      calendarLink: 7,
      calendarObject: 1,
      calendarFeed: 1,
      appPassword: 1,
      event: 3,
    };
    for (const name of exportedTables()) {
      const columns = Object.keys(getTableColumns(tableOf(name))).filter((column) => column !== "householdId");
      const expected = columns.length - (withheld[name] ?? 0);
      expect({ name, count: exportedColumns(name).length }).toEqual({ name, count: expected });
    }
  });
});
