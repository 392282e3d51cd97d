import { describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, run, start, typed } from "../support/home/program.ts";

describe("a data folder", () => {
  test("A command that only reads does not create the data folder", async () => {
    const cwd = emptyFolder();
    for (const verb of ["key list", "plan show", "member list", "household list"]) {
      const { code, err } = await run([...verb.split(" "), "--data-dir", "mistyped"], { cwd });
      expect(code).toBe(1);
      const make = await typed("household create --help");
      expect(err).toBe(`inglenook: There is no household in mistyped yet; make one: ${make}\n`);
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("The error message names the data folder if that folder cannot be created", async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "file"), "");
    const { code, err } = await run(["serve", "--data-dir", "file"], { cwd });
    expect(code).toBe(1);
    expect(err).toStartWith("inglenook: The data folder file can't be made: ");
  });

  test("Several processes can create the data folder at the same time", async () => {
    const cwd = emptyFolder();
    const create = (name: string) =>
      run(["household", "create", "--name", name, "--time-zone", "UTC", "--owner", "x"], { cwd });
    const server = start(["serve"], { cwd });
    const made = await Promise.all(["a", "b", "c", "d"].map(create));
    expect(made.map(({ code, err }) => ({ code, err }))).toEqual(made.map(() => ({ code: 0, err: "" })));
    await (await server).stop();
    expect(JSON.parse((await run(["household", "list", "--json"], { cwd })).out).households.length).toBe(4);
  });

  test("The program ignores settings and code of other programs in the current folder", async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, ".env"), "PORT=abc\n");
    writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
    writeFileSync(join(cwd, "evil.ts"), 'console.log("preloaded");\n');
    const { out, code } = await run(["household", "list"], { cwd });
    expect({ out, code }).toEqual({ out: "", code: 1 });
  });

  test("A folder with another program's database is refused as the data folder, and is not changed", async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "inglenook.db"), "not a database, but somebody's ".repeat(10));
    const { code, err } = await run(["household", "list", "--data-dir", "."], { cwd });
    expect(code).toBe(1);
    expect(err).toContain("is not an Inglenook database");
    expect(readdirSync(cwd)).toEqual(["inglenook.db"]);
  });
});
