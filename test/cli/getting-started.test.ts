/** The README's "Getting started", word for word, from an empty folder. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, start } from "../support/program.ts";

const readme = await Bun.file(join(import.meta.dir, "../../README.md")).text();

test("leads to two adults, two children, a paired tablet and a read-only agent key, through HTTP alone", async () => {
  const script = /```sh file=getting-started\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  expect(script.length).toBeGreaterThan(500);
  const server = await start(["serve"]);
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "steps.sh"), script);
  const env = {
    PATH: process.env.PATH ?? "",
    BASE: server.url,
    TOKEN: /setup#([\w-]{43})/.exec(server.out)?.[1] ?? "",
  };
  const shell = Bun.spawn(["bash", "-eu", "steps.sh"], { cwd, env, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([shell.stdout.text(), shell.stderr.text()]);
  expect({ err, code: await shell.exited }).toEqual({ err: "", code: 0 });
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
