import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, fetchJson, householdFolderWithKey, run, start } from "../support/home/program.ts";

async function home() {
  const { cwd, key } = await householdFolderWithKey();
  const list = async (dataDir: string) => {
    const { out } = await run(["household", "list", "--data-dir", dataDir, "--json"], { cwd });
    return out === "" ? [] : JSON.parse(out).households;
  };
  const [{ id }] = await list("data");
  const move = (options: readonly string[] = [], largestFile?: number) =>
    run(["household", "move", id, "--from", "data", "--to", "other", ...options], {
      cwd,
      ...(largestFile ? { largestFile } : {}),
    });
  return { cwd, id: id as string, key: key.key, list, move };
}

describe("household list", () => {
  test("The command “household list” shows the number of members and the size of each household", async () => {
    const { cwd, id, list } = await home();
    expect(await list("data")).toEqual([
      {
        id,
        name: "Test",
        timeZone: "Europe/Berlin",
        weekStartsOn: 1,
        groceryListName: "Groceries",
        members: 1,
        bytes: expect.any(Number),
      },
    ]);
    const { out } = await run(["household", "list"], { cwd });
    expect(out).toBe(`${id}  Test  (Europe/Berlin, 1 member, 0 MB)\n`);
  });
});

describe("household move", () => {
  test("The command “household move” moves a household that a server can then serve", async () => {
    const { cwd, id, key, list, move } = await home();
    const dry = await move(["--dry-run"]);
    expect({ code: dry.code, err: dry.err }).toEqual({ code: 0, err: "" });
    expect(dry.out).toMatch(/^“Test” can be moved to other: \d+ rows, 0 pictures, 0 MB\.\n$/);
    expect(existsSync(join(cwd, "other"))).toBe(false);
    const { out, err, code } = await move(["--progress"]);
    expect({ code, err: err.split("\n") }).toEqual({
      code: 0,
      err: ["copying", "copied and compared", "removed from the source", "in the target", "done", ""],
    });
    expect(out).toMatch(/^Moved “Test” to other: \d+ rows, .*\nSave it there: \S+ backup --data-dir other\n$/);
    expect([await list("data"), (await list("other")).length]).toEqual([[], 1]);
    const again = (await move(["--json"])).json();
    expect(again).toMatchObject({
      id,
      from: "data",
      to: "other",
      state: "alreadyMoved",
      rows: { member: 1, api_key: 1 },
    });
    const server = await start(["serve"], { cwd, env: { DATA_DIR: "other" } });
    expect((await fetchJson(`${server.url}/v1/households/me/members`, key)).body.household.id).toBe(id);
    const busy = await run(["household", "move", id, "--from", "other", "--to", "data"], { cwd });
    expect(busy.code).toBe(1);
    expect(busy.err).toBe(
      "inglenook: Another Inglenook is using the data folder other. Stop it first, or set another DATA_DIR.\n",
    );
    await server.stop();
  });

  test.each([
    [["household", "move", "x", "--to", "other"], 2, "ID must be a household's id"],
    [["household", "move", crypto.randomUUID()], 2, "--to is required"],
    [["household", "move", crypto.randomUUID(), "--to", "other"], 1, "there is no household"],
  ])("The command line %j is refused, and no folder is created", async (args, code, message) => {
    const cwd = emptyFolder();
    const answer = await run(args, { cwd });
    expect(answer.code).toBe(code);
    expect(answer.err).toContain(message);
    expect(existsSync(join(cwd, "other"))).toBe(false);
  });

  test("The command “household move” on a full disk neither loses nor duplicates data", async () => {
    const { cwd, id, list, move } = await home();
    const whole = (await move(["--dry-run", "--json"])).json().rows;
    for (const largestFile of [4, 60, 200, 300, 400, 480]) {
      const { code, err } = await move([], largestFile);
      expect({ largestFile, code }).toEqual({ largestFile, code: 1 });
      expect(err).not.toContain("undefined");
      const waits = existsSync(join(cwd, "other", `moving-${id}`));
      expect((await list("data")).length + (await list("other")).length).toBe(waits ? 0 : 1);
    }
    expect((await move(["--json"])).json()).toMatchObject({ state: "moved", rows: whole });
    expect([await list("data"), (await list("other")).length]).toEqual([[], 1]);
  });
});
