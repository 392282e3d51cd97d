import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { contentsOf, put } from "../support/home/folders.ts";
import { emptyFolder, householdFolder, run, start, typed } from "../support/home/program.ts";

type Finding = { check: string; level: string; says: string; todo: string | null };

async function home() {
  const cwd = await householdFolder();
  const verb = (line: string) => run(line.split(" "), { cwd });
  const examine = async (options = "") => {
    const { code, json } = await verb(`doctor --json${options}`);
    const { ok, findings } = json() as { ok: boolean; findings: Finding[] };
    return { code, ok, of: (check: string) => findings.find((each) => each.check === check), findings };
  };
  return { cwd, verb, examine };
}

describe("doctor", () => {
  test("The command “doctor” finds no problem in a healthy data folder in use, and changes nothing", async () => {
    const { cwd, verb, examine } = await home();
    await verb("backup");
    const server = await start(["serve"], { cwd, env: { NIGHTLY_BACKUP: "off" } });
    const { code, ok, of, findings } = await examine();
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(of("server")?.says).toBe("running on this folder");
    expect(of("database")?.level).toBe("ok");
    expect(of("versions")?.says).toContain(`Inglenook ${manifest.version}, Bun ${Bun.version}, data version`);
    expect(of("backup")?.says).toContain("is sound, of the last 24 hours");
    expect(of("disk")?.says).toMatch(/^\d+ MB free; the next backup may need \d+ MB$/);
    expect(of("disk use")?.says).toMatch(
      /^database \d+ MB, of which \d+ MB to undo changes, pictures \d+ MB, backups \d+ MB$/,
    );
    for (const { level, todo } of findings)
      expect({ level, hasTodo: todo !== null }).toEqual({ level, hasTodo: level !== "ok" });
    await server.stop();
    const before = contentsOf(cwd);
    const { out, code: again } = await verb("doctor");
    expect(again).toBe(0);
    expect(out).toEndWith("All is well.\n");
    expect(out).toContain("server: not running on this folder");
    expect(contentsOf(cwd)).toEqual(before);
  });

  test("The command “doctor” explains how to begin if the data folder is missing or empty", async () => {
    const cwd = emptyFolder();
    const missing = await run(["doctor"], { cwd });
    expect(missing).toMatchObject({ code: 0, err: "" });
    expect(missing.out).toContain("./data does not exist yet");
    expect(readdirSync(cwd)).toEqual([]);
    mkdirSync(join(cwd, "data"));
    const empty = await run(["doctor"], { cwd });
    expect(empty.code).toBe(0);
    expect(empty.out).toContain("database: none yet");
    expect(readdirSync(join(cwd, "data"))).toEqual([]);
  });

  test("The command “doctor” advises to restore a backup if the database is damaged", async () => {
    const { cwd, verb, examine } = await home();
    const path = join(cwd, "data/inglenook.db");
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096 * 2, 4096 * 6);
    writeFileSync(path, bytes);
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of("database")).toMatchObject({
      level: "wrong",
      todo: expect.stringContaining(await typed("restore FILE --yes")),
    });
    const { out } = await verb("doctor");
    expect(out).toContain("WRONG  database: ");
    expect(out).toEndWith("Something is wrong.\n");
  });

  test("The command “doctor” reports a database of a newer version or of another program", async () => {
    const { cwd, examine } = await home();
    const path = join(cwd, "data/inglenook.db");
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(9_999, 60);
    writeFileSync(path, bytes);
    expect((await examine()).of("database")).toMatchObject({ level: "wrong", todo: "Update Inglenook." });
    writeFileSync(path, "somebody's file ".repeat(50));
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of("database")?.says).toContain("is not an Inglenook database");
  });

  test("The command “doctor” reports broken references in the database", async () => {
    const { cwd, examine } = await home();
    const { Database } = await import("bun:sqlite");
    const db = new Database(join(cwd, "data/inglenook.db"));
    db.run("PRAGMA foreign_keys = OFF");
    db.run("DELETE FROM household");
    db.close();
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of("database")?.says).toMatch(/\d+ broken references/);
  });

  test("The command “doctor” reports files of cover pictures that no list shows", async () => {
    const { cwd, examine } = await home();
    put(cwd, "data/covers/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp", "left over");
    expect((await examine()).of("covers")).toMatchObject({ level: "notice", says: "nothing shows 1 file in covers/" });
  });

  test("The command “doctor” ignores a household's name that looks like a cover's file name", async () => {
    const { cwd, examine } = await home();
    const db = new Database(join(cwd, "data/inglenook.db"));
    db.run("UPDATE household SET name = '0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp'");
    db.close();
    const says = "0 covers, none missing, none left over";
    expect((await examine()).of("covers")).toMatchObject({ level: "ok", says });
  });

  test("The command “doctor” says what to do about old, missing and damaged backups", async () => {
    const { cwd, verb, examine } = await home();
    expect((await examine()).of("backup")).toMatchObject({ level: "notice", todo: await typed("backup") });
    const old = "data/backups/nightly-2020-01-01T033000.000Z.tar";
    await verb(`backup --to ${old}`);
    const aged = await examine();
    expect({ code: aged.code, level: aged.of("backup")?.level }).toEqual({ code: 1, level: "wrong" });
    expect(aged.of("backup")?.says).toMatch(/is sound, \d+ days old$/);
    expect((await examine(" --nightly-backup off")).of("backup")?.level).toBe("notice");
    const { file } = (await verb("backup --json")).json();
    expect((await examine()).code).toBe(0);
    const bytes = readFileSync(join(cwd, file));
    bytes.writeUInt8(bytes.readUInt8(3_000) ^ 1, 3_000);
    writeFileSync(join(cwd, file), bytes);
    const damaged = await examine();
    expect(damaged.code).toBe(1);
    expect(damaged.of("backup")).toMatchObject({
      level: "wrong",
      todo: expect.stringContaining(await typed("backup")),
    });
  });

  test("The command “doctor” reports the folder with the data that a restore replaced", async () => {
    const { cwd, verb, examine } = await home();
    await verb("backup --to saved.tar");
    await verb("restore saved.tar --yes");
    const { code, of } = await examine();
    expect(code).toBe(0);
    expect(of("former data")?.says).toMatch(/^data\/replaced-\S+ was kept at a restore$/);
    rmSync(join(cwd, "data"), { recursive: true });
  });
});
