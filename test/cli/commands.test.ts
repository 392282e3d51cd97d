/** Every command that the terminal names works where the program was started. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandOf } from "#platform/program.ts";
import { emptyFolder, run, start } from "../support/home/program.ts";

describe("the command of this program", () => {
  const home = "/home/anna";
  test.each([
    [{ file: "/usr/local/bin/inglenook", main: null, cwd: home }, "inglenook"],
    [{ file: "/home/anna/inglenook", main: null, cwd: home }, "./inglenook"],
    [{ file: "/home/anna/my files/inglenook", main: null, cwd: home }, "'./my files/inglenook'"],
    [{ file: "/opt/inglenook", main: null, cwd: home }, "/opt/inglenook"],
    [{ file: "/usr/bin/bun", main: "/home/anna/src/main.ts", cwd: home }, "npx bun run src/main.ts"],
    [{ file: "/usr/bin/bun", main: "/srv/it's/src/main.ts", cwd: home }, "npx bun run '/srv/it'\\''s/src/main.ts'"],
  ])("The advice of a program that was started as %j names the program %s", (started, expected) => {
    expect(commandOf({ root: emptyFolder(), ...started })).toBe(expected);
  });

  test("The advice that the program prints names docker compose exec in a container", () => {
    const root = emptyFolder();
    const started = { file: "/usr/bin/inglenook", main: null, cwd: home, root };
    mkdirSync(join(root, "/usr/lib/inglenook"), { recursive: true });
    expect(commandOf(started)).toBe("docker compose exec inglenook /usr/bin/inglenook");
    const list = join(root, "/var/lib/dpkg/info/inglenook.list");
    mkdirSync(dirname(list), { recursive: true });
    writeFileSync(list, "");
    expect(commandOf(started)).toBe("inglenook");
  });
});

const named =
  /(?:npx bun run \S*main\.ts|(?<![\w./-])\.?\/\S*inglenook|(?<![\w./“-])inglenook(?= [a-z-]))((?: (?:--)?[a-z]+(?:-[a-z]+)*)+)?/g;

describe("a command that the terminal names", () => {
  for (const isSource of [true, false]) {
    test(`Each command that the program prints as advice works ${isSource ? "from source" : "with the binary"}`, async () => {
      const cwd = emptyFolder();
      const lines = ["doctor", "household list", "backup", "key create --name x --scopes all", "nonsense", "household"];
      const texts: string[] = [];
      const read = async (line: string) => {
        const { out, err } = await run(line.split(" "), { cwd, isSource });
        texts.push(out, err);
      };
      const helps = Promise.all(["--help", "household --help"].map(read));
      for (const line of [...lines, "household delete x --yes"]) await read(line);
      await helps;
      const server = await start(["serve"], { cwd, isSource, env: { NIGHTLY_BACKUP: "off" } });
      texts.push(server.out);
      await server.stop();
      await run("household create --name Test --time-zone Europe/Berlin --owner Anna".split(" "), { cwd, isSource });
      for (const line of ["doctor", "key list"]) texts.push((await run(line.split(" "), { cwd, isSource })).out);
      const commands = texts.flatMap((text) => [...text.matchAll(named)]);
      expect(commands.length).toBeGreaterThan(12);
      const programs = new Set(commands.map(([whole, verb = ""]) => whole.slice(0, whole.length - verb.length)));
      expect([...programs]).toEqual([expect.stringContaining(isSource ? "npx bun run /" : "/inglenook")]);
      const verbs = [...new Set(commands.map(([, words = ""]) => words.trim().split(" ")[0] ?? ""))];
      const outcomes = await Promise.all(
        verbs.map(async (verb) => {
          const { code, err } = await run(verb.startsWith("--") ? ["--help"] : [verb, "--help"], { cwd, isSource });
          return [verb, code, err];
        }),
      );
      expect(outcomes).toEqual(verbs.map((verb) => [verb, 0, ""]));
    });
  }
});
