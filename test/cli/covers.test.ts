import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, run } from "../support/program.ts";

const images = { check: "images", level: "ok", says: "covers can be made", todo: null };

test("covers can be made where there is the program and nothing else, and nothing is left behind", async () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "tmp"));
  const { code, json } = await run(["doctor", "--json"], { cwd, env: { TMPDIR: join(cwd, "tmp") } });
  expect(code).toBe(0);
  expect(json().findings).toContainEqual(images);
  expect(readdirSync(cwd, { recursive: true })).toEqual(["tmp"]);
});

test("covers can be made where the folder for temporary files takes none", async () => {
  const cwd = emptyFolder();
  const { json } = await run(["doctor", "--json"], { cwd, env: { TMPDIR: "/nonexistent", HOME: "/nonexistent" } });
  expect(json().findings).toContainEqual(images);
  expect(readdirSync(cwd)).toEqual([]);
});
