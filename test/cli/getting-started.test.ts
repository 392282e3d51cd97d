/** Runs the examples of docs/getting-started.md, docs/cli.md and docs/calendar.md word for word, from an empty folder. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { run, start } from "../support/home/program.ts";
import { programLines, readExample, runExample } from "../support/source/doc-pages.ts";

const page = "docs/getting-started.md";

test("The example in docs/getting-started.md creates members, a tablet and an API key over HTTP", async () => {
  const script = readExample(page, "getting-started");
  const server = await start(["serve"]);
  const token = /setup#([\w-]{43})/.exec(server.out)?.[1] ?? "";
  const { out, err, code } = await runExample(script, { BASE: server.url, TOKEN: token });
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).not.toContain('"error"');
  const feed = JSON.parse(out.slice(out.lastIndexOf('{"entries"')));
  expect(feed.entries.map((entry: any) => [entry.actor.name, entry.summary])).toEqual([
    ["Ben", "completed “Water the plants”"],
    ["Anna", "added “Water the plants” for Ben"],
  ]);
  await server.stop();

  const db = new Database(join(server.cwd, "data/inglenook.db"), { readonly: true });
  const roles = db
    .query("SELECT name, role, password_hash IS NOT NULL AS signsIn FROM member ORDER BY position")
    .values();
  expect(roles).toEqual([
    ["Anna", "owner", 1],
    ["Ben", "adult", 1],
    ["Mia", "child", 0],
    ["Leo", "child", 0],
  ]);
  expect(db.query("SELECT name FROM device").values()).toEqual([["Kitchen tablet"]]);
  expect(db.query("SELECT scopes FROM api_key").values()).toEqual([["tasks.read activity.read"]]);
  db.close();
});

test("The examples in the docs create a household and API keys while the server runs", async () => {
  const server = await start(["serve"]);
  const here = { cwd: server.cwd };
  const example = readExample(page, "household");
  expect(readExample("README.md", "household")).toBe(example);
  const outputs: string[] = [];
  for (const args of programLines(example)) {
    const { out, code } = await run(args, here);
    expect({ args, code }).toEqual({ args, code: 0 });
    outputs.push(out.trim());
  }
  const [made = "", , key = ""] = outputs;
  expect(made).toContain("/join#");
  expect((await run(["member", "add", "--name", "Ben"], here)).code).toBe(0);

  const keys = programLines(readExample("docs/cli.md", "keys"));
  expect(keys).toHaveLength(4);
  for (const args of keys) expect({ args, code: (await run(args, here)).code }).toEqual({ args, code: 0 });

  const { out, err, code } = await runExample(readExample("docs/calendar.md", "recurring-event"), {
    BASE: server.url,
    KEY: key,
  });
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(JSON.parse(out)).toMatchObject({ title: "Piano", recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });
  await server.stop();
});
